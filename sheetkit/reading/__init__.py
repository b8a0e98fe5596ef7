"""From a photo to marks. The one place that knows OpenCV and pixels; knows no rules.

::

    from sheetkit.reading import read_photo

    for sheet in read_photo("table.jpg").sheets:
        print(sheet.code, sheet.status, dict(sheet.marks))
"""

import cv2

from sheetkit.reading.photo import read_photo
from sheetkit.reading.result import Problem, Reading, SheetReading, Status

__all__ = ["Problem", "Reading", "SheetReading", "Status", "read_photo", "use_one_thread"]


def use_one_thread() -> None:
    """Keep to one thread from now on, for processes that share the cores among themselves."""
    cv2.setNumThreads(1)
