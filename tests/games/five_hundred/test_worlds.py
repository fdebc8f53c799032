"""What each seat knows, and the deals drawn for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

import pytest

from arena.games.five_hundred import GAME
from arena.games.five_hundred.dealing import DUMMY, dealing, pack_for
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.kernel import Card, Did, Event, Note, Place, Seat, Show, View, Word, World
from arena.games.kernel.position import Position
from arena.games.laws import check_game, check_worlds_uniform
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import assemble, dealt
from arena.games.parts.finish import Standing
from arena.games.parts.kitty import KITTY
from tests.games.five_hundred import situations
from tests.games.five_hundred.situations import DUMMY_GAME, FIVE, FOUR, NULLO, PASSED, SHORT, STANDARD, deal_after
from tests.games.situations import (
    agrees,
    asked,
    assert_equally_likely,
    assert_even,
    legal,
    notes,
    shares_of,
    shown_to,
    shuffles,
    spread,
)

pytestmark = pytest.mark.slow
worlds = GAME.worlds

RESTRICTED = replace(STANDARD, nt_joker="restricted")
STRICT_NULLO = replace(NULLO, nt_joker="restricted")
MIXTURES = {
    "strict-nullo": STRICT_NULLO,
    "passed-restricted": replace(PASSED, nt_joker="restricted"),
    "four-cards": replace(FOUR, card_bonus=True, widow_deal="after_hands", auction="single"),
    "four-free": replace(FOUR, nt_joker="free", schedule="classic"),
    "five-either": replace(FIVE, partner_6_7="either", five_alone=True, nt_joker="restricted", passed_deal="play"),
    "two-nullo": replace(DUMMY_GAME, nullo=True, auction="rounds", nt_joker="restricted"),
    "five-no-joker": replace(FIVE, joker="off", schedule="inverted"),
}
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4))]
DRAWS = [(500, 1), pytest.param(1000, 2, marks=pytest.mark.thorough)]
"""Worlds drawn, and moments looked at."""
Cards = frozenset[Card]
Placing = tuple[Cards, ...]
"""The cards that a seat cannot see, in each place: what is left in the other hands, the discard, widow and dummy."""


@pytest.mark.rule("FH-85", "FH-86", "FH-87", "FH-88")
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_keeps_the_laws(preset: str) -> None:
    check_game(GAME, replace(PRESETS[preset], max_deals=4), preset)


@pytest.mark.rule("FH-85", "FH-86", "FH-87", "FH-88")
@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_mixtures_of_options_keep_the_laws(name: str) -> None:
    check_game(GAME, replace(MIXTURES[name], max_deals=4), name)


@pytest.mark.rule("FH-86")
@pytest.mark.parametrize(("draws", "moments"), DRAWS)
@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_worlds_of_an_endgame_are_uniform(name: str, draws: int, moments: int) -> None:
    check_worlds_uniform(GAME, MIXTURES[name], 1, draws=draws, moments=moments)


# Every placing of the unseen cards, tried by playing the view again, against the placings drawn.


def plays_of(events: Iterable[Event]) -> list[tuple[Seat, Card]]:
    return [(e.seat, str(e.word)) for e in events if isinstance(e, Did) and e.kind == "play"]


def late(o: Options, seed: int, left: int, wanted: Mapping[str, Word]) -> Position[Standing]:
    """A deal played until so many tricks are left; who is asked says the word wanted for the kind, else any.

    Where no bid is wanted or open, players pass.
    """
    rng, position = Random(seed), deal_after(o=o, chance=shuffles(seed))
    while len(notes(position, "trick")) < 10 - left:
        ask = position.ask
        assert ask is not None
        open_words = [word for word in wanted.get(ask.kind, "").split() if word in ask.legal]
        usual = "pass" if ask.kind == "bid" else rng.choice(ask.legal)
        position.play(open_words[0] if open_words else usual)
    return position


class Facts(NamedTuple):
    """What everybody can see of a deal: the contractor if there is one, the cards played, the joker's suit."""

    contractor: Seat | None
    played: Mapping[Place, Cards]
    joker_suit: Word

    @classmethod
    def of(cls, view: View) -> Facts:
        told = {event.kind: event.values for event in view.events if isinstance(event, Note)}
        cards: dict[Place, Cards] = {
            seat: frozenset(card for by, card in plays_of(view.events) if by == seat) for seat in range(5)
        }
        contractor = told.get("contract", (None,))[0]
        assert contractor is None or isinstance(contractor, int)
        return cls(contractor, cards, str(told.get("joker-suit", ("none",))[0]))


def room(view: View) -> dict[Place, int]:
    """How many cards that the seat has not seen lie in each place, once the exchange is over."""
    o, facts = view.options, Facts.of(view)
    sizes: dict[Place, int] = {seat: 10 - len(facts.played[seat]) for seat in range(o.players) if seat != view.seat}
    if facts.contractor != view.seat:
        sizes["pile" if facts.contractor is not None else KITTY] = o.widow
    return sizes | ({DUMMY: 10} if o.dummy else {})


def world_of(view: View, placing: Placing) -> World:
    """The deal in which the unseen cards lie so; of the contractor's cards any may have been in the widow."""
    o, facts = view.options, Facts.of(view)
    lies = dict(zip(room(view), placing, strict=True))
    contents = {place: sorted(cards | facts.played.get(place, frozenset())) for place, cards in lies.items()}
    contents[view.seat] = sorted(card for show in shows(view, "hand") for card in show)
    secrets = {}
    if facts.contractor == view.seat:
        contents[KITTY] = sorted(card for show in shows(view, KITTY) for card in show)
    elif facts.contractor is not None:
        pile = contents.pop("pile")
        had = sorted([*contents[facts.contractor], *pile])
        contents |= {facts.contractor: had[o.widow :], KITTY: had[: o.widow]}
        secrets = {(facts.contractor, "discard"): tuple(pile), (facts.contractor, "joker-suit"): (facts.joker_suit,)}
    return World({"pack": assemble(dealing(o, view.standing.dealer), contents)}, secrets)


def shows(view: View, kind: str) -> list[tuple[Card, ...]]:
    return [tuple(e.cards) for e in view.events if isinstance(e, Show) and e.kind == kind]


def placing_in(view: View, world: World) -> Placing:
    """Where the cards lie in a world that the seat has not seen."""
    o, facts = view.options, Facts.of(view)
    where = dealing(o, view.standing.dealer)
    contents = {place: frozenset(dealt(world.draws["pack"], where, place)) for place in set(where)}
    if facts.contractor is not None and facts.contractor != view.seat:
        pile = frozenset(world.secrets[facts.contractor, "discard"])
        contents[facts.contractor] = (contents[facts.contractor] | contents[KITTY]) - pile
        contents["pile"] = pile
    gone = frozenset[Card]().union(*facts.played.values())
    return tuple(contents[place] - gone for place in room(view))


CASES = [
    ("standard", STANDARD, 2, {"bid": "7NT"}),
    ("trumps", STANDARD, 2, {"bid": "7H"}),
    ("restricted", RESTRICTED, 2, {"bid": "7NT", "joker-suit": "none"}),
    ("declared", RESTRICTED, 2, {"bid": "7NT", "joker-suit": "H"}),
    ("strict nullo", STRICT_NULLO, 2, {"bid": "nullo", "joker-suit": "none"}),
    ("strict nullo declared", STRICT_NULLO, 2, {"bid": "nullo", "joker-suit": "D"}),
    ("passed", PASSED, 2, {}),
    ("passed restricted", replace(PASSED, nt_joker="restricted"), 2, {}),
    ("four", FOUR, 1, {"bid": "8NT", "joker-suit": "none"}),
    ("five called", FIVE, 1, {"bid": "6S"}),
    ("five chosen", replace(FIVE, nt_joker="restricted"), 1, {"bid": "8NT"}),
    ("two short", SHORT, 3, {"bid": "6H"}),
]


@pytest.mark.slow
@pytest.mark.rule("FH-16", "FH-42", "FH-51", "FH-53", "FH-56", "FH-86", "FH-87")
@pytest.mark.parametrize(("o", "left", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_placing_in_an_endgame_is_as_likely_as_any_other(
    o: Options, left: int, wanted: Mapping[str, Word], seed: int
) -> None:
    position, rng = late(o, seed, left, wanted), Random(seed)
    view = position.view((1 + seed) % o.players)
    sizes = room(view)
    seen = {*chain.from_iterable((*shows(view, "hand"), *shows(view, KITTY))), *(c for _, c in plays_of(view.events))}
    tried = spread(frozenset(pack_for(o)) - seen, list(sizes.values()))
    possible = {placing for placing in tried if agrees(GAME, view, world_of(view, placing))}
    assert_equally_likely(possible, lambda: placing_in(view, worlds(view, rng)))


@pytest.mark.slow
@pytest.mark.rule("FH-61", "FH-56", "FH-88", "FH-86")
@pytest.mark.parametrize("bid", ["7S misere", "open-misere"])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_sits_out_draws_the_other_hands_evenly(bid: str, seed: int) -> None:
    position, rng = late(FOUR, seed, 1, {"bid": bid}), Random(seed)
    ((sits_out,),) = notes(position, "sits-out")
    view = position.view(int(sits_out))
    seen = {*chain.from_iterable(shows(view, "hand")), *(card for _, card in plays_of(view.events))}
    sizes = [size for place, size in room(view).items()]
    possible = {p for p in spread(frozenset(pack_for(FOUR)) - seen, sizes) if agrees(GAME, view, world_of(view, p))}
    assert_equally_likely(possible, lambda: placing_in(view, worlds(view, rng)))


# What each seat may and may not know.


shares = partial(shares_of, worlds)


def lie_in(view: View, place: Place) -> Callable[[World], Iterable[Card]]:
    where = dealing(view.options, view.standing.dealer)
    return lambda world: dealt(world.draws["pack"], where, place)


@pytest.mark.rule("FH-86")
def test_every_unseen_card_may_be_in_the_widow_during_the_auction() -> None:
    view = deal_after("6S").view(2)
    assert_even(shares(view, lie_in(view, KITTY)), 23, 3 / 23)


@pytest.mark.rule("FH-23", "FH-86")
def test_the_dummy_and_an_unused_widow_stay_unknown() -> None:
    view = deal_after("pass", o=DUMMY_GAME).view(0)
    assert_even(shares(view, lie_in(view, DUMMY)), 23, 10 / 23)
    assert_even(shares(view, lie_in(view, KITTY)), 23, 3 / 23)


@pytest.mark.rule("FH-40", "FH-86")
def test_every_unseen_card_may_have_been_discarded() -> None:
    position = deal_after("6S pass pass")
    for _ in range(2):
        position.play(legal(position).split()[0])
    view = position.view(2)
    assert_even(shares(view, lambda world: world.secrets[1, "discard"]), 23, 2 / 23)
    assert_even(shares(view, lie_in(view, KITTY)), 23, 3 / 23)


@pytest.mark.rule("FH-39", "FH-86")
def test_the_contractor_is_certain_of_widow_and_discards() -> None:
    position = late(STANDARD, 1, 8, {"bid": "6S"})
    view = position.view(1)
    (kitty,) = shown_to(position, 1, "kitty")
    for seed in range(20):
        world = worlds(view, Random(seed))
        assert set(lie_in(view, KITTY)(world)) == set(kitty.split())
        assert world.secrets == {}


@pytest.mark.rule("FH-42", "FH-43", "FH-86", "FH-R25")
def test_the_called_card_is_with_anybody_but_the_contractor() -> None:
    position = deal_after("6S pass pass pass pass", o=FIVE, chance=shuffles(4))
    while asked(position)[1] == "discard":
        position.play(legal(position).split()[-1])
    called = legal(position).split()[0]
    position.play(called)
    holder = next(seat for seat in range(5) if called in shown_to(position, seat, "hand")[0].split())

    def holders(view: View) -> Callable[[World], Iterable[Card]]:
        return lambda world: [str(seat) for seat in range(5) if called in lie_in(view, seat)(world)]

    view = position.view(1)
    assert_even(shares(view, holders(view)), 4, 1 / 4)
    other = next(seat for seat in range(5) if seat not in {1, holder})
    view = position.view(other)
    found = shares(view, holders(view))
    assert "1" not in found and str(other) not in found
    assert_even(found, 3, 1 / 3)
    view = position.view(holder)
    assert set(shares(view, holders(view))) == {str(holder)}


HANDS: dict[Seat | str, str] = {
    1: "AS KS 7S AH KH AD KD AC KC QC",
    2: "JK JS QH JH QD JD TD 9H JC TC",
    0: "TS 9S 8S TH 8H 7H 9D 9C 8C 7C",
    "kitty": "8D 7D QS",
}
"""Seat 2 has the joker."""


@pytest.mark.rule("FH-56")
@pytest.mark.parametrize(("o", "bid", "possible"), [(STRICT_NULLO, "nullo", False), (RESTRICTED, "7NT", True)])
def test_who_throws_another_card_in_a_strict_nullo_has_no_joker(o: Options, bid: str, possible: bool) -> None:
    chance = situations.dealt(o, HANDS)
    position = deal_after(f"{bid} pass pass 8D 7D QS AS JS 8S AD TD 9D KD JD", o=o, chance=chance)
    assert position.ask is not None and position.ask.seat == 0
    position.play("TH")  # no diamond: where the joker is forced, seat 0 would have played it
    view = position.view(1)
    found = shares(view, lambda world: [str(seat) for seat in (0, 2) if JOKER in lie_in(view, seat)(world)])
    assert ("0" in found) == possible
    assert "2" in found


@pytest.mark.rule("FH-51", "FH-86")
def test_a_suit_named_for_the_joker_shows_who_lacks_it() -> None:
    hands = HANDS | {1: "JK AS KS 7S AH KH AD KD AC KC", 2: "QC JS QS JD TD QD 9D 8D 7D JC"}
    hands |= {0: "TS 9S 8S TH 8H 7H QH 9C 8C 7C", "kitty": "JH 9H TC"}
    chance = situations.dealt(STANDARD, hands)
    position = deal_after("7NT pass pass JH 9H TC JK H JS", chance=chance)
    view = position.view(0)
    for seed in range(30):
        assert all(card[-1] != "H" for card in lie_in(view, 2)(worlds(view, Random(seed))))


@pytest.mark.rule("FH-53", "FH-87")
def test_a_declared_joker_is_with_the_contractor_and_an_undeclared_one_anywhere() -> None:
    hands = HANDS | {1: f"JK {str(HANDS[1])[:-3]}", 2: str(HANDS[2]).replace("JK", "QC")}
    chance = situations.dealt(RESTRICTED, hands)
    for word, possible in (("S", {"1"}), ("none", {"0", "1", "pile"})):
        view = deal_after(f"7NT pass pass 8D 7D QS {word}", o=RESTRICTED, chance=chance).view(2)

        def places(world: World, view: View = view) -> list[str]:
            if JOKER in world.secrets[1, "discard"]:
                return ["pile"]
            widow = "1" if JOKER in lie_in(view, KITTY)(world) else ""
            return [widow or str(seat) for seat in (0, 1) if widow or JOKER in lie_in(view, seat)(world)][:1]

        assert set(shares(view, places)) == possible
        assert {worlds(view, Random(seed)).secrets[1, "joker-suit"] for seed in range(9)} == {(word,)}


@pytest.mark.rule("FH-87")
def test_that_the_joker_was_not_declared_is_told_to_nobody() -> None:
    hands = HANDS | {1: f"JK {str(HANDS[1])[:-3]}", 2: str(HANDS[2]).replace("JK", "QC")}
    position = deal_after("7NT pass pass 8D 7D QS", o=RESTRICTED, chance=situations.dealt(RESTRICTED, hands))
    before = [position.told(seat) for seat in range(3)]
    assert asked(position) == (1, "joker-suit")
    position.play("none")
    assert [position.told(seat) for seat in (0, 2)] == [before[0], before[2]]


@pytest.mark.rule("FH-88", "FH-62")
def test_an_exposed_hand_is_known_to_all() -> None:
    position = late(FOUR, 2, 9, {"bid": "open-misere", "joker-suit": "none"})
    contractor = notes(position, "contract")[0][0]
    (exposed,) = shown_to(position, 0, "exposed")
    for seat in range(4):
        view = position.view(seat)
        world = worlds(view, Random(seed := seat + 1))
        assert seed
        had = {*lie_in(view, int(contractor))(world), *lie_in(view, KITTY)(world)}
        assert had.issuperset(exposed.split())


@pytest.mark.rule("FH-16", "FH-86")
def test_the_left_bower_shows_no_void_in_its_printed_suit() -> None:
    hands: dict[Seat | str, str] = {
        1: "JH AH KH QH AS KS AC KC AD KD",
        2: "JD 7D 8D 9D 7S 8S 9S 7C 8C 9C",
        0: "TH 9H 8H TS JS QS TC JC QC 7H",
        "kitty": "TD QD JK",
    }
    position = deal_after("6H pass pass TD QD AD AH JD 7H", chance=situations.dealt(STANDARD, hands))
    view = position.view(0)
    cards = [set(lie_in(view, 2)(worlds(view, Random(seed)))) for seed in range(30)]
    assert any(card[-1] == "D" and card != "JD" for hand in cards for card in hand)
    assert any(card[-1] == "H" for hand in cards for card in hand)  # JD was his duty or his choice: a trump
