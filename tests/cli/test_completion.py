"""What a shell is offered, asked as the installed script asks."""

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("sheetkit re", ["replay"]),
        ("sheetkit print mi", ["mixed-a", "mixed-b"]),
        ("sheetkit variants lo", ["longo"]),
        ("sheetkit print classic --language e", ["en", "es"]),
        ("sheetkit scan --ann", ["--annotate"]),
    ],
)
def test_words_begun_are_completed(words, offered):
    asked = {
        "_SHEETKIT_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    done = CliRunner().invoke(app, [], env=asked, prog_name="sheetkit")
    assert done.output.split() == offered


def test_the_script_for_a_shell_is_shown():
    asked = {"_SHEETKIT_COMPLETE": "source_bash"}
    done = CliRunner().invoke(app, [], env=asked, prog_name="sheetkit")
    assert "complete -o default -F _sheetkit_completion sheetkit" in done.output
