"""From a photo to marks. The one place that knows OpenCV and pixels; knows no rules.

::

    from sheetkit.reading import read_photo

    for sheet in read_photo("table.jpg").sheets:
        print(sheet.code, sheet.status, dict(sheet.marks))
"""

from sheetkit.reading.many import read_photos
from sheetkit.reading.photo import read_photo
from sheetkit.reading.result import Problem, Reading, SheetReading, Status
from sheetkit.reading.threads import use_one_thread

__all__ = [
    "Problem",
    "Reading",
    "SheetReading",
    "Status",
    "read_photo",
    "read_photos",
    "use_one_thread",
]
