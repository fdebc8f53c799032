import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots import samples as sample_bots
from arena.bots import staging
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake
from arena.bots.samples import find_sample, samples
from arena.bots.staging import StagingError
from arena.errors import ConfigErrors, UserError
from arena.settings.contest import Games
from tests.games.toy import TOY

GAMES: Games = {"toy": TOY, "kaiser": TOY}
SETTINGS = 'name = "mine"\nversion = "1.0"\ncommand = ["sh", "bot.sh"]\n'
WISHES = 'codec = "msgpack"\ntables = 3\nlimits.memory_mb = 99\n'

Resolve = Callable[..., Entrant]


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "bots"


@pytest.fixture
def found(tmp_path: Path, cache: Path) -> Resolve:
    """Resolve a bot, and require that it can be used."""

    def run(bot: str, name: str | None = None) -> Entrant:
        entrant = Intake(GAMES, staging.ready(cache), retry=True).find(bot, tmp_path, name)
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
    more = (
        'games = ["toy"]\nabout = "It is mine."\nauthor = "I"\ncodec = "msgpack"\ntables = 3\nlimits.memory_mb = 99\n'
    )
    write_settings(folder, more)
    entrant = found("mine")
    assert entrant.folder == cache / entrant.digest / "files"
    assert (entrant.folder / "bot.sh").read_text() == "echo bot mine 1.0\n"
    assert [os.access(entrant.folder / file, os.X_OK) for file in ("bot.sh", "lib/tool")] == [False, True]
    assert (entrant.given, entrant.name, entrant.version, entrant.author) == ("mine", "mine", "1.0", "I")
    assert (entrant.staged, entrant.codec, entrant.tables, entrant.wishes) == (True, "msgpack", 3, {"memory_mb": 99})
    assert (entrant.command, entrant.about) == (("sh", "bot.sh"), "It is mine.")
    assert entrant.id == f"mine@{entrant.digest[:8]}"
    assert [entrant.plays(game) for game in ("toy", "kaiser")] == [True, False]


def test_a_bot_without_a_list_of_games_plays_all(found: Resolve, folder: Path) -> None:
    assert found("mine").plays("kaiser")


def test_a_copy_is_staged_once_and_outlives_its_original(found: Resolve, folder: Path, cache: Path) -> None:
    first = found("mine")
    inode = first.folder.stat().st_ino
    assert found("mine") == first
    shutil.rmtree(folder)
    assert (first.folder / "lib" / "tool").exists()
    assert first.folder.stat().st_ino == inode
    assert [path.name for path in cache.iterdir()] == [first.digest]


def test_a_copy_that_was_tampered_with_is_made_again(found: Resolve, folder: Path) -> None:
    first = found("mine")
    (first.folder / "bot.sh").chmod(0o644)
    (first.folder / "bot.sh").write_text("evil\n")
    assert found("mine") == first
    assert (first.folder / "bot.sh").read_text() == "echo bot mine 1.0\n"


def test_a_folder_without_a_name_in_its_bot_toml_is_called_as_it_is(found: Resolve, folder: Path) -> None:
    (folder / "bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    assert (found("mine").name, found("mine").version) == ("mine", "")


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "bot.sh").write_text("echo other\n"),
        lambda folder: (folder / "bot.sh").chmod(0o755),
        lambda folder: (folder / "bot.sh").rename(folder / "bot2.sh"),
        lambda folder: (folder / "new").touch(),
        lambda folder: (folder / "empty").mkdir(),
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


def test_another_build_command_makes_another_entrant(found: Resolve, folder: Path) -> None:
    write_settings(folder, 'build = ["true"]\n')
    first = found("mine")
    write_settings(folder, 'build = ["true", "again"]\n')
    assert found("mine").digest != first.digest


def test_a_failed_build_names_the_bot(found: Resolve, folder: Path) -> None:
    write_settings(folder, 'build = ["sh", "-c", "echo broken; exit 3"]\n')
    lines = str(refused(found, "mine", os.EX_DATAERR)).splitlines()
    assert lines == ["mine: the build \"sh -c 'echo broken; exit 3'\" failed: exit 3", "broken"]


def test_a_bot_whose_needs_are_missing_is_left_out_with_a_reason(folder: Path, cache: Path) -> None:
    write_settings(folder, 'build = ["false"]\nneeds = ["sh", "no-such-cc", "no-such-ld"]\n')
    assert Intake(GAMES, staging.ready(cache)).find("mine", folder.parent) == Unavailable(
        "mine", "mine", "needs no-such-cc, no-such-ld, not found on PATH"
    )


def test_problems_of_a_bot_toml_are_reported_where_its_author_has_it(found: Resolve, folder: Path) -> None:
    write_settings(folder, 'nam = "x"\n')
    with pytest.raises(ConfigErrors) as caught:
        found("mine")
    assert str(caught.value) == f"{folder}/bot.toml: nam: there is no such key; did you mean 'name'?"


def test_a_hostile_folder_is_refused_and_named(found: Resolve, folder: Path) -> None:
    (folder / "lib" / "secret").symlink_to("/etc/passwd")
    error = refused(found, "mine", os.EX_DATAERR)
    assert str(error) == "mine: lib/secret: the link leaves the folder, or leads nowhere (/etc/passwd)"
    assert error.hint == "replace it with a copy"


def test_a_huge_bot_toml_is_refused_before_anything_is_copied(found: Resolve, folder: Path, cache: Path) -> None:
    (folder / "bot.toml").write_text("#" * 9000)
    assert str(refused(found, "mine", os.EX_DATAERR)) == "mine: bot.toml: is longer than 8 KiB"
    assert list(cache.iterdir()) == []


def test_a_bot_one_folder_further_down_is_pointed_at(found: Resolve, folder: Path) -> None:
    (folder / "bot.toml").rename(folder / "lib" / "bot.toml")
    error = refused(found, "mine", os.EX_NOINPUT)
    assert str(error) == "mine: the folder has no bot.toml"
    assert error.hint == "there is one in lib: move its contents up, or name that folder"


def test_a_special_file_is_no_bot_and_is_not_opened(found: Resolve, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert str(refused(found, "pipe", os.EX_DATAERR)) == "pipe: is a pipe, neither a file nor a folder"


def test_a_link_that_a_person_names_is_followed(found: Resolve, folder: Path) -> None:
    (folder.parent / "current").symlink_to("mine")
    assert found("current").digest == found("mine").digest


def test_an_executable_file_is_staged_alone(found: Resolve, tmp_path: Path) -> None:
    bot = tmp_path / "my bot@2.sh"
    bot.write_text("#!/bin/sh\n")
    bot.chmod(0o755)
    entrant = found("./my bot@2.sh")
    assert (entrant.name, entrant.version, entrant.command) == ("my-bot-2", "", ("./my bot@2.sh",))
    assert [path.name for path in entrant.folder.iterdir()] == ["my bot@2.sh"]
    assert os.access(entrant.folder / entrant.command[0], os.X_OK)


def test_a_link_to_an_executable_file_is_followed_and_gives_the_name(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    (tmp_path / "mine").symlink_to("bot.sh")
    assert (found("./mine").name, found("./mine").command) == ("mine", ("./bot.sh",))


def test_a_file_with_a_first_line_that_names_a_program_need_not_be_executable(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    entrant = found("bot.sh")
    assert os.access(entrant.folder / "bot.sh", os.X_OK)


def test_a_file_that_nothing_can_run_is_refused_with_the_way_out(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    (tmp_path / "bot.ZIP").touch()
    assert '"python3 bot.py"' in refused(found, "bot.py", os.EX_NOINPUT).hint
    assert refused(found, "bot.ZIP", os.EX_DATAERR).hint == "unpack it into a folder"


def test_a_quoted_command_runs_where_it_was_named(found: Resolve, tmp_path: Path) -> None:
    (tmp_path / "my_bot.sh").write_text("echo one\n")
    entrant = found("sh my_bot.sh '--level 3'")
    assert (entrant.name, entrant.version, entrant.folder) == ("my_bot", "", tmp_path)
    assert entrant.command == ("sh", "my_bot.sh", "--level 3")
    assert not entrant.staged


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
        ("lib/tool.txt --fast", "lib/tool.txt: is not executable"),
        ("sh \0", "a command cannot contain a NUL"),
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
    error = refused(found, "mine", os.EX_DATAERR)
    assert (str(error), error.hint) == ("mine: bot.sh: is not executable", "make it executable with chmod +x bot.sh")


def test_a_long_argument_of_a_command_is_no_path(found: Resolve) -> None:
    assert found("sh -c " + "x" * 5000).command[2] == "x" * 5000


def test_a_place_that_cannot_be_made_is_no_fault_of_the_bot(folder: Path) -> None:
    (folder.parent / "file").touch()
    with pytest.raises(StagingError, match="staged copies cannot be kept in ") as caught:
        Intake(GAMES, staging.ready(folder.parent / "file" / "bots")).find("mine", folder.parent)
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
    monkeypatch.setattr(sample_bots, "data", tmp_path.joinpath)
    monkeypatch.setattr(sample_bots, "SAMPLES", "toy_samples")


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
