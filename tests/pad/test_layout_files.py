"""The pads that come with the program, and what is said about a faulty layout file."""

import re
import shutil

import pytest

from sheetkit.cli.own_pads import shelf_with
from sheetkit.errors import FileError, LayoutError, UnknownPad
from sheetkit.pad import (
    Bar,
    Board,
    CellKind,
    Lucky,
    Pairs,
    Shelf,
    find_pad,
    layouts_folder,
    pad_names,
    read_pad,
)

ALL = ["classic", "bonus-a", "bonus-b", "longo", "mixed-a", "mixed-b", "on-board"]


def test_all_pads_of_the_rulebooks_are_there():
    assert list(pad_names()) == ALL


@pytest.mark.parametrize("name", ALL)
def test_a_pad_names_its_sources(name):
    pad = find_pad(name)
    assert pad.name == name
    assert pad.sources


@pytest.mark.parametrize("name", ALL)
def test_each_number_stands_once_in_its_row_and_colour(name):
    pad = find_pad(name)
    for row in pad.rows:
        assert len(set(row.numbers)) == len(row.numbers)
        assert row.spaces[-1].colour == row.name
    spaces = [space for row in pad.rows for space in row.spaces]
    assert len(set(spaces)) == len(spaces)


def test_prefixes_tell_the_pads_apart():
    assert len({find_pad(name).prefix for name in ALL}) == len(ALL)


def test_a_row_scores_triangular_numbers_c9():
    for name in ALL:
        points = find_pad(name).points
        assert list(points) == [n * (n + 1) // 2 for n in range(1, len(points) + 1)]


def test_classic_cells_have_the_names_of_the_interface():
    cells = find_pad("classic").cells
    assert list(cells)[:3] == ["red.2", "red.3", "red.4"]
    assert [c for c in cells if c.startswith("red.")][-1] == "red.lock"
    assert [c for c, cell in cells.items() if cell.kind is CellKind.PENALTY] == [
        "penalty.1", "penalty.2", "penalty.3", "penalty.4",
    ]  # fmt: skip
    assert [c for c in cells if c.startswith("write.")] == [
        "write.player", "write.date", "write.red", "write.yellow", "write.green", "write.blue",
        "write.penalties", "write.total",
    ]  # fmt: skip


def test_longo_has_the_official_lucky_pair_and_two_closing_numbers_l1_l3():
    pad = find_pad("longo")
    lucky = pad.mechanic(Lucky)
    assert lucky.numbers == (5, 10)
    assert (5, 10) in lucky.fair_sets()
    assert set(lucky.fair_sets()) == {
        (4, 9), (5, 8), (5, 10), (6, 7), (6, 11), (7, 12), (8, 13), (9, 14), (10, 13), (11, 12),
    }  # fmt: skip
    assert pad.rows_mechanic.closing_numbers == 2


def test_mixed_a_follows_the_official_pad_ma():
    pad = find_pad("mixed-a")
    assert [s.colour[0] for s in pad.row("red").spaces] == list("yyybbbgggrr")
    assert [s.colour[0] for s in pad.row("yellow").spaces] == list("rrggggbbyyy")
    assert [s.colour[0] for s in pad.row("green").spaces] == list("bbbyyyrrrgg")
    assert [s.colour[0] for s in pad.row("blue").spaces] == list("ggrrrryybbb")


def test_mixed_b_follows_the_official_pad_mb():
    pad = find_pad("mixed-b")
    assert [row.numbers[-1] for row in pad.rows] == [11, 10, 3, 4]
    assert pad.row("green").numbers == (8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3)


def test_bonus_a_follows_the_official_pad_ba():
    pad = find_pad("bonus-a")
    bar = pad.mechanic(Bar)
    assert "".join(field[0] for field in bar.fields) == "rygbgrbyrybg"
    assert dict(bar.boxes)["green"] == (11, 7, 4)
    assert pad.cells["red.9"].bonus == "bar"


def test_bonus_b_follows_the_official_pad_bb():
    pairs = find_pad("bonus-b").mechanic(Pairs)
    assert {pair.bonus: set(pair.boxes) for pair in pairs.pairs} == {
        "two-in-fewest": {"yellow.11", "green.9"},
        "one-in-each": {"yellow.7", "blue.7"},
        "double-fewest": {"red.8", "blue.10"},
        "thirteen": {"red.6", "blue.4"},
        "no-penalties": {"yellow.3", "green.5"},
    }


def test_the_board_uses_each_number_once_and_no_closing_number_ob():
    pad = find_pad("on-board")
    board = pad.mechanic(Board)
    assert len(set(board.spaces)) == len(board.spaces) == 40
    closing = {row.spaces[-1] for row in pad.rows}
    assert not closing & set(board.spaces)
    assert (board.spaces[4].colour, board.spaces[4].number) == ("green", 10)
    assert sorted(board.points) == list(board.points)
    assert (board.points[0], board.points[-1]) == (1, 20)
    assert pad.cells["write.board"]


def test_an_unknown_pad_names_the_nearest():
    with pytest.raises(UnknownPad, match="did you mean mixed-a") as error:
        find_pad("mixed_a")
    assert error.value.exit_code == 2


def test_an_own_pad_is_read_from_its_file(tmp_path):
    file = tmp_path / "mine.toml"
    shutil.copy(layouts_folder() / "classic.toml", file)
    pad = find_pad(str(file))
    assert pad.digest is not None
    assert pad.rows == find_pad("classic").rows


def faults(tmp_path, *changes, name="classic"):
    text = (layouts_folder() / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "pad.toml"
    file.write_text(text)
    with pytest.raises(LayoutError) as error:
        find_pad(str(file))
    assert error.value.file == str(file)
    return [str(fault) for fault in error.value.faults]


def test_all_faults_are_told_at_once(tmp_path):
    found = faults(
        tmp_path,
        ("crosses_before = 5", 'crosses_before = "five"'),
        ("closed_rows = 2", "closed_row = 2"),
        ("sides = 6", "sides = 1"),
    )
    assert found == [
        "dice.sides: expected a whole number from 2 to 30, found 1",
        "end.closed_rows: expected a whole number from 1 to 9, found nothing",
        "end.closed_row: expected one of the known keys (closed_rows), found an unknown key",
        "closing.crosses_before: expected a whole number from 0 to 30, found 'five'",
    ]


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("classic", ('name = "classic"', 'name = "My Pad"'), "name: expected a name of letters"),
        ("classic", ('prefix = "CC"', 'prefix = "C"'), "prefix: expected two capital letters"),
        ("classic", ("format = 1", "format = 2"), "format: expected 1, the format that this"),
        ("classic", ('title = "Classic"', "title = 3"), "title: expected a text, found 3"),
        ("classic", ("sources = [", "sources = [3,"), "sources: expected a list of texts"),
        ("classic", ("66, 78]", "66]"), "points: expected a figure for each count"),
        ("classic", ('name = "red"', 'name = "mauve"'), "row[1].name: expected one of red"),
        ("classic", ('name = "red"', 'name = "blue"'), "row[4].name: expected a colour that no"),
        ("classic", ("[2, 3, 4", "[2, 2, 4"), "row[1].numbers: expected each number once"),
        ("classic", ("crosses_before = 5", "crosses_before = 11"), "closing.crosses_before: "),
        ("mixed-a", ('["yellow", 3]', '["yellow", 4]'), "row[1].segments: expected 11 cells"),
        ("mixed-a", ('["yellow", 3]', f'["yellow", {10**12}]'), "row[1].segments: expected 11"),
        ("mixed-a", ('["yellow", 3]', '["red", 0], ["yellow", 3]'), "row[1].segments[1]: expected"),
        ("mixed-a", ('["yellow", 3]', '["red", -3], ["yellow", 3]'), "row[1].segments[1]: exp"),
        ("mixed-a", ('["yellow", 3]', '["mauve", 3]'), "row[1].segments[1]: expected one of"),
        ("mixed-a", ('["red", 2]]', '["blue", 2]]'), "row[1].segments: expected red at the end"),
        ("mixed-a", ('rows = "colours"', 'rows = "all"'), "random.rows: expected one of colours"),
        ("longo", ("[5, 10]", "[5, 5]"), "lucky.numbers: expected different numbers"),
        ("longo", ("[5, 10]", "[2, 3, 4, 5, 6]"), "lucky.numbers: expected at most 4 numbers, fo"),
        ("bonus-a", ("red = [3, 6", "red = [3, 3"), "bar.boxes.red: expected each number once"),
        ("longo", ("fair_ways = 11", "fair_ways = 64"), "lucky.fair_ways: expected a figure"),
        ("bonus-a", ("red = [3", "red = [13"), "bar.boxes.red: expected numbers of the red row"),
        ("bonus-a", ('  "red"', '  "pink"'), "bar.fields[1]: expected one of red"),
        ("bonus-a", ("red = [3, 6, 9]", "red = [3, 6]"), "bar.fields: expected as many as there"),
        ("bonus-b", ('"yellow.11"', '"yellow.13"'), "pair[1].boxes: expected two cells"),
        ("bonus-b", ('"yellow.7"', '"yellow.11"'), "pair[2].boxes: expected cells that no other"),
        ("bonus-b", ('"points"', '"gold"'), "pair[4].effect: expected one of crosses-in-fewest"),
        ("bonus-b", ('"thirteen"', '"one-in-each"'), "pair[4].bonus: expected a name that no"),
        ("on-board", ("fixed = 5", "fixed = 50"), "board.fixed: expected a whole number from 1"),
        ("on-board", ("steps = 5", "steps = 41"), "board.steps: expected a whole number from 1 to"),
        ("on-board", ("last = 5", "last = 41"), "board.last: expected a whole number from 1 to 40"),
        ("bonus-b", ('"thirteen"', '"dreizehn (13)"'), "pair[4].bonus: expected a name of letters"),
        ("bonus-b", ('"double-fewest"\n\n', '"double-fewest"\namount = 7\n\n'), "pair[3].amount: "),
        ("bonus-b", ("amount = 13", f"amount = 0x{'F' * 5000}"), "pair[4].amount: expected a"),
        ("bonus-b", ("amount = 2", "amount = 10"), "pair[1].amount: expected a whole"),
        ("on-board", ("steps = 5", "steps = 0"), "board.steps: expected a whole number from 1"),
        ("on-board", ('["green", 10]', '["green", 13]'), "board.spaces[5]: expected a colour"),
        ("on-board", ("  1, 1,", "  9, 1,"), "board.points: expected figures that never fall"),
        ("bonus-b", ('["yellow.11", "green.9"]', '["green.9", "green.9"]'), "pair[1].boxes: exp"),
        ("mixed-a", ('["yellow", 3]', '["pink", 3]'), "row[1].segments: expected colours that a"),
        ("classic", ('"FoxMind', '"\\u001b[31mFoxMind'), "sources: expected a list of texts of o"),
        ("classic", ('"Classic"', r'"A\nB"'),  "title: expected a text of one line with"),
        ("classic", ('"Classic"', r'"\u001b[31mA"'), "title: expected a text of one line with"),
        ("classic", ('"Classic"', r'"A\u202EB\u2028"'), "title: expected a text of one line with"),
        ("classic", ('title = "Classic"', "title = 2024-01-01"), "title: expected a text, found 2"),
        ("classic", ('title = "Classic"', "title = {a = 1}"), "title: expected a text, found a"),
    ],
)  # fmt: skip
def test_a_fault_tells_key_expected_and_found(tmp_path, name, change, says):
    assert any(fault.startswith(says) for fault in faults(tmp_path, change, name=name))


def test_of_several_closing_numbers_one_alone_needs_a_figure_l1(tmp_path):
    (told,) = faults(tmp_path, ("105, 120]", "105]"), name="longo")
    assert told.startswith("points: expected a figure for each count of crosses up to 15, found")


def test_a_board_space_twice_is_told(tmp_path):
    first = find_pad("on-board").mechanic(Board).spaces[0]
    twice = f'["{first.colour}", {first.number}]'
    told = faults(tmp_path, ('["green", 10]', twice), name="on-board")
    assert any("board.spaces[5]: expected a number that no space before has" in t for t in told)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"\xff\xfe=", "found no UTF-8 at byte 0"),
        (b"format = " + b"9" * 5000, "found a number of thousands of digits"),
        (b"a = " + b"[" * 5000, "found brackets in brackets too many times over"),
    ],
)
def test_what_is_no_toml_is_told_in_plain_words(tmp_path, content, found):
    file = tmp_path / "pad.toml"
    file.write_bytes(content)
    with pytest.raises(LayoutError, match=f"file: expected TOML, {found}; mend that place"):
        find_pad(str(file))


def test_a_file_from_another_editor_is_read_all_the_same(tmp_path):
    file = tmp_path / "OWN.TOML"
    file.write_bytes(b"\xef\xbb\xbf" + (layouts_folder() / "longo.toml").read_bytes())
    assert find_pad(str(file)).name == "longo"
    file.write_bytes(file.read_bytes().replace(b'"longo"', b'"lungo"').replace(b'"NG"', b'"QL"'))
    assert shelf_with([file]).names[0] == "lungo"
    with pytest.raises(UnknownPad, match="is a file, not a pad's name"):
        Shelf().named("OWN.TOML")


def test_no_file(tmp_path):
    with pytest.raises(FileError, match="there is no such file; check the name"):
        find_pad(str(tmp_path / "none.toml"))


def test_a_huge_file_is_not_read(tmp_path):
    file = tmp_path / "pad.toml"
    file.write_text("# " + "x" * 200_000)
    with pytest.raises(LayoutError, match="far larger file"):
        find_pad(str(file))


@pytest.mark.parametrize("wrong", ["[row]\nname = 1\n", "row = 3\n", "points = 1\n", "dice = 1\n"])
def test_wrong_kinds_are_faults_not_crashes(tmp_path, wrong):
    file = tmp_path / "pad.toml"
    file.write_text(wrong)
    with pytest.raises(LayoutError):
        find_pad(str(file))


def test_one_wrong_colour_is_one_fault(tmp_path):
    for name in pad_names():
        (told,) = faults(tmp_path, ('name = "yellow"', 'name = "jellow"'), name=name)
        assert told.startswith("row[2].name: expected one of red, yellow")
        assert told.endswith("found 'jellow'")


def test_one_slip_made_in_every_row_is_told_once(tmp_path):
    assert faults(tmp_path, ("crosses_before = 5", "crosses_before = 14")) == [
        "closing.crosses_before: expected at most 10, for the red row has 11 numbers, found 14"
    ]
    wrong = "[98, 99, 100, 101, 102, 103]"
    (told,) = faults(tmp_path, ("[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", wrong))
    assert told == (
        "row[1].numbers[3]: expected a whole number from 0 to 99, found 100 "
        "(likewise row[1].numbers[4], row[1].numbers[5] and 1 more)"
    )


def test_nothing_is_told_that_follows_from_another_fault(tmp_path):
    (told,) = faults(tmp_path, ("[dice]\nsides = 8", "[throws]\nsides = 8"), name="longo")[:1]
    assert told == "dice: expected a table, found nothing"
    (told,) = faults(tmp_path, ("format = 1", "format = 2"), ("sides = 6", "sides = 0"))
    assert told.startswith("format: expected 1, ")
    (told,) = faults(tmp_path, ("sides = 8", "sides = 88"), name="longo")
    assert told.startswith("dice.sides")
    (told,) = faults(tmp_path, ('["yellow", 9]', '["yellow"]'), name="on-board")
    assert told.startswith("board.spaces[1]")
    (told,) = faults(tmp_path, ('["yellow", 3]', '["yellow"]'), name="mixed-a")
    assert told.startswith("row[1].segments[1]")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", "begin with the example in docs/own-pad.md"),
        ("name = [", "mend that place (docs/layouts.md has the format)"),
    ],
)
def test_what_is_no_pad_is_not_told_key_by_key(tmp_path, text, remedy):
    file = tmp_path / "pad.toml"
    file.write_text(text)
    with pytest.raises(LayoutError) as error:
        find_pad(str(file))
    assert len(error.value.faults) == 1
    assert error.value.remedy == remedy


def emptied(text, key):
    """The layout with nothing in the list of that key; tables of a list are taken out before."""
    if key in ("row", "pair"):
        kept = [part for part in re.split(r"\n(?=\[)", text) if not part.startswith(f"[[{key}]]")]
        head, *tables = kept
        return "\n".join([head, f"{key} = []", *tables])
    return re.sub(rf"^{key} = \[.*?^\]", f"{key} = []", text, flags=re.M | re.S)


@pytest.mark.parametrize(
    ("name", "key"),
    [("classic", "row"), ("bonus-b", "pair"), ("bonus-a", "fields"), ("on-board", "spaces")],
)
def test_an_empty_list_is_a_fault(tmp_path, name, key):
    text = (layouts_folder() / f"{name}.toml").read_text()
    file = tmp_path / "pad.toml"
    file.write_text(emptied(text, key))
    assert file.read_text() != text
    with pytest.raises(LayoutError) as error:
        read_pad(file, own=True)
    assert any(fault.key.rpartition(".")[2] == key for fault in error.value.faults)


def test_a_file_in_a_folder_may_have_any_name(tmp_path):
    (tmp_path / "longo").write_bytes((layouts_folder() / "longo.toml").read_bytes())
    assert find_pad(str(tmp_path / "longo")).name == "longo"
    with pytest.raises(FileError):
        find_pad(f"{tmp_path}/")
