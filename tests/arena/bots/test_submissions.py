import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots import staging, submissions, trees
from arena.bots.builds import Ran
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake
from arena.bots.staging import StagingError, ready
from arena.bots.submissions import Found, look_up, with_own_names
from arena.errors import UserError
from arena.results.roster import known
from arena.settings.ladder import BotLine
from arena.settings.limits import BuildLimits, StagingLimits, TreeLimits
from arena.settings.people import read_people
from tests.games.toy import TOY

SHELL = 'command = ["sh", "bot.sh"]\n'

Look = Callable[..., list[Found]]


@pytest.fixture
def intake(tmp_path: Path) -> Intake:
    return Intake({"toy": TOY}, ready(tmp_path / "area"), StagingLimits(TreeLimits(files=9)))


@pytest.fixture
def look(tmp_path: Path, intake: Intake) -> Look:
    def run(*lines: BotLine, base: Path = tmp_path) -> list[Found]:
        return with_own_names(list(look_up(lines, intake, base)))

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "subs").mkdir()
    return tmp_path / "subs"


SUBS = BotLine("subs", None, folder=True)


def submit(folder: Path, child: str, more: str = "") -> Path:
    (folder / child).mkdir()
    (folder / child / "bot.toml").write_text(SHELL + more)
    (folder / child / "bot.sh").write_text(f"echo bot {shlex.quote(child)} 1\n", errors="surrogateescape")
    return folder / child


def told(found: Sequence[Found]) -> dict[str, str]:
    return {each.given.removeprefix("subs/"): outcome(each) for each in found}


def outcome(found: Found) -> str:
    match found.outcome:
        case Entrant() as entrant:
            return entrant.name
        case Unavailable() as left_out:
            return f"left out: {left_out.reason}"
        case error:
            assert error.hint or "\n" in error.message or "bot.toml: " in error.message
            return f"refused: {error.message.splitlines()[0]}"


def test_every_folder_and_every_program_is_a_bot(look: Look, folder: Path) -> None:
    submit(folder, "ann", 'name = "careful"\n')
    submit(folder, "ben")
    (folder / "eve.sh").write_text("#!/bin/sh\n")

    assert told(look(SUBS)) == {"ann": "careful", "ben": "ben", "eve.sh": "eve"}


def test_a_pattern_names_some_of_a_folder(look: Look, folder: Path) -> None:
    for child in ("ann", "ben", "bea"):
        submit(folder, child)

    assert told(look(BotLine("subs/*", None))) == {"ann": "ann", "bea": "bea", "ben": "ben"}
    assert told(look(BotLine("subs/b?[na]", None))) == {"bea": "bea", "ben": "ben"}


def test_what_is_hidden_is_no_submission(look: Look, folder: Path) -> None:
    submit(folder, "ann")
    for name in (".git", "__MACOSX", "__pycache__"):
        (folder / name).mkdir()
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "README.txt", "readme.md", "README"):
        (folder / name).write_text("nothing that plays")

    assert told(look(SUBS)) == told(look(BotLine("subs/*", None))) == {"ann": "ann"}


@pytest.mark.parametrize(
    ("files", "hint"),
    [
        (["bot.toml.txt", "bot.py"], "rename bot.toml.txt to bot.toml"),
        (["Bot.toml", "bot.py"], "rename Bot.toml to bot.toml"),
        (["bot.py"], 'put a bot.toml there with this line: command = ["python3", "bot.py"]'),
        (["bot.py", "weights.npz"], 'put a bot.toml there with this line: command = ["python3", "bot.py"]'),
        (["work.ipynb"], "save it as a program (jupyter nbconvert --to script), in a folder with a bot.toml"),
        (["mine.zip"], "unpack mine.zip in its place"),
        (["a.py", "b.py"], "put one there: arena help submissions"),
    ],
)
def test_a_folder_without_a_bot_toml_gets_a_hint_from_what_is_in_it(
    look: Look, folder: Path, files: list[str], hint: str
) -> None:
    (folder / "ann").mkdir()
    for name in files:
        (folder / "ann" / name).touch()

    [found] = look(SUBS)
    assert isinstance(found.outcome, UserError)
    assert found.outcome.message == "the folder has no bot.toml"
    assert found.outcome.hint.startswith(hint)


def test_a_virtual_environment_is_no_part_of_a_submission(look: Look, folder: Path) -> None:
    (submit(folder, "ann") / ".venv/bin").mkdir(parents=True)
    (folder / "ann/.venv/bin/python").symlink_to("/usr/bin/python3")

    [found] = look(SUBS)
    assert isinstance(found.outcome, UserError)
    assert found.outcome.hint.startswith("leave the virtual environment out")


def test_authors_are_told_the_line_of_an_error_and_no_path_of_the_server(look: Look, folder: Path) -> None:
    (submit(folder, "ann") / "bot.toml").write_text("# mine\nx = = 1\n")
    submit(folder, "ben", 'build = ["sh", "-c", "echo bot.c:1: error; exit 1"]\n')
    submit(folder, "eve", "x = 1\n")

    ann, ben, eve = (known(each).why for each in look(SUBS))
    assert ann == "bot.toml:2: Invalid value (column 5)"
    assert "bot.c:1: error" in ben
    assert eve.startswith("bot.toml: x: there is no such key")
    assert str(folder.parent) not in ann + ben + eve
    again = next(known(each).why for each in look(SUBS) if each.given.endswith("ben"))
    assert str(folder.parent) not in again
    assert "--retry" not in again


def test_an_empty_folder_has_no_submissions(look: Look, folder: Path) -> None:
    assert look(SUBS) == look(BotLine("subs/*", None)) == []


def hostile(folder: Path) -> dict[str, str]:
    """Put submissions of all bad kinds into a folder; return the expected report of each."""
    os.mkfifo(folder / "fifo")
    (folder / "link").symlink_to("ann")
    (folder / "program.zip").write_bytes(b"PK\3\4\0")
    (folder / "program.zip").chmod(0o755)
    (folder / "bot.ipynb").write_text("{}")
    (folder / "notes.md").write_text("read me")
    (folder / "bot.zip").write_bytes(b"PK\3\4")
    (folder / "win.py").write_text("#!/bin/sh\r\n")
    (folder / "empty").mkdir()
    (folder / "new\nline.sh").write_text("#!/bin/sh\n")
    (folder / os.fsdecode(b"\xff.sh")).write_text("#!/bin/sh\n")
    os.mkfifo(submit(folder, "inner") / "x")
    (submit(folder, "out") / "x").symlink_to("../ann")
    os.truncate(submit(folder, "huge") / "bot.sh", 1 << 40)
    many = submit(folder, "many")
    for number in range(8):
        (many / str(number)).touch()
    (submit(folder, "program") / "bot.toml").write_text('command = ["no-such"]')
    (submit(folder, "toml") / "bot.toml").write_text("command = [")
    submit(folder, "keys", "x = 1\n")
    submit(folder, "needs", 'needs = ["no-such-cc"]\n')
    submit(folder, "build", 'build = ["sh", "-c", "echo bot.c:1: error; exit 1"]\n')
    return {
        "fifo": "refused: is a pipe, neither a file nor a folder",
        "link": "refused: is a link",
        "notes.md": "refused: is not executable and does not begin with #!",
        "bot.zip": "refused: is an archive",
        "program.zip": "refused: program.zip: is an archive, not a program",
        "bot.ipynb": "refused: is a notebook, not a program",
        "win.py": "refused: win.py: has Windows line endings",
        "empty": "refused: the folder has no bot.toml",
        "new\nline.sh": r"refused: new\nline.sh: has an unprintable character in its name",
        "\udcff.sh": r"refused: \udcff.sh: has an unprintable character in its name",
        "inner": "refused: x: is a pipe, neither a file nor a folder",
        "out": "refused: x: the link leaves the folder, or leads nowhere (../ann)",
        "huge": "refused: bot.sh: is bigger than 64 MiB",
        "many": "refused: holds more than 9 files and folders",
        "program": "refused: there is no program 'no-such'",
        "toml": f"refused: {folder}/toml/bot.toml: Invalid value (at end of document)",
        "keys": f"refused: {folder}/keys/bot.toml: x: there is no such key; there are: command, name, version, author,"
        " about, build, needs, games, codec, tables, library, limits, params",
        "needs": "left out: needs no-such-cc, not found on PATH",
        "build": "refused: the build \"sh -c 'echo bot.c:1: error; exit 1'\" failed: exit 1",
    }


def test_what_cannot_be_used_is_reported_and_stops_nobody(look: Look, folder: Path) -> None:
    submit(folder, "ann")
    expected = hostile(folder)
    submit(folder, "zoe")

    assert told(look(SUBS)) == expected | {"ann": "ann", "zoe": "zoe"}


def test_a_submission_that_becomes_a_link_is_not_followed(
    look: Look, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(folder, "ann")
    submit(folder, "eve")
    opened = trees.opened

    def swap(path: Path, trusted: Path | None = None) -> object:
        if path.name == "eve":
            path.rename(folder.parent / "eve")
            path.symlink_to("ann")
        return opened(path, trusted)

    monkeypatch.setattr(trees, "opened", swap)
    assert told(look(SUBS)) == {"ann": "ann", "eve": "refused: eve: changed while it was copied"}


def test_a_folder_of_submissions_may_itself_be_a_link(look: Look, folder: Path) -> None:
    submit(folder, "ann")
    (folder.parent / "current").symlink_to("subs")

    assert [each.given for each in look(BotLine("current", None, folder=True))] == ["current/ann"]


def test_submissions_of_one_name_get_that_of_their_folder_too(look: Look, folder: Path) -> None:
    for child in ("ann", "ben", "mybot"):
        submit(folder, child, 'name = "mybot"\n')
    submit(folder, "eve", 'name = "eve"\n')
    (folder / "eve.sh").write_text("#!/bin/sh\n")

    assert told(look(SUBS)) == {
        "ann": "mybot-ann",
        "ben": "mybot-ben",
        "mybot": "mybot",
        "eve": "eve",
        "eve.sh": "eve-eve.sh",
    }


def test_nobody_becomes_another_bot_because_somebody_else_hands_in(folder: Path, intake: Intake) -> None:
    """The name, and with it the id and all games, of an unchanged bot stay (D61)."""
    submit(folder, "ann", 'name = "owl"\n')
    submit(folder, "ben", 'name = "owl"\n')
    found = [*look_up([SUBS], intake, folder.parent)]
    for before, now in (
        ({"ann": ["owl"]}, {"ann": "owl", "ben": "owl-ben"}),
        ({"ben": ["owl"]}, {"ann": "owl-ann", "ben": "owl"}),
        ({"ben": ["owl"], "ann": ["owl"]}, {"ann": "owl", "ben": "owl-ben"}),
        ({"ann": ["jay"]}, {"ann": "owl-ann", "ben": "owl-ben"}),  # it was renamed
        ({"ann": ["owl-ann", "jay"]}, {"ann": "owl-ann", "ben": "owl"}),  # and asks for its first name again
        ({"cat": ["owl"]}, {"ann": "owl-ann", "ben": "owl-ben"}),  # nobody takes over the results of one who is away
    ):
        names = {f"subs/{child}": had for child, had in before.items()}
        assert told(with_own_names(found, names)) == now
    assert told(with_own_names(found[:1], {"subs/ann": ["owl-ann"]})) == {"ann": "owl-ann"}, "the other has gone"
    house = [*look_up([BotLine("sample:random", "owl")], intake, folder.parent)]
    assert told(with_own_names([*house, *found], {"subs/ann": ["owl"]}))["ann"] == "owl-ann"


def test_with_a_roster_no_name_shows_a_folder(folder: Path, intake: Intake) -> None:
    (folder / "roster.toml").write_text('[people.ann]\npseudonym = "heron"\n[people.eve]\nname = "Eve"\n')
    people = read_people(folder / "roster.toml")
    (folder / "roster.toml").unlink()
    for child, own in (("ann", "ann"), ("ben", "owl"), ("cat", "owl"), ("dan", ""), ("eve", "")):
        submit(folder, child, f'name = "{own}"\n' if own else "")
    found = [*look_up([SUBS], intake, folder.parent)]
    bots = {each.given.removeprefix("subs/"): each.outcome for each in found}
    digits = {child: bot.digest[:6] for child, bot in bots.items() if isinstance(bot, Entrant)}
    first = told(with_own_names(found, {}, people))
    assert first == {
        "ann": "heron",
        "ben": f"owl-{digits['ben']}",
        "cat": f"owl-{digits['cat']}",
        "dan": f"bot-{digits['dan']}",
        "eve": f"bot-{digits['eve']}",
    }
    before = {f"subs/{child}": [name] for child, name in first.items()}
    for child in ("cat", "dan"):
        (folder / child / "bot.sh").write_text("echo another version\n")
    again = [*look_up([SUBS], intake, folder.parent)]
    assert told(with_own_names(again, before, people)) == first, "a new version keeps the name"


def test_a_pseudonym_is_that_of_one_person_whatever_others_call_their_bots(folder: Path, intake: Intake) -> None:
    (folder / "roster.toml").write_text(
        '[people.ann]\npseudonym = "heron"\nid = "7"\n[people.eve]\npseudonym = "house"\n'
    )
    people = read_people(folder / "roster.toml")
    (folder / "roster.toml").unlink()
    for child in ("7", "ben", "eve"):
        submit(folder, child, 'name = "heron"\n')
    house = BotLine("sample:random", "house")
    found = [*look_up([SUBS, house], intake, folder.parent)]
    alone = told(with_own_names([each for each in found if each.given != "subs/7"], {}, people))
    assert alone["ben"].startswith("heron-"), "it is hers before she has handed in"
    both = told(with_own_names(found, {"subs/ben": ["heron"]}, people))
    assert both == alone | {"7": "heron"}
    assert both["eve"].startswith("house-"), "the teacher's own bots come first"
    submit(folder, "ann", 'name = "heron"\n')
    found = [*look_up([SUBS, house], intake, folder.parent)]
    assert len({*told(with_own_names(found, {}, people)).values()}) == 5, "two bots of hers are two"


def test_no_submission_takes_the_name_of_a_bot_of_the_ladder(look: Look, folder: Path) -> None:
    submit(folder, "ann", 'name = "house"\n')
    submit(folder.parent, "own")

    assert told(look(SUBS, BotLine("own", "house"))) == {"ann": "house-ann", "own": "house"}
    (folder.parent / "own/bot.toml").write_text('command = ["sh", "bot.sh"]\nneeds = ["nothing-of-that-name"]\n')
    assert told(look(SUBS, BotLine("own", "house")))["ann"] == "house-ann", "marks are measured by that name"


def test_students_are_told_apart_in_any_script(look: Look, folder: Path) -> None:
    people = ["山田", "鈴木", "Иван", "Пётр", "Zoë", "अनिल", "علي"]
    for person in people:
        submit(folder, person)
    submit(folder, "own", 'name = "Мария"\n')

    assert told(look(SUBS)) == {**{person: person for person in people}, "own": "Мария"}


def test_long_names_of_which_there_are_many_stay_apart(look: Look, folder: Path) -> None:
    long = "n" * 32
    for child in ("c" * 40 + "1", "c" * 40 + "2", "c" * 40 + "3"):
        submit(folder, child, f'name = "{long}"\n')

    assert sorted(told(look(SUBS)).values()) == ["c" * 32, "n" * 26 + "-2", "n" * 26 + "-3"]


def test_a_bot_named_by_itself_that_cannot_be_used_stops_the_ladder(look: Look, folder: Path) -> None:
    with pytest.raises(UserError, match=r"subs: the folder has no bot\.toml"):
        look(BotLine("subs", None))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (BotLine("none", None, folder=True), "none: No such file or directory"),
        (BotLine("none/*", None), r"none/\*: No such file or directory"),
        (BotLine("subs/*", "x"), r"subs/\*: several bots cannot all be called 'x'"),
        (BotLine("own/bot.sh", None, folder=True), "own/bot.sh: Not a directory"),
    ],
)
def test_a_folder_that_is_none_stops_the_ladder(look: Look, folder: Path, line: BotLine, problem: str) -> None:
    submit(folder.parent, "own")
    submit(folder, "ann")
    with pytest.raises(UserError, match=problem) as caught:
        look(line)
    assert caught.value.hint


def test_a_command_with_a_star_is_a_command(look: Look, folder: Path) -> None:
    (found,) = look(BotLine("sh -c 'echo *' none/*", None))
    assert isinstance(found.outcome, Entrant)
    assert found.outcome.command == ("sh", "-c", "echo *", "none/*")


def test_a_file_with_a_star_in_its_name_is_a_file(look: Look, folder: Path) -> None:
    (folder / "b*t").write_text("#!/bin/sh\n")
    assert told(look(BotLine("subs/b*t", None))) == {"b*t": "b*t"}


def test_more_submissions_than_any_class_has_are_refused(
    look: Look, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MANY", 2)
    for child in ("ann", "ben", "eve"):
        submit(folder, child)
    with pytest.raises(UserError, match="subs: more than 2 submissions"):
        look(SUBS)


def test_a_full_disk_is_no_fault_of_a_submission(look: Look, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    submit(folder, "ann")
    monkeypatch.setattr(staging, "keep", full)
    with pytest.raises(StagingError, match="No space left on device"):
        look(SUBS)


def test_builds_are_run_by_the_runner_of_the_intake(intake: Intake, folder: Path) -> None:
    asked = []

    def run(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        asked.append((tuple(command), limits))
        (folder / "made").touch()
        return Ran(0, b"")

    submit(folder, "ann", 'build = ["make"]\n')
    (found,) = look_up([SUBS], replace(intake, run=run), folder.parent)

    assert isinstance(found.outcome, Entrant)
    assert (found.outcome.folder / "made").exists()
    assert asked == [(("make",), BuildLimits())]


def test_a_bug_of_the_arena_leaves_one_submission_out(
    look: Look, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> str:
        raise ExceptionGroup("several", [RecursionError("too deep")])

    submit(folder, "ann", 'build = ["make"]\n')
    submit(folder, "ben")
    monkeypatch.setattr("arena.bots.intake.built", fail)
    ann, ben = (found.outcome for found in look(SUBS))

    assert isinstance(ann, Unavailable)
    assert re.search(r"bug of the arena.*RecursionError: too deep; test_submissions.py, line \d+", ann.reason)
    assert isinstance(ben, Entrant)


def test_a_build_that_the_machine_cannot_run_leaves_one_submission_out(intake: Intake, folder: Path) -> None:
    submit(folder, "ann", 'build = ["make"]\n')
    run = replace(intake, run=lambda *_: Ran(1, b"", "the sandbox could not be made", ours=True))
    (found,) = look_up([SUBS], run, folder.parent)

    assert isinstance(found.outcome, Unavailable)
    assert "its build could not be run: the sandbox could not be made" in found.outcome.reason


@pytest.mark.parametrize("name", [b"new\nline", b"\xff\xfe", b"n" * 255, b"\x1b[2J", b"-rf", b"=1+1"])
def test_names_of_any_bytes_are_taken_in_or_refused(look: Look, folder: Path, name: bytes) -> None:
    submit(folder, os.fsdecode(name))
    submit(folder, "ben")
    found = [each.outcome for each in look(SUBS)]

    assert not any(isinstance(outcome, Unavailable) for outcome in found)
    assert any(isinstance(outcome, Entrant) and outcome.name == "ben" for outcome in found)
