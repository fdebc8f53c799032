"""Schedules from which bots drop out: no matter which bot is benched and when, the others finish."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from rich.console import Console

from arena.cli.rounds import rounds as drawn
from arena.schedules.agenda import Agenda
from arena.schedules.drawing import rounds_markdown
from arena.schedules.knockout import ties, winner
from arena.schedules.plan import PlannedGame
from arena.schedules.report import EventReport, as_data, reports
from arena.schedules.rounds import Event, Match, PlayedMatch
from arena.schedules.swiss import rounds_of_swiss
from arena.settings.schedule import Kind
from tests.arena.schedules.simulated import (
    KINDS,
    Ledger,
    Places,
    always_the_first,
    at_random,
    by_strength,
    event,
    ids,
    play_out,
)

pytestmark = pytest.mark.slow

PLACES = [at_random, by_strength]


class Sideline:
    """A bench that fills as planned.

    Args:
        plan: who is benched after so many results.
        before: so many results there were before the event.
    """

    def __init__(self, plan: Mapping[str, int], before: int = 0) -> None:
        self.ledger = Ledger()
        self._plan = plan
        self._before = before

    @property
    def benched(self) -> set[str]:
        return {one for one, after in self._plan.items() if after <= self._before + len(self.ledger.played)}

    def since(self, entrant: str) -> int:
        return self._plan[entrant]

    def skips(self, game: PlannedGame) -> bool:
        return game.id not in self.ledger.scores and not self.benched.isdisjoint(game.sides)

    def out_by(self, games: Iterable[str]) -> frozenset[str]:
        numbers = {game.id: number for number, game in enumerate(self.ledger.played, start=self._before + 1)}
        at = max((numbers[game] for game in games), default=0)
        return frozenset(one for one in self.benched if self._plan[one] <= max(at, self._before))


def play(events: Sequence[Event], bench: Sideline, places: Places = at_random) -> Agenda:
    """Play to the end, and check at every point that a new agenda asks for the same games."""
    agenda = Agenda(events, "shared", bench)
    while missing := agenda.missing(bench.ledger.scores):
        for game in missing:
            if not bench.skips(game):
                bench.ledger.play([game], places)
        anew = Agenda(events, "shared", bench)
        assert anew.missing(bench.ledger.scores) == agenda.missing(bench.ledger.scores)
        assert anew.asked == agenda.asked
    return agenda


def report_of(of: Event, bench: Sideline, places: Places = always_the_first) -> EventReport:
    [found] = reports(play([of], bench, places), bench.ledger.scores)
    return found


@st.composite
def cases(draw: st.DrawFn) -> tuple[Event, Sideline]:
    kind = draw(st.sampled_from(KINDS))
    sides = 2 if kind == "knock-out" else draw(st.sampled_from([2, 2, 3, 4]))
    more = {"total": draw(st.integers(1, 60))} if kind == "adaptive" and draw(st.booleans()) else {}
    more |= {"third_place": draw(st.booleans())} if kind == "knock-out" else {}
    of = event(draw(st.integers(2, 7)), sides=sides, sets=draw(st.integers(1, 3)), kind=kind, **more)
    plan = draw(st.dictionaries(st.sampled_from([*of.entrants, "elsewhere@9"]), st.integers(0, 60)))
    return of, Sideline(plan, before=draw(st.sampled_from([0, 0, 5])))


@given(case=cases(), places=st.sampled_from(PLACES))
def test_whoever_is_benched_whenever_the_schedule_ends_and_plays_the_rest(
    case: tuple[Event, Sideline], places: Places
) -> None:
    of, bench = case
    agenda = play([of], bench, places)

    assert agenda.total == len(bench.ledger.played) == len(agenda.asked)
    assert all(match.over for each in agenda.parts[0].rounds(bench.ledger.scores) for match in each.matches)


@given(case=cases(), places=st.sampled_from(PLACES))
def test_no_game_with_a_benched_bot_is_asked_for(case: tuple[Event, Sideline], places: Places) -> None:
    of, bench = case
    agenda = Agenda([of], "shared", bench)
    while missing := agenda.missing(bench.ledger.scores):
        assert all(bench.benched.isdisjoint(game.sides) for game in missing)
        bench.ledger.play(missing[:1], places)


@given(case=cases(), places=st.sampled_from(PLACES))
def test_sets_of_those_that_stay_are_whole(case: tuple[Event, Sideline], places: Places) -> None:
    of, bench = case
    play([of], bench, places)
    games = Counter((game.pairing, game.set) for game in bench.ledger.played)

    for (pairing, _), count in games.items():
        assert count == of.sides or (count < of.sides and not bench.benched.isdisjoint(pairing))


@effort(max_examples=30)
@given(case=cases(), other=cases())
def test_two_contests_end_though_bots_are_benched_while_one_waits_for_the_other(
    case: tuple[Event, Sideline], other: tuple[Event, Sideline]
) -> None:
    (one, bench), (two, _) = case, other
    agenda = play([one, two._replace(contest="other:standard")], bench)
    assert agenda.total == len(bench.ledger.played)


@given(case=cases())
def test_reports_of_every_kind_can_be_shown(case: tuple[Event, Sideline]) -> None:
    of, bench = case
    for report in reports(play([of], bench), bench.ledger.scores):
        as_data(report)
        rounds_markdown(report)
        console = Console(file=StringIO(), width=100)
        for part in drawn(report):
            console.print(part)


@given(count=st.integers(3, 7), after=st.integers(0, 40), sets=st.integers(1, 3))
def test_in_a_round_robin_the_others_play_what_they_would_without_it(count: int, after: int, sets: int) -> None:
    of = event(count, sets=sets)
    bench = Sideline({of.entrants[0]: after})
    play([of], bench)
    without = play_out(of._replace(entrants=of.entrants[1:])).scores

    assert {game.id for game in bench.ledger.played if of.entrants[0] not in game.sides} == set(without)


def test_a_gauntlet_whose_new_bot_is_benched_is_over() -> None:
    of = event(4, sets=2, kind="gauntlet")
    bench = Sideline({of.entrants[-1]: 3})
    play([of], bench)
    assert len(bench.ledger.played) == 3


def test_the_total_shrinks_when_a_bot_is_benched() -> None:
    of = event(4, sets=2)
    bench = Sideline({of.entrants[0]: 1})
    agenda = Agenda([of], "shared", bench)
    first = agenda.missing({})[0]
    before = agenda.total
    bench.ledger.play([first], at_random)

    assert (before, agenda.total) == (24, 12 + (of.entrants[0] in first.sides))


@given(count=st.integers(3, 9), after=st.integers(1, 30), places=st.sampled_from(PLACES))
def test_a_swiss_pairs_a_benched_bot_no_more_and_everybody_else_once_a_round(
    count: int, after: int, places: Places
) -> None:
    of = event(count, sets=1, kind="swiss")
    gone = of.entrants[-1]
    bench = Sideline({gone: after})
    found = play([of], bench, places).parts[0].rounds(bench.ledger.scores)
    there = [[one for match in each.matches for one in match.entrants] for each in found]
    last = max((i for i, names in enumerate(there) if gone in names), default=-1)

    assert len(found) == rounds_of_swiss(of) or count == 3
    for number, names in enumerate(there):
        assert sorted(names) == sorted(of.entrants if number <= last else of.entrants[:-1])
        byes = sum(len(match.entrants) == 1 for match in found[number].matches)
        assert byes == len(names) % 2


def test_a_swiss_without_opponents_ends() -> None:
    of = event(3, sets=1, kind="swiss")
    bench = Sideline(dict.fromkeys(of.entrants[1:], 2))
    found = play([of], bench).parts[0].rounds(bench.ledger.scores)
    assert [each.title for each in found] == ["round 1"]


def test_who_was_benched_before_the_event_is_no_part_of_it() -> None:
    of = event(4, sets=1, kind="swiss", rounds=2)
    report = report_of(of, Sideline({of.entrants[0]: 0}))

    assert report.seeds == of.entrants[1:]
    assert [len(pairings) for pairings in report.rounds.values()] == [2, 2]


def test_a_walk_over_in_a_swiss_counts_as_won_and_as_somebody_of_ones_own_points() -> None:
    of = event(["a@1", "b@2", "c@3", "d@4"], sets=2, kind="swiss", rounds=1)
    report = report_of(of, Sideline({"d@4": 1}))
    standings = {row.entrant[0]: (row.place, float(row.points), float(row.buchholz)) for row in report.standings}
    text = rounds_markdown(report)

    assert standings == {"a": (2, 2.0, 0.0), "b": (1, 2.0, 2.0), "c": (3, 0.0, 2.0), "d": (3, 0.0, 2.0)}
    assert "| 2 wo " in text
    assert "| 0 wo " in text


@pytest.mark.parametrize(("out", "points"), [("b", (1, 0)), ("a", (0, 1)), ("ab", (Fraction(1, 2), Fraction(1, 2)))])
def test_a_set_that_is_not_played_is_won_against_who_is_out(out: str, points: tuple[Fraction, ...]) -> None:
    match = PlayedMatch(Match(("a", "b"), range(1, 4)), (), frozenset(out))
    assert tuple(map(match.points, "ab")) == tuple(3 * each for each in points)
    assert match.over


def test_at_a_table_the_others_share_what_they_did_not_play() -> None:
    match = PlayedMatch(Match(("a", "b", "c"), range(1, 2)), (), frozenset("c"))
    assert [match.points(one) for one in "abc"] == [Fraction(3, 4), Fraction(3, 4), 0]
    assert match.points("a", {"b"}) == Fraction(1, 2)
    assert match.points("a", set()) == 0


def test_in_a_knock_out_the_opponent_of_a_benched_bot_goes_on() -> None:
    of = event(["a@1", "b@2", "c@3", "d@4"], sets=2, kind="knock-out")
    report = report_of(of, Sideline({"a@1": 2}))
    [semi, _] = report.rounds["semi-finals"]
    [final] = report.rounds["final"]

    assert (semi.entrants, semi.winner, semi.over) == (("a@1", "d@4"), "d@4", True)
    assert (final.entrants, final.winner) == (("b@2", "d@4"), "b@2")
    assert "d (walk-over)" in rounds_markdown(report)


def test_a_bot_that_is_benched_after_its_match_leaves_the_next_one_to_its_opponent() -> None:
    of = event(["a@1", "b@2", "c@3", "d@4"], sets=1, kind="knock-out", third_place=True)
    report = report_of(of, Sideline({"a@1": 4, "c@3": 4}))
    [final], [third] = report.rounds["final"], report.rounds["third place"]

    assert (final.entrants, final.winner, final.sets) == (("a@1", "b@2"), "b@2", 0)
    assert (third.entrants, third.winner, third.sets) == (("c@3", "d@4"), "d@4", 0)


def test_of_two_benched_bots_nobody_wins_and_who_comes_next_has_a_walk_over() -> None:
    of = event(["a@1", "b@2", "c@3", "d@4"], sets=1, kind="knock-out")
    both = report_of(of, Sideline({"a@1": 1, "d@4": 1}))
    all_out = report_of(of, Sideline(dict.fromkeys(of.entrants, 1)))

    assert [pairing.winner for pairing in both.rounds["semi-finals"]] == [None, "b@2"]
    assert [pairing.winner for pairing in both.rounds["final"]] == ["b@2"]
    assert [pairing.winner for pairing in all_out.rounds["final"]] == [None]
    assert "| nobody |" in rounds_markdown(all_out)
    assert [each["winner"] for each in as_data(all_out)["rounds"][-1]["matches"]] == [None]


def test_a_match_that_must_go_on_is_decided_when_one_is_benched() -> None:
    of = event(2, sets=1, kind="knock-out", limit=9)
    bench = Sideline({of.entrants[0]: 4})
    agenda = play([of], bench, lambda game: (1, 1))
    [tie] = ties(agenda.parts[0].rounds(bench.ledger.scores))["final"]

    assert tie.sets == 2
    assert winner(of, tie) == of.entrants[1]


def test_an_adaptive_ladder_gives_the_sets_of_a_benched_bot_to_the_others() -> None:
    of = event(5, sets=2, kind="adaptive", total=100)
    bench = Sideline({of.entrants[2]: 60})
    play([of], bench)
    sets = Counter((game.pairing, game.set) for game in bench.ledger.played)

    assert sum(count == 2 for count in sets.values()) == 100


def test_bots_of_another_game_that_are_benched_change_nothing_in_an_adaptive_ladder() -> None:
    of = event(3, sets=2, kind="adaptive")
    bench = Sideline({f"other@{number}": 0 for number in range(9)})
    play([of], bench)
    assert [game.id for game in bench.ledger.played] == [game.id for game in play_out(of).played]


def test_an_adaptive_ladder_has_by_default_as_many_sets_as_a_round_robin_of_those_that_stay() -> None:
    of = event(5, sets=10, kind="adaptive")
    bench = Sideline({ids(5)[2]: 30})
    play([of], bench)
    staying = {(game.pairing, game.set) for game in bench.ledger.played if ids(5)[2] not in game.sides}

    assert len(staying) == 6 * 10


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet", "swiss", "adaptive"])
def test_where_fillers_take_sides_the_others_go_on_without_a_benched_bot(kind: Kind) -> None:
    of = event(4, sides=6, sets=2, kind=kind)._replace(fill="filler@f")
    out = of.entrants[1]
    bench = Sideline({out: 2})
    agenda = play([of], bench)
    later = [game for game in agenda.asked if out not in game.sides]
    assert later
    assert all(game.sides.count("filler@f") == 3 for game in later)
