"""The sandbox as a person meets it on the command line."""

import os
import shutil
from pathlib import Path

import pytest

from tests.commands import arena
from tests.processes.sandboxes import HERE, at_every_level

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
BOT = """echo "bot shell 1"
while read -r verb seat kind word others; do
  if [ "$verb" = ask ]; then echo "$word"; fi
done
"""
LADDER = """
sets = 1
games = [{ game = "scotch-whist:two", options = { target = 11 } }]
bots = ["mine", "sample:random"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.sh").write_text(BOT)
    (tmp_path / "mine" / "bot.toml").write_text(
        'command = ["sh", "bot.sh"]\nlimits = { memory_mb = 900, files = 20 }\n'
    )
    (tmp_path / "ladder.toml").write_text(LADDER)
    return tmp_path


def run(folder: Path, *words: str, status: int = 0) -> tuple[str, str]:
    """`arena run ladder.toml` in one room, with nobody trusted unless that is said."""
    return arena("run", "ladder.toml", *words, status=status, cwd=folder, trust=False)


def poorer(folder: Path, status: int = 0) -> tuple[str, str]:
    """The same where PATH has what the bots need, and no bwrap."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("sh", "cat", "python3"):
        (programs / name).symlink_to(str(shutil.which(name, path="/usr/bin:/bin")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(programs))
        return run(folder, status=status)


def test_the_level_is_the_best_there_is_is_said_and_stands_under_the_table(folder: Path) -> None:
    out, _ = run(folder)

    assert f"Sandbox: {HERE[0]} (" in out
    assert f"; sandbox {HERE[0]}" in " ".join(out.split())
    assert "games with a fault 0" in " ".join(out.split())
    assert f"* sandbox {HERE[0]}\n" in arena("ladder", "ladder.toml", "--format", "markdown", cwd=folder)[0]


@at_every_level
def test_a_level_can_be_asked_for(folder: Path, level: str) -> None:
    assert f"Sandbox: {level} (" in run(folder, "--sandbox", level)[0]


def test_a_level_of_the_ladder_file_is_given_or_refused(folder: Path) -> None:
    (folder / "ladder.toml").write_text(f'{LADDER}\n[sandbox]\nlevel = "strict"\n')
    _, err = poorer(folder, status=os.EX_CONFIG)

    assert "the sandbox level strict does not work on this machine: bubblewrap is not installed" in err


def test_a_ladder_is_not_gone_on_with_at_a_lesser_level_unless_told(folder: Path) -> None:
    run(folder)
    (folder / "ladder.toml").write_text(LADDER.replace("sets = 1", "sets = 2"))
    _, err = poorer(folder, status=os.EX_CONFIG)
    out, _ = run(folder, "--trust-bots")

    assert f"these results were played at sandbox level {HERE[0]}; here only " in err or "no sandbox works" in err
    assert "Sandbox: none (--trust-bots)" in out
    assert f"; sandbox {HERE[0]} in 2 games, none in 2 games" in " ".join(out.split())


def test_level_none_needs_the_word_of_trust(folder: Path) -> None:
    _, err = run(folder, "--sandbox", "none", status=os.EX_USAGE)

    assert "if so, say --trust-bots" in err
    assert "leave one of them out" in run(folder, "--sandbox", "strict", "--trust-bots", status=os.EX_USAGE)[1]
    assert "Sandbox: none (--trust-bots)" in run(folder, "--trust-bots")[0]


def test_only_bots_that_come_with_the_arena_need_no_sandbox(folder: Path) -> None:
    (folder / "ladder.toml").write_text(LADDER.replace('"mine"', '"sample:greedy"'))
    out, _ = poorer(folder)

    assert "Sandbox: none (only bots that come with the arena)" in out


def test_a_program_that_bots_cannot_see_is_named_and_stops_nobody_else(folder: Path) -> None:
    hidden = folder / "hidden"
    hidden.symlink_to("/bin/sh")
    (folder / "ladder.toml").write_text(LADDER.replace('"mine"', f'"{hidden} mine/bot.sh"'))
    _, err = run(folder, status=os.EX_USAGE)
    assert list(folder.glob("ladder.db*")) == [], "a refused run leaves no results"
    assert f"in the sandbox, {hidden} is not in a folder that bots see" in " ".join(err.split())
    assert "--trust-bots" in err
    assert "there are fewer than two bots to play" in err

    _, err = arena(
        "match",
        "scotch-whist:two",
        f"{hidden} mine/bot.sh",
        "sample:random",
        status=os.EX_CONFIG,
        cwd=folder,
        trust=False,
    )
    assert f"in the sandbox, {hidden} is not in a folder that bots see" in err

    (folder / "ladder.toml").write_text(LADDER.replace('"mine"', f'"mine", "{hidden} mine/bot.sh"'))
    out, err = run(folder, status=os.EX_DATAERR)
    assert f"in the sandbox, {hidden} is not in a folder that bots see" in " ".join(err.split())
    assert "Left out, without a game in this run: " in out
    assert f"; sandbox {HERE[0]}" in " ".join(out.split()), "the others play"


def test_a_bot_gets_what_it_asks_for_as_far_as_the_ladder_allows(folder: Path) -> None:
    (folder / "mine" / "bot.sh").write_text(f"ulimit -n >&2\n{BOT}exit 1\n".replace("echo", "ulimit -n >&2; echo", 1))
    _, err = run(folder)

    assert "mine asks for memory_mb = 900; the ladder allows 512 ([limits.most])" in err
    (folder / "ladder.toml").write_text(f"{LADDER}\n[limits]\nfiles = 16\n[limits.most]\nmemory_mb = 1000\n")
    _, err = run(folder)
    assert "memory_mb" not in err
    assert "mine asks for files = 20; the ladder allows 16" in err
