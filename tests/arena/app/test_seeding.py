"""A final takes seeds and names from the ladder before it, once and for all."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena
from arena.app.report import write_report
from arena.errors import ConfigErrors, UserError
from arena.results.roster import Roster
from arena.schedules.agenda import agenda_of
from arena.schedules.knockout import TITLES
from arena.schedules.report import reports
from arena.settings.ladder import read_ladder
from arena.store import Store
from arena.tournament.scoreboard import Scoreboard

BOT = """#!/bin/sh
echo "bot {name} 1"
while read -r verb seat kind words; do
  if [ "$verb" = ask ]; then echo "{answer}"; fi
done
"""
FIRST, LAST = "${words%% *}", "${words##* }"
TABLE = '{{ game = "scotch-whist:two", options = {{ target = 11 }} }}'
GAMES = f'seed = "x"\nreproducible = true\nsets = {{}}\ngames = [{TABLE}]\n'
CLASS = GAMES.format(2) + '[[bots]]\nfolder = "subs"\n[[bots]]\nbot = "sample:greedy"\nname = "house"\n'
FINAL = GAMES.format(1) + 'schedule = {kind = "knock-out", seeding = "from class.toml"}\n[[bots]]\nfolder = "subs"\n'


def hand_in(folder: Path, place: str, name: str, answer: str) -> None:
    (folder / "subs" / place).mkdir(parents=True, exist_ok=True)
    (folder / "subs" / place / "bot.sh").write_text(BOT.format(name=name, answer=answer))
    text = f'command = ["sh", "bot.sh"]\nname = "{name}"\n'
    (folder / "subs" / place / "bot.toml").write_text(text)


def play(folder: Path, name: str) -> arena.app.ladder.Run:
    with arena.Ladder.open(folder / name) as ladder:
        return ladder.run(lambda event: said.append(str(event)), rooms=1, trust=True)


said: list[str] = []


def seeds(folder: Path) -> list[str]:
    with Store.open(folder / "final.db", writing=False) as store:
        agenda = agenda_of(store.runs()[-1].settings, store.season().key)
        agenda.missing(scores := Scoreboard(store).scores())
        [report] = reports(agenda, scores)
    assert [*report.rounds][-1] == TITLES[2]
    return [one.partition("@")[0] for one in report.seeds]


@pytest.mark.slow
def test_a_final_has_the_seeds_and_names_of_the_class_whatever_is_played_there_later(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(CLASS)
    (tmp_path / "final.toml").write_text(FINAL)
    hand_in(tmp_path, "ann", "owl", LAST)
    play(tmp_path, "class.toml")
    hand_in(tmp_path, "ben", "owl", FIRST)
    hand_in(tmp_path, "cat", "jay", LAST)
    play(tmp_path, "class.toml")
    hand_in(tmp_path, "abe", "new", FIRST)
    (tmp_path / "subs/cat/bot.sh").write_text("exit 3\n")
    with arena.Ladder.open(tmp_path / "class.toml") as ladder:
        ranks = [row.name for row in ladder.standings()]
        with ladder.results() as store:
            names = {bot.given: bot.name for bot in Roster(store.runs()).current}
    assert {*ranks} == {"owl", "owl-ben", "jay", "house"}

    play(tmp_path, "final.toml")
    expected = [*[name for name in ranks if name != "house"], "new"]
    assert seeds(tmp_path) == expected, "the house is no entrant, and who is not on the ladder comes last"
    assert f"seeds from class.toml: {', '.join(expected[:3])}" in said
    with Store.open(tmp_path / "final.db", writing=False) as store:
        assert {bot.given: bot.name for bot in Roster(store.runs()).current} == {
            given: names.get(given, "new") for given in ("subs/abe", "subs/ann", "subs/ben", "subs/cat")
        }
        write_report(store, tmp_path / "final.toml", tmp_path / "out", None, None, 0, superseded=False)
    page = (tmp_path / "out/index.html").read_text()
    assert "has won the knock-out." in page
    assert page.index("semi-finals") < page.index("final</h3>")

    hand_in(tmp_path, "dan", "daw", FIRST)
    (tmp_path / "class.toml").write_text(CLASS.replace("sets = 2", "sets = 3"))
    play(tmp_path, "class.toml")
    play(tmp_path, "final.toml")
    assert seeds(tmp_path)[:3] == expected[:3]


def test_what_cannot_give_seeds_is_told(tmp_path: Path) -> None:
    (tmp_path / "final.toml").write_text(FINAL)
    with pytest.raises(UserError, match=r"class\.toml: no such ladder file"):
        play(tmp_path, "final.toml")
    (tmp_path / "class.toml").write_text(CLASS)
    with pytest.raises(UserError, match="there are no results yet"):
        play(tmp_path, "final.toml")
    (tmp_path / "class.toml").write_text(f'results = "final.db"\n{CLASS}')
    with pytest.raises(UserError, match="takes its seeds from its own results"):
        play(tmp_path, "final.toml")
    (tmp_path / "final.toml").write_text(FINAL.replace("from class.toml", "class.toml"))
    with pytest.raises(ConfigErrors, match=r'needs "file", "random" or "from OTHER\.toml"'):
        read_ladder(tmp_path / "final.toml", {})
