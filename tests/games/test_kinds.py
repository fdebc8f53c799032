"""Presets of one kind hide their cards in the same way, and what concerns cards makes a kind of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from arena.games import five_hundred, two_hundred
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Chance, Note, Rules, Sampler, Show, View
from tests.games.about import about
from tests.games.kinds import difference, kind_of, kinds, stands_for
from tests.games.test_every_preset import KINDS
from tests.games.toy import PACK, TOY, ToyOptions, ToyStanding, deal

TWO, FIVE = two_hundred.GAME, five_hundred.GAME


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_preset_belongs_to_a_kind_whose_worlds_are_looked_at(game: AnyGame) -> None:
    looked_at = {param.id for param in KINDS}
    for preset in game.presets:
        assert f"{game.name}:{stands_for(game, preset)}" in looked_at
    assert len({kind_of(game, options) for options in game.presets.values()}) == len(kinds(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_concerns_no_card_is_an_option_of_the_game(game: AnyGame) -> None:
    assert about(game).not_of_cards <= {field.name for field in fields(game.options)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_cards_are_hidden_in_every_preset_as_in_the_one_that_stands_for_it(game: AnyGame) -> None:
    for preset, options in game.presets.items():
        if (other := stands_for(game, preset)) != preset:
            assert difference(game, options, game.presets[other]) is None, f"{preset} is not like {other}"


@pytest.mark.parametrize(
    ("game", "one", "other", "found"),
    [
        (TWO, "ten-card", "standard", "the pack"),
        (TWO, "deal-ones", "standard", "what is told"),
        (TWO, "trump-by-lead", "standard", "what is asked"),
        (TWO, "kitty-singly", "kitty", "what is told"),
        (TWO, "kitty-no-points", "kitty", "what may be answered"),
        (TWO, "kitty-no-points-or-trumps", "kitty", "what is asked"),
        (TWO, "kitty-points-announced", "kitty", "what is told"),
        (TWO, "kitty-trumps-shown", "kitty", "what is told|what is drawn"),
        (TWO, "five-silent-fixed", "five-silent-rotating", "what is told"),
        (FIVE, "passed-deal", "standard", "what is asked"),
    ],
)
def test_an_option_that_concerns_cards_is_not_taken_for_one_that_does_not(
    game: AnyGame, one: str, other: str, found: str
) -> None:
    for first, second in ((one, other), (other, one)):
        assert stands_for(game, first) != stands_for(game, second)
        said = difference(game, game.presets[first], game.presets[second])
        assert said is not None and said.startswith(tuple(found.split("|")))


@pytest.mark.slow
def test_a_secret_that_few_hands_have_is_found_in_many_deals() -> None:
    presets = TWO.presets
    said = difference(TWO, presets["misdeal"], presets["standard"], deals=500, tries=500)
    assert said is not None and "kind='misdeal'" in said


# Faults planted in a game: something about cards depends on an option that is said to concern none.

CALM, WILD = ToyOptions(), ToyOptions(mood="wild")


def wild(first: Callable[[Any], Ask | Note | Show]) -> AnyGame:
    """The toy game with something that happens at the beginning of a deal only where the mood is wild."""

    def longer(o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        if o.mood == "wild":
            yield first(chance("pack", PACK))
        return (yield from deal(o, standing, chance))

    return replace(TOY, deal=longer)


def drawn_by_mood(view: View) -> Sampler:
    """Draw deals in which the last card comes first, where the mood is wild."""
    draw = TOY.hidden(view)

    def turned(rng: Random) -> Any:
        world = draw(rng)
        *cards, last = world.draws["pack"]
        return world._replace(draws={"pack": (last, *cards)})

    return turned if view.options.mood == "wild" else draw


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (wild(lambda cards: Show((0,), "talon", None, cards[-1:])), "what is told"),
        (wild(lambda cards: Note("colour", (cards[-1][-1],))), "what is told"),
        (wild(lambda _: Ask(0, "guess", ("red", "black"), told="nobody")), "what is asked"),
        (wild(lambda cards: Ask(0, "point", cards[:2])), "what is asked"),
        (replace(TOY, hidden=drawn_by_mood), "what is drawn"),
        (replace(TOY, pack=lambda o: PACK[::-1] if o.mood == "wild" else PACK), "the pack"),
    ],
)
def test_a_game_in_which_an_option_concerns_cards_is_found_out(game: AnyGame, found: str) -> None:
    for one, other in ((CALM, WILD), (WILD, CALM)):
        said = difference(game, one, other)
        assert said is not None and said.startswith(found)


def test_what_is_said_in_public_may_differ() -> None:
    assert difference(wild(lambda _: Ask(0, "shout", ("hey", "ho"))), CALM, WILD) is None
    assert difference(TOY, CALM, WILD) is None


def test_deals_that_cannot_be_compared_are_no_proof() -> None:
    def bids(o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield Ask(0, "bid", ("1", "2") if o.mood == "wild" else ("3", "4"))
        return (yield from deal(o, standing, chance))

    said = difference(replace(TOY, deal=bids), CALM, WILD)
    assert said == "the auctions: 0 of 80 deals could be compared"
