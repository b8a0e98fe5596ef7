"""The code on a sheet: carries pad, layout and sheet, and notices slips."""

import random
import shutil
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetkit.errors import CodeError
from sheetkit.pad import SheetCode, check_code, find_pad, layouts_folder, pad_names, read_code
from sheetkit.pad.code import ALPHABET, SHEETS, _check, _digits

PADS = [find_pad(name) for name in pad_names()]


@given(pad=st.sampled_from(PADS), sheet=st.integers(0, SHEETS - 1), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_a_code_says_pad_layout_and_sheet(pad, sheet, seed):
    drawn = pad.drawn(random.Random(seed)) if pad.name != "mixed-a" else pad
    code = SheetCode(drawn, sheet)
    assert read_code(code.text, PADS) == code
    assert read_code(code.printed.lower(), PADS) == code


def test_a_classic_code_is_short_enough_to_type():
    assert len(SheetCode(find_pad("classic"), 7).text) == 13


@given(pad=st.sampled_from(PADS), sheet=st.integers(0, SHEETS - 1), place=st.integers(2, 12),
       character=st.sampled_from(ALPHABET))  # fmt: skip
@settings(max_examples=300)
def test_one_wrong_character_is_noticed(pad, sheet, place, character):
    code = SheetCode(pad, sheet).text
    wrong = code[:place] + character + code[place + 1 :]
    if wrong != code:
        with pytest.raises(CodeError):
            check_code(wrong)


@given(pad=st.sampled_from(PADS), sheet=st.integers(0, SHEETS - 1), place=st.integers(0, 11))
@settings(max_examples=200)
def test_two_swapped_characters_are_noticed(pad, sheet, place):
    code = SheetCode(pad, sheet).text
    wrong = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    if wrong != code:
        with pytest.raises(CodeError):
            read_code(wrong, PADS)


def test_look_alikes_are_read_as_what_was_meant():
    code = next(c for s in range(999) if {"0", "1"} <= set((c := SheetCode(PADS[0], s).text)[3:]))
    assert check_code(code[:2] + code[2:].replace("0", "o").replace("1", "l")) == code


@pytest.mark.parametrize("text", ["", "CC", "hello world", "CC0-0000-0000-00", "✕" * 13])
def test_no_code_is_told(text):
    with pytest.raises(CodeError, match="is not the code of a sheet"):
        check_code(text)


def test_a_pad_of_the_user_needs_its_file(tmp_path):
    file = tmp_path / "mine.toml"
    text = (layouts_folder() / "classic.toml").read_text()
    file.write_text(text.replace('"CC"', '"XY"'))
    mine = find_pad(str(file))
    code = SheetCode(mine, 3)
    assert read_code(code.text, [*PADS, mine]) == code
    with pytest.raises(CodeError, match=r"--pad FILE\.toml"):
        read_code(code.text, PADS)
    file.write_text(text.replace('"CC"', '"XY"').replace("-5", "-6"))
    with pytest.raises(CodeError, match=r"--pad FILE\.toml"):
        read_code(code.text, [find_pad(str(file))])


def test_the_letters_of_a_pad_stay_as_they_are(tmp_path):
    file = tmp_path / "mine.toml"
    text = (layouts_folder() / "classic.toml").read_text()
    file.write_text(text.replace('"CC"', '"LO"'))
    code = SheetCode(find_pad(str(file)), 3)
    assert check_code(code.text.lower()) == code.text


def test_a_bundled_name_in_an_own_file_is_still_the_users(tmp_path):
    file = tmp_path / "classic.toml"
    shutil.copy(layouts_folder() / "classic.toml", file)
    code = SheetCode(find_pad(str(file)), 3)
    with pytest.raises(CodeError, match="--pad"):
        read_code(code.text, PADS)


def test_a_layout_from_a_newer_program_is_told():
    other = SheetCode(PADS[0], 3)
    with pytest.raises(CodeError, match="belongs to no known pad"):
        read_code(other.text, PADS[1:])


@pytest.mark.parametrize("kind", ["3", "9", "00", "0ZZ"])
def test_a_code_of_a_later_format_is_not_taken_for_the_official_pad(kind):
    body = "CC" + kind + "000007"
    code = body + _check(body)
    with pytest.raises(CodeError, match="no known pad; use a newer sheetkit"):
        read_code(code, PADS)


def checked(body):
    """The code of that body, its checksum right."""
    return body + _check(body)


def test_a_layout_that_the_pad_hasn_t_got_is_no_code_of_it():
    longo = find_pad("longo")
    last, sheet = _digits(longo.layouts - 1, 2), "000007"
    assert read_code(checked(f"NG1{last}{sheet}"), PADS).pad.layout_number() == longo.layouts - 1
    for layout in (_digits(longo.layouts, 2), f"0{last}", last[1:]):
        with pytest.raises(CodeError, match="belongs to no known pad"):
            read_code(checked(f"NG1{layout}{sheet}"), PADS)


def test_what_says_no_kind_of_layout_is_no_code():
    with pytest.raises(CodeError, match="is not the code of a sheet"):
        check_code(checked("CC000007"))


def test_an_official_code_is_of_the_official_pad_whatever_other_has_its_letters():
    classic = find_pad("classic")
    own = replace(classic, name="mine", digest=7)
    assert read_code(SheetCode(classic, 7).text, [own, classic]).pad == classic
    assert read_code(SheetCode(own, 7).text, [classic, own]).pad == own


def test_a_code_may_be_typed_over_several_lines():
    code = SheetCode(PADS[0], 7)
    assert check_code(code.printed.replace(" ", "\n\t")) == code.text
