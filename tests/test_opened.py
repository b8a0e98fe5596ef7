"""Files that take the place of others once they are complete."""

import os
from pathlib import Path

import pytest

from sheetkit.opened import replaced


def test_a_file_is_replaced_where_the_system_knows_no_owners(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "chown")
    path = tmp_path / "pad.pdf"
    path.write_bytes(b"old")
    with replaced(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_written_through(tmp_path, there):
    link, real = tmp_path / "table.marks.json", tmp_path / "kept" / "answers.json"
    real.parent.mkdir()
    if there:
        real.write_bytes(b"old")
    link.symlink_to("kept/answers.json")
    with replaced(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert [*real.parent.iterdir()] == [real]


def test_an_error_names_the_file_as_it_was_named(tmp_path):
    link = tmp_path / "pad.pdf"
    link.symlink_to("none/pad.pdf")
    with pytest.raises(OSError, match="No such file") as raised, replaced(link):
        pass
    assert Path(raised.value.filename) == link
