"""Nothing is lost by handing in again: the last version that starts plays on, with its name and its games (D60)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import arena
from arena.app.field import accepted, with_earlier
from arena.bots.intake import Intake
from arena.bots.staging import ready
from arena.bots.submissions import look_up
from arena.errors import UserError
from arena.results.roster import Roster, known
from arena.settings.ladder import BotLine
from arena.tournament.start_check import Started

BOT = """#!/bin/sh
echo "bot owl 1"
while read -r verb seat kind words; do
  if [ "$verb" = ask ]; then echo "${words##* }"; fi
done
"""
BROKEN = "#!/bin/sh\nexit 3\n"
MANIFEST = 'command = ["sh", "bot.sh"]\nversion = "{}"\n{}'
BUILD = 'build = ["sh", "-c", "cp source bot.sh"]\n'


def night(folder: Path, sets: int, **options: object) -> arena.app.ladder.Run:
    table = {"game": "scotch-whist:two", "options": {"target": 11}}
    bots: list[Any] = [{"folder": str(folder / "subs")}, "sample:random"]
    with arena.Ladder([table], bots, folder / "class.db", sets=sets, seed="x", reproducible=True) as mine:
        return mine.run(lambda event: said.append(str(event)), rooms=1, trust=True, **options)  # type: ignore[arg-type]


said: list[str] = []


def handed_in(folder: Path) -> dict[str, Path]:
    """Hand in a program alone, one that is built, and a folder; return the file that each depends on."""
    files = {name: folder / "subs" / name for name in ("alone.sh", "made/source", "sent/bot.sh")}
    for path in files.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BOT)
    (folder / "subs/made/bot.toml").write_text(MANIFEST.format(1, BUILD))
    (folder / "subs/sent/bot.toml").write_text(MANIFEST.format(1, 'name = "owl"'))
    return files


def test_the_sealed_copy_of_what_played_last_is_found_again(tmp_path: Path) -> None:
    files = handed_in(tmp_path)
    here = Intake({}, ready(tmp_path / "area"))
    look = partial(look_up, [BotLine("subs", None, folder=True)], here, tmp_path)
    first = [known(each) for each in look()]
    last = {bot.given: bot for bot in first}
    for path in files.values():
        path.unlink()

    def again(start: object, **more: object) -> list[tuple[str, str]]:
        found = with_earlier([*look()], last | more, here, lambda _: start)  # type: ignore[arg-type, return-value]
        return [(bot.id, bot.state) for bot in map(known, found)]

    (tmp_path / "subs/alone.sh").touch()
    (tmp_path / "subs/sent/bot.toml").write_text("command = 7")
    assert again(Started("")) == [(bot.id, "refused") for bot in first]
    assert again(UserError("exit 3")) == [("", "refused")] * 3, "it does not start any more"
    lost = {bot.given: bot._replace(source="0" * 64) for bot in first}
    assert again(Started(""), **lost) == [("", "refused")] * 3, "the copy has gone"


@pytest.mark.thorough
def test_a_version_that_does_not_start_leaves_the_one_before_in_play(tmp_path: Path) -> None:
    files = handed_in(tmp_path)
    first = {bot.id for bot in accepted(night(tmp_path, 1).found)}
    assert {id_.partition("@")[0] for id_ in first} == {"alone", "made", "owl", "random"}

    files["alone.sh"].write_text(BROKEN)
    files["made/source"].unlink()
    (tmp_path / "subs/sent/bot.toml").write_text("command = 7")
    again = night(tmp_path, 2)
    assert {bot.id for bot in accepted(again.found)} == first
    assert all(each.trouble for each in again.found if each.submitted)
    assert any("is refused, and its last version plays on: does not start: exit 3" in line for line in said)
    with arena.Ladder(["kaiser"], ["sample:random"], tmp_path / "class.db").results() as store:
        known = {bot.given.rpartition("/")[2]: bot for bot in Roster(store.runs()).current}
        assert len(store.numbers()) == 24, "three more games for two, in both rooms of a set"
    assert [known[name].state for name in ("alone.sh", "made", "sent")] == ["refused"] * 3
    assert known["sent"].version == "1"
    assert "command" in known["sent"].why

    (tmp_path / "subs/sent/bot.toml").write_text(MANIFEST.format(2, 'name = "owl"'))
    last = night(tmp_path, 2)
    [sent] = [each for each in last.found if each.given.endswith("/sent")]
    assert sent.trouble is None, "a newer one that starts plays"
    with pytest.raises(UserError, match="--pardon nobody: there is no such bot"):
        night(tmp_path, 2, pardons=["nobody"])
