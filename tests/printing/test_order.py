"""Which sheets an order makes: tables, lucky numbers, layouts drawn at random."""

import io
from contextlib import nullcontext
from dataclasses import replace

import pytest

from sheetkit.errors import UsageError
from sheetkit.pad import Lucky, SheetCode, find_pad, pad_names, read_code
from sheetkit.printing import Order, ordered_pages, ordered_tables, page_of, write_map

A4 = page_of("a4")


def layouts(table: tuple) -> set[str]:
    return {str(code.pad.layout()) for _, code in table}


def test_a_table_of_longo_has_different_fair_lucky_numbers() -> None:
    pad = find_pad("longo")
    fair = set(pad.mechanic(Lucky).fair_sets())
    for table in ordered_tables(Order(pad, 40, 5, players=5)):
        lucky = [code.pad.mechanic(Lucky).numbers for _, code in table]
        assert len(set(lucky)) == len(table) == 5
        assert set(lucky) <= fair


def test_neighbours_in_a_pad_of_longo_have_different_lucky_numbers() -> None:
    sheets = [s for table in ordered_tables(Order(find_pad("longo"), 30, 5)) for s in table]
    assert all(len(layouts(sheets[start : start + 10])) == 10 for start in (0, 10, 20))


def test_the_official_pad_is_printed_unless_another_is_asked_for() -> None:
    for name in set(pad_names()) - {"longo"}:
        for table in ordered_tables(Order(find_pad(name), 6, 5, players=3)):
            assert layouts(table) == {str(find_pad(name).layout())}


@pytest.mark.parametrize("name", ["mixed-a", "mixed-b", "bonus-a", "bonus-b", "on-board"])
def test_each_table_has_a_drawn_layout_of_its_own(name: str) -> None:
    tables = list(ordered_tables(Order(find_pad(name), 12, 5, players=4, drawn=True)))
    assert [len(layouts(table)) for table in tables] == [1, 1, 1]
    assert len(set().union(*map(layouts, tables))) == 3


def test_without_tables_a_drawn_pad_has_one_layout() -> None:
    tables = ordered_tables(Order(find_pad("mixed-a"), 30, 5, drawn=True))
    assert len({str(code.pad.layout()) for table in tables for _, code in table}) == 1


def test_a_layout_that_is_not_acceptable_is_drawn_again() -> None:
    seen = []

    def acceptable(pad: object) -> bool:
        seen.append(pad)
        return len(seen) == 3

    order = Order(find_pad("mixed-b"), 1, 5, drawn=True, acceptable=acceptable)
    (((_, code),),) = ordered_tables(order)
    assert code.pad.layout() == seen[2].layout()
    with pytest.raises(UsageError, match="acceptable"):
        next(ordered_tables(Order(find_pad("mixed-b"), 1, 5, drawn=True, acceptable=never)))


def never(pad: object) -> bool:
    return False


@pytest.mark.parametrize("name", pad_names())
def test_codes_say_the_layout(name: str) -> None:
    drawn = find_pad(name).layouts > 1
    for table in ordered_tables(Order(find_pad(name), 4, 5, players=2, drawn=drawn)):
        for _, code in table:
            assert read_code(code.printed, [find_pad(name)]) == SheetCode(code.pad, code.sheet)


@pytest.mark.parametrize(
    ("players", "sheets", "pages"), [(None, 9, [4, 4, 1]), (3, 8, [3, 3, 2]), (2, 8, [4, 4]),
                                     (5, 10, [4, 4, 2])],
)  # fmt: skip
def test_a_page_holds_whole_tables_where_they_fit(
    players: int | None, sheets: int, pages: list[int]
) -> None:
    order = Order(find_pad("classic"), sheets, 5, players=players)
    assert [len(group) for group in ordered_pages(order, A4)] == pages


def test_nothing_can_be_drawn_on_classic() -> None:
    with pytest.raises(UsageError, match="nothing on classic"):
        Order(find_pad("classic"), 1, 5, drawn=True).verify()


@pytest.mark.parametrize(
    ("pad", "players", "told"),
    [("longo", 10, False), ("longo", 11, True), ("classic", 12, False)],
)
def test_a_table_has_no_more_players_than_there_are_fair_lucky_numbers(
    pad: str, players: int, told: bool
) -> None:
    order = Order(find_pad(pad), players, 5, players=players)
    with pytest.raises(UsageError, match="10 fair sets") if told else nullcontext():
        order.verify()


@pytest.mark.parametrize("counts", [{"sheets": 0}, {"sheets": -4}, {"players": 0}])
def test_an_order_is_for_one_sheet_and_one_player_at_least(counts: dict[str, int]) -> None:
    with pytest.raises(UsageError, match=r"there can't be -?[04] (sheets|players); ask for 1"):
        Order(find_pad("longo"), **{"sheets": 4, "seed": 5, **counts}).verify()


def test_behind_each_sheet_lies_the_one_of_the_same_place() -> None:
    order = Order(find_pad("classic"), 8, 5, duplex=True)
    front, back = ordered_pages(order, A4)
    assert [place for place, _, _ in front] == [0, 1, 2, 3]
    # an A4 page lies across: turned over its long edge, its lower sheets come up
    assert [place for place, _, _ in back] == [2, 3, 0, 1]


def test_an_upright_page_is_turned_from_side_to_side() -> None:
    assert page_of("a5").mirrored() == (0, 1)
    assert page_of("a3").mirrored() == (1, 0, 3, 2, 5, 4, 7, 6)


def test_two_of_one_table_never_share_a_leaf() -> None:
    """A table larger than a page: the next one is on its backs, or nobody."""
    order = Order(find_pad("longo"), 7, 5, players=3, duplex=True)
    pages = [[code.text for _, _, code in page] for page in ordered_pages(order, page_of("a6"))]
    first, second, third = ([code.text for _, code in table] for table in ordered_tables(order))
    leaves = [*zip(first, second, strict=True), *[(code, None) for code in third]]
    assert pages == [[code] if code else [] for leaf in leaves for code in leaf][:7]


def test_backs_that_stay_bare_are_pages_all_the_same() -> None:
    order = Order(find_pad("longo"), 6, 5, players=6, duplex=True)
    assert [len(page) for page in ordered_pages(order, A4)] == [4, 0, 2]


def test_a_pad_of_ones_own_is_printed_whatever_it_says_is_drawn() -> None:
    """Its rows differ in their numbers, so there is no number for each of its layouts."""
    pad = find_pad("mixed-a")
    rows = replace(pad.rows_mechanic, rows=pad.rows[:2])
    own = replace(pad, mechanics=(rows,), digest=7)
    assert Order(own, 1, 5).hands() == 1


def test_a_map_is_of_what_can_be_printed() -> None:
    with pytest.raises(UsageError, match="players"):
        write_map(io.BytesIO(), Order(find_pad("longo"), 4, 7, players=99), page_of("a4"))
