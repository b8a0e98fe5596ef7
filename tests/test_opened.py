"""Files that take the place of others once they are complete."""

import os

from sheetkit.opened import replaced


def test_a_file_is_replaced_where_the_system_knows_no_owners(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "chown")
    path = tmp_path / "pad.pdf"
    path.write_bytes(b"old")
    with replaced(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]
