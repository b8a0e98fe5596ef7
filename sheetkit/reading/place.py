"""Where on a picture each thing of a sheet lies, once its pad is known."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheetkit.pad import Pad
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.decode import Picture
from sheetkit.reading.find import Pose, reduced
from sheetkit.reading.language import WORD_SCALE, language_on
from sheetkit.reading.outlined import is_outlined
from sheetkit.reading.straighten import (
    LEAST_FOR_PRINT,
    Fit,
    align,
    align_from_landmarks,
    fine_enough,
    flat_fit,
    lay_flat,
)
from sheetkit.reading.template import Template, template_of


@dataclass(frozen=True, eq=False)
class Placed:
    """A sheet as it lies in the picture, and its design in its own language and ink.

    ``pad`` is the sheet's own: that of the template's design may be another one that looks the
    same. In the ``doubtful`` cells letters of another language may stand.
    """

    fit: Fit
    template: Template
    pad: Pad
    doubtful: tuple[str, ...] = ()

    def seen_in(self, pose: Pose) -> Placed:
        """The same in another picture of the photo, in which the sheet lies so."""
        return replace(self, fit=replace(self.fit, pose=pose))


def place(picture: Picture, pose: Pose, pad: Pad) -> Placed:
    """How the sheet lies, by its print, which the overview may show well enough."""
    grey, flat = _as_fine_as_print(picture, pose)
    usual = template_of(pad)
    fit = align(grey, flat, usual.structure)
    template, doubtful = _template_on(grey, fit, pad)
    if template is not usual:
        fit = align(grey, flat, template.structure)
    whole = align_from_landmarks(grey, fit, template.structure)
    if whole is not fit:
        template, doubtful = _template_on(grey, whole, pad)
    return Placed(replace(whole, pose=pose), template, pad, doubtful)


def fit_as(picture: Picture, pose: Pose, pad: Pad) -> Fit:
    """How the sheet lies if it is of that pad; in which language, isn't asked."""
    grey, flat = _as_fine_as_print(picture, pose)
    structure = template_of(pad).structure
    return align_from_landmarks(grey, align(grey, flat, structure), structure)


def _as_fine_as_print(picture: Picture, pose: Pose) -> tuple[Pixels, Fit]:
    """A grey picture of no more pixels than print needs, and the sheet in it, taken for flat."""
    overview, small = picture.overview, pose.enlarged(1 / picture.overview.by)
    grey, start = (overview.grey, small) if fine_enough(small) else (picture.grey, pose)
    by = max(int(start.scale / LEAST_FOR_PRINT), 1)
    return reduced(grey, by), flat_fit(start.enlarged(1 / by))


def _template_on(grey: Pixels, fit: Fit, pad: Pad) -> tuple[Template, tuple[str, ...]]:
    """The pad's template in the language and with the ink that the sheet was printed with, and the
    cells whose letters can't be told.
    """
    flat = lay_flat(grey, fit, WORD_SCALE)
    language = language_on(flat, pad)
    outlined = is_outlined(flat, pad, language.name)
    return template_of(pad, language.name, outlined=outlined), language.doubtful
