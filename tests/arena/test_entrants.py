import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena import entrants
from arena.config import Games
from arena.entrants import Entrant, Unavailable, find_sample, refuse_same_names, resolve, samples
from arena.errors import ConfigErrors, UserError
from arena.games.kernel import AnyGame, Game, Result, World, table
from arena.games.options import Options

TOY: AnyGame = Game(
    name="toy",
    title="A toy",
    options=Options,
    presets={"standard": Options()},
    table=lambda o: table((0, 1)),
    start=lambda o, chance: iter(()),  # type: ignore[arg-type, return-value] # never played here
    deal=lambda o, standing, chance: iter(()),  # type: ignore[arg-type, return-value] # never played here
    result=lambda o, standing: Result((1, 1), (0, 0), "toy"),
    worlds=lambda view, rng: World({}, {}),
    points=lambda o: None,
)
GAMES: Games = {"toy": TOY, "kaiser": TOY}
SETTINGS = 'name = "mine"\nversion = "1.0"\ncommand = ["sh", "bot.sh"]\n'

Resolve = Callable[..., Entrant]


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "bots"


@pytest.fixture
def found(tmp_path: Path, cache: Path) -> Resolve:
    """Resolve a bot that can be had."""

    def run(bot: str, name: str | None = None) -> Entrant:
        entrant = resolve(bot, GAMES, base=tmp_path, name=name, cache=cache)
        assert isinstance(entrant, Entrant)
        return entrant

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "lib").mkdir(parents=True)
    (folder / "bot.toml").write_text(SETTINGS)
    (folder / "bot.sh").write_text("echo bot mine 1.0\n")
    (folder / "lib" / "tool").write_text("#!/bin/sh\n")
    (folder / "lib" / "tool").chmod(0o700)
    return folder


def write_settings(folder: Path, more: str) -> None:
    (folder / "bot.toml").write_text(SETTINGS + more)


def refused(found: Resolve, bot: str, status: int) -> UserError:
    with pytest.raises(UserError) as caught:
        found(bot)
    assert caught.value.exit_status == status
    return caught.value


def test_a_folder_is_staged_whole_and_described(found: Resolve, folder: Path, cache: Path) -> None:
    write_settings(folder, 'games = ["toy"]\nabout = "It is mine."\n')
    entrant = found("mine")
    assert entrant.folder == cache / entrant.digest
    assert (entrant.folder / "bot.sh").read_text() == "echo bot mine 1.0\n"
    assert [os.access(entrant.folder / file, os.X_OK) for file in ("bot.sh", "lib/tool")] == [False, True]
    assert (entrant.given, entrant.name, entrant.version) == ("mine", "mine", "1.0")
    assert (entrant.command, entrant.about) == (("sh", "bot.sh"), "It is mine.")
    assert entrant.id == f"mine@{entrant.digest[:8]}"
    assert [entrant.plays(game) for game in ("toy", "kaiser")] == [True, False]


def test_a_bot_without_a_list_of_games_plays_all(found: Resolve, folder: Path) -> None:
    assert found("mine").plays("kaiser")


def test_a_copy_is_staged_once_and_outlives_its_original(found: Resolve, folder: Path, cache: Path) -> None:
    first = found("mine")
    (first.folder / "mark").touch()
    assert found("mine") == first
    shutil.rmtree(folder)
    assert (first.folder / "mark").exists()
    assert [path.name for path in cache.iterdir()] == [first.digest]


def test_the_default_cache_is_the_users(found: Resolve, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "xdg"))
    entrant = resolve(str(folder), GAMES, base=Path("/"))
    assert isinstance(entrant, Entrant)
    assert entrant.folder == folder.parent / "xdg" / "trickarena" / "bots" / entrant.digest


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "bot.sh").write_text("echo other\n"),
        lambda folder: (folder / "bot.sh").chmod(0o755),
        lambda folder: (folder / "bot.sh").rename(folder / "bot2.sh"),
        lambda folder: (folder / "new").touch(),
        lambda folder: (folder / "link").symlink_to("bot.sh"),
        lambda folder: (folder / "bot.toml").write_text(SETTINGS.replace("1.0", "1.1")),
    ],
)
def test_any_change_of_content_makes_another_entrant(
    found: Resolve, folder: Path, change: Callable[[Path], object]
) -> None:
    before = found("mine")
    change(folder)
    assert found("mine").id != before.id


def test_time_and_what_programs_leave_behind_are_no_content(found: Resolve, folder: Path) -> None:
    before = found("mine")
    os.utime(folder / "bot.sh", (1, 1))
    (folder / "lib" / "tool").chmod(0o755)
    (folder / "lib" / "__pycache__").mkdir()
    (folder / "lib" / "__pycache__" / "x.pyc").touch()
    assert found("mine") == before


def test_another_name_is_another_entrant_of_the_same_content(found: Resolve, folder: Path) -> None:
    other = found("mine", "yours")
    assert (other.name, other.digest) == ("yours", found("mine").digest)
    assert other.id.startswith("yours@")


def test_a_build_runs_once_and_its_products_are_staged(found: Resolve, folder: Path, tmp_path: Path) -> None:
    write_settings(folder, f'build = ["sh", "-c", "echo built > made; echo ran >> {tmp_path}/runs"]\n')
    entrant = found("mine")
    assert found("mine") == entrant
    assert (entrant.folder / "made").read_text() == "built\n"
    assert (tmp_path / "runs").read_text() == "ran\n"
    assert not (folder / "made").exists()


def test_a_failed_build_shows_its_last_lines_and_leaves_nothing(found: Resolve, folder: Path, cache: Path) -> None:
    write_settings(folder, 'build = ["sh", "-c", "seq 100; echo broken >&2; exit 3"]\n')
    lines = str(refused(found, "mine", os.EX_DATAERR)).splitlines()
    assert lines[0] == "mine: the build \"sh -c 'seq 100; echo broken >&2; exit 3'\" failed: exit 3"
    assert lines[1:] == [*map(str, range(82, 101)), "broken"]
    assert list(cache.iterdir()) == []


def test_a_build_that_never_ends_is_stopped_with_all_it_started(
    found: Resolve, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "BUILD_LIMIT", 0.3)
    held = folder.parent / "held"
    os.mkfifo(held)
    reader = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    write_settings(folder, f'build = ["sh", "-c", "sleep 60 > {held} & wait"]\n')
    assert "not done after" in str(refused(found, "mine", os.EX_DATAERR))
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b"", "nobody holds the pipe open any more"
    os.close(reader)


def test_a_build_without_its_program_is_an_error(found: Resolve, folder: Path) -> None:
    write_settings(folder, 'build = ["no-such-make"]\n')
    assert "the build cannot be started: No such file or directory: no-such-make" in str(
        refused(found, "mine", os.EX_DATAERR)
    )


def test_a_bot_whose_needs_are_missing_is_left_out_with_a_reason(folder: Path, cache: Path) -> None:
    write_settings(folder, 'build = ["false"]\nneeds = ["sh", "no-such-cc", "no-such-ld"]\n')
    assert resolve("mine", GAMES, base=folder.parent, cache=cache) == Unavailable(
        "mine", "mine", "needs no-such-cc, no-such-ld, not found on PATH"
    )


def test_every_problem_of_a_bot_toml_is_reported(found: Resolve, folder: Path) -> None:
    (folder / "bot.toml").write_text('nam = "x"\nversion = 1.0\ncommand = []\nbuild = "make"\ngames = ["toi", "toy"]\n')
    with pytest.raises(ConfigErrors) as caught:
        found("mine")
    assert [f"{problem.key}: {problem.text}" for problem in caught.value.problems] == [
        "name: is missing",
        "version: needs text in quotes, not 1.0",
        "command: needs at least one entry, not []",
        'build: needs a list, not "make"',
        "games: there is no game 'toi'; did you mean 'toy'?",
        "nam: there is no such key; did you mean 'name'?",
    ]
    assert {problem.file for problem in caught.value.problems} == {str(folder / "bot.toml")}


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "lib/../../secret", "../mine/bot.sh", "lib/up/secret"])
def test_a_link_that_leaves_the_folder_is_refused(found: Resolve, folder: Path, target: str) -> None:
    (folder.parent / "secret").touch()
    (folder / "lib" / "up").symlink_to("../..")
    (folder / "a").symlink_to(target)
    assert "the link leaves the bot's folder" in str(refused(found, "mine", os.EX_DATAERR))


def test_links_inside_the_folder_are_staged_as_links(found: Resolve, folder: Path) -> None:
    (folder / "lib" / "same").symlink_to("../bot.sh")
    (folder / "all").symlink_to("lib")
    (folder / "odd").symlink_to("..odd")
    staged = found("mine").folder
    assert (staged / "all" / "same").resolve() == staged / "bot.sh"


def test_special_files_are_refused(found: Resolve, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert "pipe: is neither a file nor a folder" in str(refused(found, "mine", os.EX_DATAERR))


def test_too_many_files_are_refused(found: Resolve, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "FILE_LIMIT", 2)
    assert "more than 2 files and 200 MB" in str(refused(found, "mine", os.EX_DATAERR))


def test_too_many_bytes_are_refused(found: Resolve, folder: Path) -> None:
    with (folder / "weights").open("wb") as weights:
        weights.truncate(entrants.BYTE_LIMIT)
    assert "more than 10000 files and 200 MB" in str(refused(found, "mine", os.EX_DATAERR))


def test_set_id_bits_are_not_staged(found: Resolve, folder: Path) -> None:
    (folder / "lib" / "tool").chmod(0o6755)
    assert (found("mine").folder / "lib" / "tool").stat().st_mode & 0o7777 == 0o755


def test_what_dead_runs_left_half_made_is_swept_and_what_is_young_is_not(
    found: Resolve, folder: Path, cache: Path
) -> None:
    old, young = cache / "new-old", cache / "new-young"
    for left in (old, young):
        left.mkdir(parents=True)
    os.utime(old, (1, 1))
    found("mine")
    assert (old.exists(), young.exists()) == (False, True)


def test_files_that_change_while_they_are_copied_are_noticed(
    found: Resolve, folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes() + b"more")

    monkeypatch.setattr(shutil, "copyfile", copy)
    assert "its files changed while they were copied" in str(refused(found, "mine", os.EX_DATAERR))
    assert list(cache.iterdir()) == []


def test_another_arena_that_stages_the_same_bot_first_is_no_error(folder: Path, tmp_path: Path) -> None:
    new, staged = tmp_path / "new", tmp_path / "staged"
    for made in (new, staged):
        made.mkdir()
        (made / "bot.sh").touch()
    entrants._publish(new, staged)
    assert (staged / "bot.sh").exists()


def test_an_executable_file_is_staged_alone(found: Resolve, tmp_path: Path) -> None:
    bot = tmp_path / "my bot@2.sh"
    bot.write_text("#!/bin/sh\n")
    bot.chmod(0o755)
    entrant = found("./my bot@2.sh")
    assert (entrant.name, entrant.version, entrant.command) == ("my-bot-2", "", ("./my bot@2.sh",))
    assert [path.name for path in entrant.folder.iterdir()] == ["my bot@2.sh"]
    assert os.access(entrant.folder / entrant.command[0], os.X_OK)


def test_a_file_that_is_not_executable_is_refused_with_the_way_out(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    assert "chmod +x bot.py" in refused(found, "bot.py", os.EX_NOINPUT).hint


def test_a_quoted_command_runs_where_it_was_named(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "my_bot.sh").write_text("echo one\n")
    entrant = found("sh my_bot.sh '--level 3'")
    assert (entrant.name, entrant.version, entrant.folder) == ("my_bot", "", tmp_path)
    assert entrant.command == ("sh", "my_bot.sh", "--level 3")


def test_a_quoted_command_is_identified_by_its_text_and_its_files(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "my_bot.sh").write_text("echo one\n")
    one = found("sh my_bot.sh")
    assert found("sh my_bot.sh").id == one.id
    assert found("sh my_bot.sh --fast").id != one.id
    (tmp_path / "my_bot.sh").write_text("echo two\n")
    assert found("sh my_bot.sh").id != one.id


def test_a_quoted_command_without_files_is_named_after_its_program(found: Resolve) -> None:
    assert found("sh -c 'echo bot'").name == "sh"


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nobody", "there is no bot 'nobody'"),
        ("", "the folder has no bot.toml"),
        ("no-such-program --fast", "there is no program 'no-such-program'"),
        ("./gone --fast", "there is no program './gone'"),
        ("lib/tool.txt --fast", "lib/tool.txt is not executable"),
        ("sh 'open", "No closing quotation"),
    ],
)
def test_what_is_no_bot_is_refused(found: Resolve, tmp_path: Path, bot: str, message: str) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "tool.txt").touch()
    with pytest.raises(UserError, match=message) as caught:
        found(bot)
    assert caught.value.hint


def test_a_program_of_the_folder_must_be_executable(found: Resolve, folder: Path) -> None:
    (folder / "bot.toml").write_text(SETTINGS.replace('["sh", "bot.sh"]', '["bot.sh"]'))
    assert "bot.sh is not executable" in str(refused(found, "mine", os.EX_NOINPUT))


def test_a_cache_that_cannot_be_made_is_an_error_of_the_user(folder: Path) -> None:
    (folder.parent / "file").touch()
    with pytest.raises(UserError, match="mine: Not a directory: ") as caught:
        resolve("mine", GAMES, base=folder.parent, cache=folder.parent / "file" / "bots")
    assert caught.value.exit_status == os.EX_IOERR


@pytest.fixture
def toy_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("python/random", "python/sensible", "c/sensible"):
        folder = tmp_path / "toy_samples" / name
        folder.mkdir(parents=True)
        (folder / "bot.toml").write_text(SETTINGS)
        (folder / "bot.sh").touch()
    (tmp_path / "toy_samples" / "c" / "unfinished").mkdir()
    (tmp_path / "toy_samples" / "README.md").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(entrants, "SAMPLES", "toy_samples")


@pytest.mark.usefixtures("toy_samples")
def test_samples_are_found_by_language_and_name(found: Resolve) -> None:
    assert list(samples()) == ["c/sensible", "python/random", "python/sensible"]
    assert find_sample("sample:random") == samples()["python/random"]
    assert find_sample("sample:c/sensible") == samples()["c/sensible"]
    assert found("sample:c/sensible").command == ("sh", "bot.sh")


@pytest.mark.usefixtures("toy_samples")
def test_an_unknown_sample_lists_those_there_are(found: Resolve) -> None:
    error = refused(found, "sample:c/random", os.EX_NOINPUT)
    assert error.hint == "there are: sample:c/sensible, sample:python/random, sample:python/sensible"


def test_two_entrants_of_one_name_are_refused_with_the_way_out(found: Resolve, folder: Path) -> None:
    mine = found("mine")
    refuse_same_names([mine, replace(mine, name="other", given="other")])
    with pytest.raises(UserError) as caught:
        refuse_same_names([mine, replace(mine, name="other"), replace(mine, given="./copy")])
    assert str(caught.value) == "two bots are called 'mine': mine and ./copy"
    assert caught.value.hint == 'give one another name: { bot = "./copy", name = "..." }'
