import pytest

from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.printing import page_of
from sheetkit.printing.paper import PAPERS


@pytest.mark.parametrize(
    ("paper", "sheets"), [("a3", 8), ("a4", 4), ("letter", 4), ("legal", 4), ("a5", 2), ("a6", 1)]
)
def test_as_many_sheets_as_fit(paper: str, sheets: int) -> None:
    assert len(page_of(paper).sheets) == sheets


def test_two_cuts_part_an_a4_page() -> None:
    page = page_of("a4")
    assert page.sheets == (
        Box(0, 0, 148.5, 105),
        Box(148.5, 0, 297, 105),
        Box(0, 105, 148.5, 210),
        Box(148.5, 105, 297, 210),
    )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [None, 1])
def test_sheets_lie_apart_on_the_page(paper: str, per_page: int | None) -> None:
    page = page_of(paper, per_page)
    whole = Box(0, 0, page.width, page.height)
    for place, box in enumerate(page.sheets):
        assert whole.contains(box)
        assert not any(box.overlaps(other) for other in page.sheets[place + 1 :])


def test_too_many_sheets_say_how_many_fit() -> None:
    with pytest.raises(UsageError, match="choose 1, 2 or 4 "):
        page_of("a4", 5)


def test_an_unknown_paper_is_named() -> None:
    with pytest.raises(UsageError, match="foolscap"):
        page_of("foolscap")


@pytest.mark.parametrize(("paper", "sheets", "scale"), [("a4", 2, 1.414), ("letter", 2, 1.33)])
def test_large_sheets_are_two_on_a_page(paper: str, sheets: int, scale: float) -> None:
    page = page_of(paper, large=True)
    assert len(page.sheets) == sheets
    assert page.scale == pytest.approx(scale, abs=0.01)


def test_one_large_sheet_fills_an_a4_page() -> None:
    page = page_of("a4", 1, large=True)
    assert page.sheets == (Box(0, 0, 297, 210),)
    assert page.scale == pytest.approx(2)


def test_paper_that_is_too_small_for_large_sheets_is_refused() -> None:
    with pytest.raises(UsageError, match="no room on a6"):
        page_of("a6", large=True)
