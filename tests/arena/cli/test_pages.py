"""`arena help`, and what messages say about it: no message names a file that is only in a checkout."""

import ast
import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from arena.app.manual import pages, readable
from arena.cli.group import COMMANDS
from arena.games.catalogue import GAMES
from tests.commands import ROOT, arena
from tests.generate import help_of

PLACE = re.compile(r"\b(?:docs|protocol|ladders|sample_bots|arena/games)/[\w.-]*\w|\b[\w-]+\.md\b")
"""A path that only a checkout has."""
TOPIC = re.compile(r"\barena help (?!(?:arena|lists?)\b)(?:sample:\S+|([a-z][\w-]*))")
TOPICS = {*pages(), *GAMES, *COMMANDS}
MAY = {"LADDER.md", "README.md"}
"""Files that people may have: where the example of `arena ladder` writes to; what `sample_bots` is explained by."""


@cache
def messages() -> Sequence[tuple[str, str]]:
    """Every text of the code that is no docstring, with its file; and the help of every command."""
    found: list[tuple[str, str]] = []
    for path in (ROOT / "arena").rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text()))]
        told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in told)
        found += ((str(path.relative_to(ROOT)), node.value) for node in texts if isinstance(node.value, str))
    return [*found, *((f"arena {name} --help", help_of(name)) for name in COMMANDS)]


def topics(text: str) -> set[str]:
    """The topics that a text names; click may break a line after a hyphen."""
    joined = re.sub(r" *\n *", " ", re.sub(r"(?<=-)\n +", "", text))
    return {topic for topic in TOPIC.findall(joined) if topic}


@pytest.mark.slow
def test_no_message_names_a_file_that_pip_does_not_install() -> None:
    found = {
        (place, name)
        for place, text in messages()
        if " " in text and not place.endswith("app/manual.py")
        for name in PLACE.findall(text)
        if name not in MAY
    }
    assert found == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_fits_a_terminal_of_80_columns(name: str) -> None:
    assert [line for line in help_of(name, width=80).splitlines() if len(line) > 80] == []


@pytest.mark.slow
def test_each_topic_that_a_message_names_exists() -> None:
    named = {topic for _, text in messages() for topic in topics(text)}

    assert {"submissions", "faults", "results-format", "ladder-keys", "schedules", "quickstart"} <= named
    assert named <= TOPICS


def test_the_list_has_every_page_of_the_manual_with_its_headline() -> None:
    said = arena("help")[0]
    listed = dict(re.findall(r"^(\S+) +(.*?) *$", said, re.MULTILINE))

    for page in (ROOT / "docs").glob("*.md"):
        assert listed[page.stem] == page.read_text().partition("\n")[0].removeprefix("# ")
    assert listed["protocol"] == "The Trick Arena protocol, version 1"
    assert "quickstart" in listed
    assert all(name in said for name in GAMES)


@pytest.mark.parametrize("topic", pages())
def test_every_page_can_be_printed_and_links_only_to_what_can_be_printed(topic: str) -> None:
    text = readable(pages()[topic])

    assert topics(text) <= TOPICS
    assert not re.search(r"\]\((?!https?://)", text)
    assert "<!--" not in text


def test_a_pipe_gets_the_page_as_markdown_with_commands_for_links() -> None:
    said = arena("help", "faults")[0]

    assert said.startswith("# Faults: ")
    assert "SPEC.md (`arena help protocol`)" in said
    assert "Benched bots (`arena help schedules`)" in said


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("SPEC.md", "# The Trick Arena protocol"),
        ("docs/seasons.md", "# Seasons"),
        ("kaiser", "# Kaiser"),
        ("quickstart", "# The sample bots"),
        ("match", "Usage: arena match [OPTIONS]"),
    ],
)
def test_topics_may_be_paths_games_ladders_and_commands(words: str, begins: str) -> None:
    assert arena("help", words)[0].startswith(begins)


def test_a_section_is_printed_with_those_below_it_and_no_other() -> None:
    said = arena("help", "protocol#messages")[0]

    assert said.startswith("## Messages\n")
    assert "### `bye`" in said
    assert "## Who may say what when" not in said
    assert arena("help", "protocol#word-say-text")[0].startswith("### `WORD [say TEXT]`\n")
    assert "did you mean 'clocks'?" in arena("help", "protocol#clock", status=64)[1]
    assert "has no section 'begins-all-games'" in arena("help", "faults#begins-all-games", status=64)[1]


def test_an_unknown_topic_is_an_error_with_the_nearest_one() -> None:
    _, said = arena("help", "ladder-kyes", status=os.EX_USAGE)

    assert said == "arena: there is no page 'ladder-kyes'; did you mean 'ladder-keys'?\n  arena help lists them\n"


def test_the_ladder_that_help_writes_can_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(arena("help", "quickstart")[0])

    assert path.read_text() == (ROOT / "ladders/quickstart.toml").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "paged"), [(20, True), (500, False)])
def test_a_terminal_gets_it_laid_out_and_a_long_page_goes_through_the_pager(lines: int, paged: bool) -> None:
    code = "import sys, arena.cli\nsys.argv[1:] = ['help', 'seasons']\narena.cli.main()"
    env = os.environ | {"PAGER": "sed s/^/PAGED:/", "TERM": "xterm", "COLUMNS": "80", "LINES": str(lines)}
    master, slave = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", code], stdin=slave, stdout=slave, env=env | {"PYTHONPATH": str(ROOT)}
    )
    os.close(slave)
    said = b""
    while chunk := _read(master):
        said += chunk
    os.close(master)

    assert done.wait() == 0
    assert (b"PAGED:" in said) == paged
    assert b"arena help" in said
    assert b"](" not in said


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end of a pseudo-terminal was closed
        return b""
