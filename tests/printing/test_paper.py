import pytest

from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.printing import page_of
from sheetkit.printing.marks import cut_ticks
from sheetkit.printing.paper import PAPERS, UNPRINTED, Page


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


def test_both_cuts_of_an_a4_page_have_a_tick_at_each_end_and_a_cross_where_they_meet() -> None:
    page = page_of("a4")
    ticks = [tick.points for tick in cut_ticks(page)]
    across = {a[0] for a, b in ticks if a[0] == b[0]}
    down = {a[1] for a, b in ticks if a[1] == b[1]}
    assert across == {page.width / 2}
    assert down == {page.height / 2}
    assert len(ticks) == 2 * len(across) + 2 * len(down) + 2
    for tick in ticks:
        for x, y in tick:
            assert UNPRINTED <= x <= page.width - UNPRINTED
            assert UNPRINTED <= y <= page.height - UNPRINTED


def test_ticks_that_have_no_room_outside_a_piece_stand_inside_of_it() -> None:
    """Eight millimetres hold a tick, though not one that every printer prints."""
    piece = Box(8, 8, 156, 113)
    page = Page("a postcard", piece.right + 8, piece.bottom + 8, (piece,), piece)
    points = [point for tick in cut_ticks(page) for point in tick.points]
    assert len(points) == 16
    for x, y in points:
        assert piece.left <= x <= piece.right
        assert piece.top <= y <= piece.bottom


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [None, 1])
def test_sheets_lie_apart_on_the_page(paper: str, per_page: int | None) -> None:
    page = page_of(paper, per_page)
    whole = Box(0, 0, page.width, page.height)
    for place, box in enumerate(page.sheets):
        assert whole.contains(box)
        assert not any(box.overlaps(other) for other in page.sheets[place + 1 :])


@pytest.mark.parametrize("count", [5, 0, -1])
def test_too_many_sheets_and_too_few_say_how_many_fit(count: int) -> None:
    with pytest.raises(UsageError, match="choose 1, 2 or 4 "):
        page_of("a4", count)


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
