"""Where two rooms of a set part, which bot answered what there, and the deal as card players see it."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.chance import keyed
from arena.games.kernel import Ask
from arena.games.kernel.position import play_game
from arena.protocol import write_line
from arena.regression.differences import Difference, as_text, differences
from arena.regression.head_to_head import HeadToHead
from arena.regression.series import sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings
from arena.settings.contest import contest_of, sides_of
from arena.store import PlayedGame, Store
from arena.table import record
from arena.table.outcome import Outcome
from arena.table.reports import GameEnded
from tests.arena.head_to_head import NEW, OLD, entrant

KEY = "key"
Policy = Callable[[Ask], str]


def first(ask: Ask) -> str:
    """Bid as low as possible, and play the first card."""
    return ask.legal[min(1, len(ask.legal) - 1) if ask.kind == "bid" else 0]


def last_card(ask: Ask) -> str:
    return ask.legal[-1] if ask.kind == "play" else first(ask)


def ended(game: PlannedGame, policies: Mapping[str, Policy]) -> GameEnded:
    """A game between bots that go by a policy."""
    its = contest_of(game.contest)
    position, sides = play_game(its.game, its.options, keyed(KEY, game.chance)), sides_of(game.contest)
    names = [game.sides[side or 0] for side in sides]
    while (ask := position.ask) is not None:
        position.play(policies[names[ask.seat]](ask))
    result = position.result
    assert result is not None
    opening = record.opening(game.id, its.game, its.preset, its.options, ClockSettings(), names=names)
    lines = (write_line(opening), *map(record.line, position.log), write_line(record.ending(game.id, result)))
    return GameEnded(game.id, Outcome(result, (), {}, "".join(lines)))


def found(path: Path, label: str, policies: Mapping[str, Policy], *more: Entrant, most: int = 9) -> list[Difference]:
    """Play some sets of the game, and look for differences."""
    bots = [NEW, OLD, *more]
    games = sets_of(contest_of(label)._replace(sets=4), bots, KEY)
    head_to_head = HeadToHead(games, NEW.id, OLD.id)
    with Store.open(path / "x.db", writing=True) as store:
        store.start_run(KEY, {})
        store.plan(bots, games)
        for game in games:
            over = ended(game, policies)
            store.begin(game.id)
            store.finish(over)
            head_to_head.take(PlayedGame(game, over.outcome.result))
        while head_to_head.count():
            pass
        return differences(head_to_head, NEW, OLD, store, KEY, most)


@pytest.mark.parametrize("swapped", [False, True])
def test_the_first_answer_that_differs_is_found_whoever_gave_it(tmp_path: Path, swapped: bool) -> None:
    policies = {NEW.id: first, OLD.id: last_card}
    if swapped:
        policies = {NEW.id: last_card, OLD.id: first}
    rows = found(tmp_path, "kaiser:standard max_deals=1", policies)

    assert 1 <= len(rows) <= 4
    assert [row.lead for row in rows] == sorted(row.lead or 0 for row in rows), "those that the new one lost come first"
    with Store.open(tmp_path / "x.db", writing=False) as store:
        for row in rows:
            mine, yours = ([x for x in store.record(id_).splitlines() if x.startswith("did ")] for id_ in row.games)
            assert next((a, b) for a, b in zip_longest(mine, yours) if a != b) == (
                f"did {row.seat} play {row.new}",
                f"did {row.seat} play {row.old}",
            )
            game = store.game(row.games[0])
            assert game.sides[sides_of(game.contest)[row.seat] or 0] == NEW.id
            assert game.set == row.set
            assert row.diagram.startswith("Deal 1: ")
            assert f"{row.seat} new" in row.diagram


def test_bots_that_do_the_same_do_not_differ(tmp_path: Path) -> None:
    assert found(tmp_path, "kaiser:standard max_deals=1", {NEW.id: first, OLD.id: first}) == []


def test_no_more_than_wanted_are_shown_and_in_words(tmp_path: Path) -> None:
    [row] = found(tmp_path, "kaiser:standard max_deals=1", {NEW.id: first, OLD.id: last_card}, most=1)
    head, came, *_ = as_text(row, "new", "old").splitlines()
    assert head.startswith(f"set {row.set}, deal 1: seat {row.seat} answers play with {row.new} as new, with {row.old}")
    assert came.startswith("  with new: points ")
    assert {*row.data()} == {*Difference._fields}


def test_with_three_sides_only_answers_of_the_two_count(tmp_path: Path) -> None:
    other = entrant("filler")
    policies = {NEW.id: first, OLD.id: last_card, other.id: first}
    rows = found(tmp_path, "five-hundred:standard max_deals=1", policies, other, most=4)
    with Store.open(tmp_path / "x.db", writing=False) as store:
        for row in rows:
            for id_, bot in zip(row.games, (NEW, OLD), strict=True):
                game = store.game(id_)
                assert game.sides[sides_of(game.contest)[row.seat] or 0] == bot.id
