"""The slow enumeration of worlds, against counts that can be made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.games import census as module
from arena.games.cards import dealt, pack, plan, rounds
from arena.games.census import census, late_view
from arena.games.kernel import Ask, Chance, Rules, Show
from arena.games.position import Position, play_deal
from tests.games.toy import TOY, ToyOptions, ToyStanding

PACK = pack("AKQJT98", "S")
SEATS = (0, 1, 2)
DEALING = plan([*rounds(SEATS, [2]), ("kitty", 1)])
DRAWS = {"pack": PACK}


def passing(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """Seat 0 takes a kitty of one and passes a card to seat 1, which puts one away; then all cards are played."""
    cards = chance("pack", PACK)
    hands = [dealt(cards, DEALING, seat) for seat in SEATS]
    for seat in SEATS:
        yield Show((seat,), "hand", seat, tuple(hands[seat]))
    kitty = dealt(cards, DEALING, "kitty")
    yield Show((0,), "kitty", None, tuple(kitty))
    passed = yield Ask(0, "pass", (*hands[0], *kitty), told="fact")
    yield Show((1,), "passed", 0, (passed,))
    hands[0] = [card for card in (*hands[0], *kitty) if card != passed]
    away = yield Ask(1, "discard", (*hands[1], passed), told="fact")
    hands[1] = [card for card in (*hands[1], passed) if card != away]
    yield Ask(2, "call", PACK)
    yield Ask(2, "bid", PACK)
    for seat in SEATS * 2:
        hands[seat].remove((yield Ask(seat, "play", tuple(hands[seat]))))
    return standing


GAME = replace(TOY, deal=passing)


def played(answers: str) -> Position[ToyStanding]:
    position = play_deal(GAME, ToyOptions(), ToyStanding(), lambda _, items: tuple(items))
    for word in answers.split():
        position.play(word)
    return position


def count(position: Position[ToyStanding], seat: int) -> int | None:
    contents = census(GAME, position, position.view(seat), DRAWS)
    return None if contents is None else len(contents)


# Dealt: 0 AS KS, 1 QS JS, 2 TS 9S, kitty 8S. Seat 0 passes KS, seat 1 puts JS away, seat 2 calls that card and bids KS.
ALL = "KS JS JS KS AS QS TS 8S KS 9S"


@pytest.mark.parametrize(
    ("answers", "seat", "worlds"),
    [
        (ALL, 2, 9),  # any of QS KS JS was passed, and any of AS 8S and that card was the kitty
        (ALL, 1, 3),  # any of AS 8S KS was the kitty
        (ALL, 0, 1),
        (ALL[:20], 0, 4),  # JS and 9S are with 1 and 2 either way; 1 put away KS or the one that it held
        ("", 0, 6),  # four cards that 0 has not seen, two each
    ],
)
def test_the_census_finds_every_way_a_card_may_have_come(answers: str, seat: int, worlds: int) -> None:
    assert count(played(answers), seat) == worlds


def test_the_census_gives_up_when_there_is_too_much_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIALS", 5)
    assert count(played(""), 0) is None  # six packs
    monkeypatch.setattr(module, "TRIALS", 6)
    assert count(played(""), 0) == 6
    assert count(played("KS JS"), 0) is None  # six packs, and three cards to put away in each


def test_the_earliest_view_with_few_enough_worlds_is_found() -> None:
    found = late_view(GAME, played(ALL), (0, 1, 2), DRAWS, most=4)
    assert found is not None
    view, contents = found
    assert (view.seat, len(contents)) == (0, 4)
    assert view == played(ALL[:20]).view(0)
    assert late_view(GAME, played(ALL), (2,), DRAWS, most=8) is None
