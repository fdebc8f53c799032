import json
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.schedules.agenda import Agenda, agenda_of, as_words, events_of
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Event
from arena.settings.contest import parse_game
from arena.settings.schedule import Deals, Kind, ScheduleSettings
from tests.arena.schedules.simulated import (
    KINDS,
    Ledger,
    Places,
    all_drawn,
    at_random,
    by_strength,
    event,
    ids,
    play_out,
)

pytestmark = pytest.mark.slow

PLACES = [at_random, by_strength, all_drawn]


@st.composite
def events(draw: st.DrawFn, most: int = 7) -> Event:
    kind: Kind = draw(st.sampled_from(KINDS))
    sides = 2 if kind == "knock-out" else draw(st.sampled_from([2, 2, 3, 4]))
    return event(draw(st.integers(0, most)), sides=sides, sets=draw(st.integers(1, 3)), kind=kind)


def in_order(games: list[PlannedGame]) -> list[str]:
    return [game.id for game in games]


@given(of=events(), places=st.sampled_from(PLACES), deals=st.sampled_from(["shared", "fresh"]))
def test_in_every_set_everybody_has_every_side_once_on_the_same_packs(of: Event, places: Places, deals: Deals) -> None:
    games = play_out(of, places, deals=deals).played
    seats = Counter((game.pairing, game.set, side, one) for game in games for side, one in enumerate(game.sides))
    packs = {(game.pairing, game.set, game.chance) for game in games}

    assert set(seats.values()) <= {1}
    assert len(games) == len({(game.pairing, game.set) for game in games}) * of.sides
    assert len(seats) == len(games) * of.sides
    assert len(packs) * of.sides == len(games)
    assert all(re.fullmatch(r"G[0-9a-f]{14}", game.id) for game in games)
    assert all(len(set(game.sides)) == of.sides for game in games)


@effort(max_examples=30)
@given(
    of=events(),
    places=st.sampled_from(PLACES),
    deals=st.sampled_from(["shared", "once"]),
    rng=st.randoms(use_true_random=False),
)
def test_a_run_that_is_broken_off_again_and_again_plays_the_same_games(
    of: Event, places: Places, deals: Deals, rng: Random
) -> None:
    unbroken, broken = play_out(of, places, deals=deals), play_out(of, places, deals=deals, broken_off=rng)
    assert set(broken.played) == set(unbroken.played)
    assert broken.scores == unbroken.scores


@given(of=events(), places=st.sampled_from(PLACES))
def test_a_new_agenda_asks_for_the_same_at_every_point(of: Event, places: Places) -> None:
    agenda, ledger = Agenda([of], "shared"), Ledger()
    while missing := agenda.missing(ledger.scores):
        assert Agenda([of], "shared").missing(ledger.scores) == missing
        ledger.play(missing, places)
    assert Agenda([of], "shared").missing(ledger.scores) == []


@given(of=events(), places=st.sampled_from(PLACES))
def test_no_game_of_a_round_depends_on_another_of_the_round(of: Event, places: Places) -> None:
    """Whichever games of a round have results, the agenda asks for the others of the same round, and for no more."""
    agenda, ledger = Agenda([of], "shared"), Ledger()
    while missing := agenda.missing(ledger.scores):
        ledger.play(missing[1::2], places)
        assert agenda.missing(ledger.scores) == missing[::2]
        ledger.play(missing[::2], places)


@effort(max_examples=25)
@given(of=events(most=6), places=st.sampled_from(PLACES))
def test_another_entrant_costs_only_the_games_that_are_not_there(of: Event, places: Places) -> None:
    before = play_out(of, places)
    more = of._replace(entrants=ids(len(of.entrants) + 1))
    stored = set(before.scores)
    after = play_out(more, places, ledger=before)
    alone = play_out(more, places)

    assert set(after.scores) == stored | set(alone.scores)


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
def test_another_bot_or_more_sets_keep_the_games_of_a_round_robin_and_of_a_gauntlet(kind: Kind) -> None:
    new = {"new": ["b000"]} if kind == "gauntlet" else {}
    by = ScheduleSettings.model_validate({"kind": kind, **new})
    small, large = (event(count, sets=sets)._replace(settings=by) for count, sets in ((4, 2), (6, 3)))
    assert set(play_out(small).scores) < set(play_out(large).scores)


@pytest.mark.parametrize("kind", KINDS)
def test_another_schedule_keeps_what_is_stored(kind: Kind) -> None:
    ledger = play_out(event(6, sets=3))
    stored = set(ledger.scores)
    play_out(event(6, sets=2, kind=kind), ledger=ledger)

    assert stored <= set(ledger.scores)
    assert kind not in {"round-robin", "gauntlet"} or stored == set(ledger.scores)


def test_a_longer_adaptive_run_goes_on_from_the_shorter_one() -> None:
    ledger = play_out(event(5, kind="adaptive", total=40))
    stored = list(ledger.scores)
    play_out(event(5, kind="adaptive", total=90), ledger=ledger)

    assert list(ledger.scores)[: len(stored)] == stored
    assert len(ledger.scores) == 2 * 90


@given(of=events(), places=st.sampled_from(PLACES))
def test_an_agenda_knows_how_many_games_there_are_at_least(of: Event, places: Places) -> None:
    agenda = Agenda([of], "shared")
    expected = agenda.total
    games = play_out(of, places).played
    extended = of.settings.kind == "knock-out"

    assert expected == len(games) or (extended and expected < len(games))


def test_each_contest_has_a_schedule_of_its_own_and_waits_for_no_other() -> None:
    one, other = event(4, kind="swiss"), event(5, kind="swiss")._replace(contest="other:standard")
    agenda, ledger = Agenda([one, other], "shared"), Ledger()
    while missing := [g for g in agenda.missing(ledger.scores) if g.contest == one.contest]:
        ledger.play(missing, at_random)

    assert {game.contest for game in agenda.missing(ledger.scores)} == {other.contest}
    assert in_order(ledger.played) == in_order(play_out(one).played)


@pytest.mark.parametrize("kind", KINDS)
def test_at_any_time_sets_are_spread_evenly(kind: Kind) -> None:
    """Up to the end of the second round, no entrant has played more than one batch more than another."""
    of = event(8, sets=2, kind=kind)
    played: Counter[str] = Counter(dict.fromkeys(of.entrants, 0))
    agenda, ledger = Agenda([of], "shared"), Ledger()
    batch = {"adaptive": 5}.get(kind, of.sets) * of.sides
    counted = set(of.entrants) if kind != "gauntlet" else set(of.entrants[:-1])
    for _ in range(1 if kind in {"knock-out", "adaptive"} else 2):
        for game in agenda.missing(ledger.scores):
            ledger.play([game], at_random)
            played.update(game.sides)
            counts = [played[one] for one in counted]
            assert max(counts) - min(counts) <= batch


def entrant(name: str, games: tuple[str, ...] = ()) -> Entrant:
    return Entrant(name, name, "1", ("true",), Path("/"), f"{ord(name[0]):064x}", games)


CONTESTS = [parse_game(name, {}, GAMES, 3) for name in ("kaiser", "two-hundred")]
ENTRANTS = [entrant("c"), entrant("a", ("two-hundred",)), entrant("b")]


def words_of(settings: ScheduleSettings) -> Mapping[str, str]:
    return as_words(CONTESTS, ENTRANTS, settings)


def test_a_reader_finds_the_events_that_a_run_plays() -> None:
    settings = ScheduleSettings(kind="knock-out", seeds=("b",), limit=9, third_place=True)
    events = events_of(CONTESTS, ENTRANTS, settings, "seed")
    names = {name: entrant(name).id for name in "abc"}

    assert events == [
        Event("kaiser:standard", 2, 3, (names["c"], names["b"]), settings, "seed"),
        Event("two-hundred:standard", 2, 3, (names["c"], names["a"], names["b"]), settings, "seed"),
    ]
    assert [part.event for part in agenda_of(words_of(settings), "seed").parts] == events


def test_events_are_stored_as_json_without_seed() -> None:
    words = words_of(ScheduleSettings(kind="swiss", rounds=3))
    entrants = [entrant(name).id for name in "cb"]
    assert words["schedule"] == '{"kind":"swiss","rounds":3}'
    assert json.loads(words["events"])[0] == {
        "contest": "kaiser:standard", "sides": 2, "sets": 3, "entrants": entrants, "fill": ""
    }  # fmt: skip


def test_bots_meet_in_the_games_that_both_play() -> None:
    games = agenda_of(words_of(ScheduleSettings()), "seed").missing({})
    met = {(game.contest, *sorted(one[0] for one in game.sides)) for game in games}
    assert met == {("kaiser:standard", "b", "c"), *(("two-hundred:standard", *pair) for pair in combinations("abc", 2))}


def test_the_deals_of_a_run_are_kept_too() -> None:
    words = words_of(ScheduleSettings())
    shared, fresh = (agenda_of({**words, "deals": deals}, "seed").missing({}) for deals in ("shared", "fresh"))
    assert {game.id for game in shared} == {game.id for game in fresh}
    assert len({game.chance for game in fresh}) == len({game.chance for game in shared}) * 2


def test_a_run_that_kept_no_schedule_has_an_empty_agenda() -> None:
    agenda = agenda_of({"move_ms": "1000"}, "seed")
    assert agenda.missing({}) == agenda.asked == []
    assert agenda.total == 0
