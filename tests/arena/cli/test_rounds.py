import io
from collections.abc import Callable

import pytest
from rich.console import Console

from arena.cli import rounds as cli_rounds
from arena.cli.rounds import print_rounds
from arena.schedules.agenda import Agenda
from arena.schedules.drawing import rounds_markdown
from arena.schedules.report import EventReport, reports
from arena.schedules.rounds import Event
from arena.settings.schedule import Kind
from tests.arena.schedules.simulated import Ledger, Places, all_drawn, always_the_first, by_strength, event

LONG = [f"{letter * 32}@{i:08x}" for i, letter in enumerate("abcdefghijklmnopqrs")]
Print = Callable[[EventReport], str]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Print:
    """Returns what is printed on a terminal of 100 columns, without spaces at the ends of lines."""

    def run(report: EventReport) -> str:
        text = io.StringIO()
        monkeypatch.setattr(cli_rounds, "out", Console(file=text, width=100, highlight=False))
        print_rounds(report)
        return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())

    return run


def after(of: Event, places: Places, games: int = 10**9) -> EventReport:
    """The report after so many games."""
    agenda, ledger = Agenda([of], "shared"), Ledger()
    while (missing := agenda.missing(ledger.scores)) and len(ledger.played) < games:
        ledger.play(missing[: games - len(ledger.played)], places)
    [found] = reports(Agenda([of], "shared"), ledger.scores)
    return found


def test_a_bracket_is_drawn_with_byes_points_and_the_winner(printed: Print) -> None:
    report = after(event(["owl@3", "jay@2", "emu@1", "tit@5", "daw@4"], kind="knock-out"), always_the_first)
    assert (
        printed(report)
        == """
toy:standard: knock-out
emu has won the knock-out.
                     1 owl           2 ┐
                                       ├ 1 owl           0 ┐
 4 tit           0 ┐                   │                   │
                   ├ 5 daw           0 ┘                   │
 5 daw           2 ┘                                       │
                                                           ├ 3 emu
                     2 jay           0 ┐                   │
                                       ├ 3 emu           2 ┘
                     3 emu           2 ┘
"""
    )


def test_a_knock_out_under_way_shows_what_is_not_known_yet(printed: Print) -> None:
    report = after(event(["a@1", "b@2", "c@3", "d@4"], kind="knock-out"), always_the_first, games=6)
    assert (
        printed(report)
        == """
toy:standard: knock-out
Being played: semi-finals.
 1 a             2 ┐
                   ├ 1 a               ┐
 4 d             0 ┘                   │
                                       ├ ?
 2 b             1 ┐                   │
                   ├ ?                 ┘
 3 c             0 ┘
"""
    )


def test_a_large_knock_out_is_listed_before_it_is_drawn(printed: Print) -> None:
    early = printed(after(event(33, kind="knock-out"), by_strength, games=10))
    whole = printed(after(event(33, kind="knock-out", third_place=True), by_strength))

    assert "round of 64  32 b031 - 33 b032" in early
    assert "┐" not in early
    assert whole.count("round of 32 ") == 16
    assert whole.count("├") == 15
    assert "third place  3 b002 - " in whole


def test_a_match_that_the_seed_decides_says_so(printed: Print) -> None:
    report = after(event(["a@1", "b@2"], kind="knock-out"), all_drawn)
    assert "| final | 1 a - 2 b | 2 : 2 | 4 | a (higher seed) |" in rounds_markdown(report)
    assert "├ 1 a" in printed(report)


def test_a_swiss_is_shown_as_standings_with_who_met_whom(printed: Print) -> None:
    report = after(event(["a@1", "b@2", "c@3"], kind="swiss"), always_the_first)
    assert (
        printed(report)
        == """
toy:standard: swiss
a has won after 3 rounds.
place  name  points  Buchholz  round 1  round 2  round 3
    1  a          5         9  2 v b    2 v c    bye
    2  b          3         9  0 v a    bye      2 v c
    3  c          1         9  bye      0 v a    0 v b
"""
    )


def test_a_swiss_under_way_shows_what_is_missing(printed: Print) -> None:
    text = printed(after(event(["a@1", "b@2", "c@3", "d@4"], kind="swiss"), always_the_first, games=2))
    assert "1… v " in text
    assert "- v " in text


def test_rounds_that_do_not_fit_beside_the_standings_go_below(printed: Print) -> None:
    text = printed(after(event(LONG[:16], kind="swiss", rounds=11), by_strength))
    heads = [line.split() for line in text.splitlines() if line.startswith("place")]

    assert len(heads) > 1
    assert [word for head in heads for word in head if word.isdecimal()] == [str(i) for i in range(1, 12)]


@pytest.mark.parametrize("count", [2, 3, 7, 17])
@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_everything_fits_into_100_columns(count: int, kind: str, printed: Print) -> None:
    text = printed(after(event(LONG[:count], sets=3, kind=kind), by_strength))
    assert max(map(len, text.splitlines())) <= 100
    assert all(one[:10] in text for one in LONG[:count])


def test_markdown_keeps_names_in_their_cells() -> None:
    report = after(event(["a|b@1", "c@2", "d@3", "e@4"], kind="swiss", rounds=1), always_the_first)
    lines = rounds_markdown(report).splitlines()

    assert lines[0] == "| place | name | points | Buchholz | round 1 |"
    assert lines[2] == "| 1 | a\\|b | 2 | 0 | 2 v d |"
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_rounds_fit_the_terminal_and_keep_names_apart(kind: Kind, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"team-{number:02}-final-version-really" for number in range(1, 12)]
    report = after(event([f"{name}@{i:x}" for i, name in enumerate(names)], kind=kind), by_strength)
    text = io.StringIO()
    monkeypatch.setattr(cli_rounds, "out", Console(file=text, width=width, highlight=False))
    print_rounds(report)
    lines = text.getvalue().splitlines()

    assert max(len(line.rstrip()) for line in lines) <= width
    assert [name for name in names if name[:10] not in text.getvalue()] == []
