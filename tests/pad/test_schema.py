"""docs/layout.schema.json says the same as the reader."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from sheetkit.errors import LayoutError
from sheetkit.pad import COLOURS, Pairs, layouts_folder, pad_names, read_pad
from sheetkit.pad.pairs import COUNTED, EFFECTS, MOST_CROSSES

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "layout.schema.json").read_text())


def layout(name):
    return tomllib.loads((layouts_folder() / f"{name}.toml").read_text())


def refused_by_both(tmp_path, name, change):
    """Whether the schema and the reader refuse the layout with a piece of its text changed."""
    text = (layouts_folder() / f"{name}.toml").read_text()
    assert change[0] in text
    file = tmp_path / "pad.toml"
    file.write_text(text.replace(*change, 1))
    with pytest.raises(LayoutError):
        read_pad(file, own=True)
    return not jsonschema.Draft202012Validator(SCHEMA).is_valid(tomllib.loads(file.read_text()))


@pytest.mark.parametrize("name", pad_names())
def test_every_pad_fits_the_schema(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(layout(name), SCHEMA)


@pytest.mark.parametrize("name", pad_names())
def test_no_key_of_a_pad_can_be_of_another_kind(name):
    """Each key in turn is made an object where none belongs, and a list of nothing."""
    values = layout(name)
    for key, value in values.items():
        for wrong in ({"no": "such"}, [], -1.5):
            if type(wrong) is not type(value):
                with pytest.raises(jsonschema.ValidationError):
                    jsonschema.validate({**values, key: wrong}, SCHEMA)


@pytest.mark.parametrize("name", pad_names())
def test_an_unknown_key_does_not_fit(name):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**layout(name), "colour": 1}, SCHEMA)


def test_the_closed_sets_are_the_readers():
    assert SCHEMA["$defs"]["colour"]["enum"] == list(COLOURS)
    effect = SCHEMA["properties"]["pair"]["items"]["properties"]["effect"]["enum"]
    assert effect == list(EFFECTS)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bonus-a", ("red = [3, 6, 9]", "red = [3, 6, 3, 9]")),
        ("classic", ("sources = [", r'sources = ["a\nb", ')),
        ("classic", ('title = "Classic"', r'title = "Classic\n"')),
        ("classic", ('title = "Classic"', r'title = "\u001b[31mClassic"')),
    ],
)
def test_a_box_twice_or_a_text_of_two_lines_fits_neither(tmp_path, name, change):
    assert refused_by_both(tmp_path, name, change)


@pytest.mark.parametrize("cells", [0, -3])
def test_a_run_of_no_cells_fits_neither(tmp_path, cells):
    assert refused_by_both(
        tmp_path, "mixed-a", ('["yellow", 3]', f'["red", {cells}], ["yellow", 3]')
    )


@pytest.mark.parametrize("effect", sorted({*EFFECTS} - {*COUNTED}))
@pytest.mark.parametrize("amount", [1, 50])
def test_an_amount_of_what_has_none_fits_neither(tmp_path, effect, amount):
    said = f'effect = "{effect}"'
    assert refused_by_both(tmp_path, "bonus-b", (said, f"{said}\namount = {amount}"))


@pytest.mark.parametrize("effect", ["crosses-in-fewest", "crosses-in-each"])
def test_more_crosses_than_a_sign_has_room_for_fit_neither(tmp_path, effect):
    said = 'effect = "points"\namount = 13'
    assert refused_by_both(tmp_path, "bonus-b", (said, f'effect = "{effect}"\namount = 10'))


@pytest.mark.parametrize("effect", COUNTED)
def test_the_largest_amount_that_is_said_fits_both(tmp_path, effect):
    most = 99 if effect == "points" else MOST_CROSSES
    text = (layouts_folder() / "bonus-b.toml").read_text()
    file = tmp_path / "pad.toml"
    said = 'effect = "points"\namount = 13'
    file.write_text(text.replace(said, f'effect = "{effect}"\namount = {most}'))
    assert read_pad(file, own=True).mechanic(Pairs).pairs[3].amount == most
    jsonschema.validate(tomllib.loads(file.read_text()), SCHEMA)
