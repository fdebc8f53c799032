"""What each seat knows, and the deals drawn for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import comb
from random import Random

import pytest

from arena.games.american_five_hundred import GAME, PRESETS
from arena.games.american_five_hundred.bidding import LOW, PACK, dealing, is_hopeless, may_announce
from arena.games.kernel import Card, Did, Place, Seat, Show, View, Word, World
from arena.games.kernel.options import choose
from arena.games.kernel.position import Position
from arena.games.laws import check_game, check_worlds_uniform
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import assemble, dealt
from arena.games.parts.finish import Standing
from arena.games.parts.kitty import KITTY
from tests.games.american_five_hundred.situations import (
    CALM,
    HOPELESS,
    ROUNDS,
    ST_PAUL,
    deal_after,
)
from tests.games.situations import agrees, asked, assert_equally_likely, assert_even, legal, notes, shares_of, spread

pytestmark = pytest.mark.slow
worlds = GAME.worlds

RARE: dict[str, tuple[Word, ...]] = {
    "any": (),
    "rare": ("nullo", "granola", "6NO", "7NO", "claim", "refuse"),
    "granola": ("nullo", "granola", "pass", "claim", "refuse"),
    "announced": ("7NO", "6NO", "pass"),
}
"""Words that random play says half of the time where they are open."""
SETTINGS: dict[str, dict[str, object]] = {
    "plain": {},
    "both": {"inkle": "both", "special_no": "free"},
    "named": {"first_dealer": "P0"},
}


@pytest.mark.rule("AF-46", "AF-47")
@pytest.mark.parametrize("often", RARE)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_keeps_the_laws(preset: str, often: str) -> None:
    check_game(GAME, replace(PRESETS[preset], max_deals=3), f"{preset} {often}", often=RARE[often])


@pytest.mark.rule("AF-46", "AF-47")
@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("often", RARE)
@pytest.mark.parametrize("preset", PRESETS)
def test_mixtures_of_options_keep_the_laws(preset: str, often: str, settings: str, games: int) -> None:
    o = choose(PRESETS[preset], {**SETTINGS[settings], "max_deals": 4})
    check_game(GAME, o, f"{preset} {often} {settings} {games}", games=games, often=RARE[often])


@pytest.mark.rule("AF-47")
@pytest.mark.parametrize("often", RARE)
@pytest.mark.parametrize("preset", ["st-paul", "st-paul-no-nullo"])
def test_worlds_are_uniform(preset: str, often: str) -> None:
    check_worlds_uniform(GAME, PRESETS[preset], f"few {preset} {often}", draws=500, moments=1, often=RARE[often])


@pytest.mark.thorough
@pytest.mark.rule("AF-47")
@pytest.mark.parametrize("often", RARE)
@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_of_every_preset_are_uniform(preset: str, often: str) -> None:
    check_worlds_uniform(GAME, PRESETS[preset], f"even {preset} {often}", often=RARE[often])


def shares(view: View, lies: Callable[[World], Iterable[Card]]) -> dict[Card, float]:
    return dict(shares_of(worlds, view, lies))


def lie_in(view: View, place: Place) -> Callable[[World], Sequence[Card]]:
    """The cards that were dealt to a place."""
    where = dealing(view.standing.dealer)
    return lambda world: dealt(world.draws["pack"], where, place)


def only(share: dict[Card, float], cards: Collection[Card]) -> dict[Card, float]:
    return {card: value for card, value in share.items() if card in cards}


# Claims.


@pytest.mark.rule("AF-10", "AF-46", "AF-47")
def test_nobody_hears_of_a_claim_that_was_not_made() -> None:
    position = deal_after(hands={1: HOPELESS})
    assert asked(position) == (1, "ace-no-face")
    before = [position.told(seat) for seat in range(4)]
    position.play("no-claim")
    assert asked(position) == (1, "bid")
    assert [position.told(seat) for seat in (0, 2, 3)] == [before[seat] for seat in (0, 2, 3)]
    assert len(position.told(1)) == len(before[1]) + 1


@pytest.mark.rule("AF-9", "AF-46", "AF-R7")
def test_a_claim_is_told_by_a_note_and_shows_no_card() -> None:
    position = deal_after("claim refuse", hands={1: HOPELESS})
    for seat in (0, 2, 3):
        events = position.told(seat)
        assert not any(isinstance(event, Did) and event.kind == "ace-no-face" for event in events)
        assert [event.word for event in events if isinstance(event, Did)] == ["refuse"]
        assert sum(isinstance(event, Show) for event in events) == 1
    assert notes(position, "claim") == [(1,)]


@pytest.mark.rule("AF-47")
def test_a_hand_without_a_claim_may_hold_anything() -> None:
    view = deal_after("no-claim 7S", hands={1: HOPELESS}).view(2)
    assert_even(shares(view, lie_in(view, 1)), 35, 10 / 35)
    drawn = [is_hopeless(lie_in(view, 1)(worlds(view, Random(seed)))) for seed in range(2000)]
    assert 0 < sum(drawn) < 100


@pytest.mark.rule("AF-9", "AF-47")
def test_who_claimed_was_dealt_one_ace_and_nine_low_cards() -> None:
    view = deal_after("claim refuse 7S", hands={1: HOPELESS}).view(2)
    unseen = set(PACK) - set(lie_in(view, 2)(worlds(view, Random(0))))
    aces, low = [card for card in unseen if card[0] == "A"], unseen & LOW
    share = shares(view, lie_in(view, 1))
    assert set(share) == {*aces, *low}
    assert_even(only(share, aces), len(aces), 1 / len(aces))
    assert_even(only(share, low), len(low), 9 / len(low))


@pytest.mark.rule("AF-11", "AF-47")
def test_an_annulled_deal_shows_no_hand() -> None:
    position = deal_after("claim agree", hands={1: HOPELESS})
    assert sum(isinstance(event, Show) for event in position.log) == 4
    view = position.view(0)
    share = shares(view, lie_in(view, 3))
    assert len(share) == 35
    assert is_hopeless(lie_in(view, 1)(worlds(view, Random(1))))


CLAIMED: dict[Seat | str, str] = {1: HOPELESS, KITTY: "KD QD JH KS 7C"}


def late(seed: int, left: int) -> Position[Standing]:
    """A deal whose contractor claimed, until so many cards of others than seat 2 are unseen; discards are low."""
    rng, position = Random(seed), deal_after("claim refuse 7H pass pass pass", hands=CLAIMED)
    while sum(event.seat != 2 for event in position.log if isinstance(event, Did) and event.kind == "play") < 30 - left:
        ask = position.ask
        assert ask is not None
        low = [card for card in ask.legal if ask.kind == "discard" and card in LOW]
        position.play(rng.choice(low or ask.legal))
    return position


def possible_worlds(view: View) -> Iterator[World]:
    """Yield every deal that looks the same to seat 2 once the contractor has put his five away."""
    played: dict[Seat, list[Card]] = {seat: [] for seat in range(4)}
    for event in view.events:
        if isinstance(event, Did) and event.kind == "play" and event.word is not None:
            played[event.seat].append(event.word)
    own = next(event.cards for event in view.events if isinstance(event, Show))
    unseen = frozenset(PACK) - {*own, *chain.from_iterable(played.values())}
    for zero, three, one, pile in spread(unseen, [*(10 - len(played[seat]) for seat in (0, 3, 1)), 5]):
        had = {*played[1], *one, *pile}
        for middle in map(set, combinations(sorted(had), 5)):
            if is_hopeless(sorted(had - middle)):
                hands: dict[Place, list[Card]] = {
                    0: [*played[0], *zero],
                    1: sorted(had - middle),
                    2: list(own),
                    3: [*played[3], *three],
                    KITTY: sorted(middle),
                }
                secrets = {(1, "ace-no-face"): ("claim",), (1, "discard"): tuple(sorted(pile))}
                yield World({"pack": assemble(dealing(0), hands)}, secrets)


def content(world: World) -> tuple[frozenset[Card], ...]:
    """Who was dealt what, and what was put away."""
    where = dealing(0)
    dealt_to = [frozenset(dealt(world.draws["pack"], where, place)) for place in (0, 1, 3, KITTY)]
    return (*dealt_to, frozenset(world.secrets[1, "discard"]))


@pytest.mark.rule("AF-9", "AF-26", "AF-47")
@pytest.mark.parametrize(
    ("seed", "left"), [(1, 0), (2, 1), *(pytest.param(seed, 2, marks=pytest.mark.slow) for seed in range(3))]
)
def test_every_deal_of_a_contractor_who_claimed_is_as_likely_as_any_other(seed: int, left: int) -> None:
    view, rng = late(seed, left).view(2), Random(seed)
    possible = {content(world) for world in possible_worlds(view) if agrees(GAME, view, world)}
    assert len(possible) > 5
    assert_equally_likely(possible, lambda: content(worlds(view, rng)))


@pytest.mark.rule("AF-9", "AF-47")
def test_a_contractor_who_claimed_is_drawn_at_once_even_after_he_has_played_the_middle() -> None:
    hands = CLAIMED | {1: "AH TH 9H 8H 7H 6H 5H 4H TS 9S", KITTY: "JK JH KH QH JD"}
    position = deal_after("claim refuse 10H pass pass pass", hands=hands)
    for word in ["AH", "4H", "5H", "TS", "9S"]:
        position.play(word)
    for lead in ["JK", "JH", "JD", "KH", "QH"]:
        position.play(lead)
        while asked(position)[0] != 1:
            position.play(legal(position).split()[0])
    view = position.view(2)
    for seed in range(5):
        world = worlds(view, Random(seed))
        assert set(lie_in(view, KITTY)(world)) == {"JK", "JH", "KH", "QH", "JD"}
        assert agrees(GAME, view, world)


# Announcements.


@pytest.mark.rule("AF-22", "AF-47")
def test_no_tells_of_the_joker_or_split_bowers() -> None:
    view = deal_after("7NO", hands={1: "JK", 2: "AS KS QS TS 9S AH KH QH TH 9H"}).view(2)
    drawn = [lie_in(view, 1)(worlds(view, Random(seed))) for seed in range(200)]
    assert all(may_announce(hand) for hand in drawn)
    share = shares(view, lie_in(view, 1))
    no_pair = 2 * comb(32, 10) - comb(30, 10)  # no joker, and no jack of the one color or of the other
    with_joker = comb(34, 9) / (comb(35, 10) - no_pair)
    assert_even(only(share, [JOKER]), 1, with_joker)
    jacks = only(share, ["JS", "JC", "JH", "JD"])
    assert_even(jacks, 4, sum(jacks.values()) / 4)
    others = only(share, set(share) - {JOKER, *jacks})
    assert_even(others, 30, sum(others.values()) / 30)


@pytest.mark.rule("AF-22", "AF-R9")
def test_a_word_that_anybody_may_say_tells_nothing() -> None:
    hands: dict[Seat | str, str] = {1: "JK", 2: "AS KS QS TS 9S AH KH QH TH 9H"}
    for word, o in (("7NO", replace(ST_PAUL, special_no="free")), ("7NT", ST_PAUL)):
        view = deal_after(word, o=o, hands=hands).view(2)
        assert_even(shares(view, lie_in(view, 1)), 35, 10 / 35)


@pytest.mark.rule("AF-22", "AF-R9")
def test_the_middle_is_no_part_of_what_was_announced() -> None:
    hands: dict[Seat | str, str] = {1: "JS JH 4S 4H", KITTY: "JK JC JD AS KS"}
    position = deal_after("7NO pass pass pass AS KS JS JH 4S none", hands=hands)
    view = position.view(2)
    for seed in range(100):
        assert may_announce(lie_in(view, 1)(worlds(view, Random(seed))))


# The middle, discards, the hand that is laid down.


@pytest.mark.rule("AF-26", "AF-28", "AF-47", "AF-R16")
def test_any_unseen_card_may_be_in_the_middle_or_put_away() -> None:
    position = deal_after("7S pass pass pass")
    for _ in range(5):
        position.play(legal(position).split()[0])
    view = position.view(2)
    assert_even(shares(view, lie_in(view, KITTY)), 35, 5 / 35)
    assert_even(shares(view, lambda world: world.secrets[1, "discard"]), 35, 5 / 35)


@pytest.mark.rule("AF-26", "AF-47")
def test_the_contractor_is_certain_of_the_middle() -> None:
    position = deal_after("7S pass pass pass JK JS JC JH JD")
    view = position.view(1)
    for seed in range(20):
        world = worlds(view, Random(seed))
        assert set(lie_in(view, KITTY)(world)) == {"JK", "JS", "JC", "JH", "JD"}
        assert (1, "discard") not in world.secrets


GRANOLA: dict[Seat | str, str] = {
    0: "JS 7S TH 8H 5H 9D 6D 5D AC 4C",
    1: "JK 9S 6S QH 6H AD KD 8C 7C 5C",
    2: "TS 5S 4S 7H 4H QD 8D JC 9C 6C",
    3: "KS QS 8S AH JH 9H TD 7D KC TC",
    KITTY: "AS KH JD 4D QC",
}
EXCHANGED = deal_after("nullo pass granola pass AC AS KH QC JS AC AS KH QD QC", dealer=1, hands=GRANOLA)
GIVEN = {"AC", "AS", "KH", "QC", "JS"}


@pytest.mark.rule("AF-27", "AF-47")
def test_who_bid_granola_knows_only_that_his_five_went_to_his_partner() -> None:
    view = EXCHANGED.view(0)
    away = shares(view, lambda world: world.secrets[2, "discard"])
    assert_even(only(away, GIVEN), 5, 5 / 15)
    assert_even(only(away, set(away) - GIVEN), 30, 5 * 10 / 15 / 30)
    for seed in range(20):
        world = worlds(view, Random(seed))
        assert set(lie_in(view, KITTY)(world)) == {"AS", "KH", "JD", "4D", "QC"}
        assert (0, "discard") not in world.secrets


@pytest.mark.rule("AF-27", "AF-47")
def test_who_bid_nullo_knows_what_he_took_but_not_whether_it_was_in_the_middle() -> None:
    view = EXCHANGED.view(2)
    middle = shares(view, lie_in(view, KITTY))
    assert_even(only(middle, GIVEN), 5, 5 / 15)
    assert_even(only(middle, set(middle) - GIVEN), 30, 5 * 10 / 15 / 30)
    world = worlds(view, Random(1))
    assert set(world.secrets[0, "discard"]) == GIVEN
    assert (2, "discard") not in world.secrets


@pytest.mark.rule("AF-27", "AF-47")
def test_opponents_know_nothing_of_either_exchange() -> None:
    view = EXCHANGED.view(3)
    assert_even(shares(view, lie_in(view, KITTY)), 35, 5 / 35)
    for seat in (0, 2):

        def put_away(world: World, seat: Seat = seat) -> Iterable[Card]:
            return world.secrets[seat, "discard"]

        assert_even(shares(view, put_away), 35, 5 / 35)
    for seed in range(30):
        assert agrees(GAME, view, worlds(view, Random(seed)))


@pytest.mark.rule("AF-32", "AF-47")
def test_the_hand_laid_down_stays_hidden() -> None:
    position = deal_after("nullo pass pass pass")
    for _ in range(5):
        position.play(legal(position).split()[-1])
    for _ in range(6):
        position.play(legal(position).split()[0])
    shown = [event for event in position.log if isinstance(event, Show) and event.owner == 3]
    assert [tuple(event.seats) for event in shown] == [(3,)]
    view = position.view(2)
    hidden = shares(view, lie_in(view, 3))
    out = {str(event.word) for event in view.events if isinstance(event, Did) and event.kind == "play"}
    assert set(hidden).isdisjoint(out)
    assert_even(hidden, len(hidden), 10 / len(hidden))


@pytest.mark.rule("AF-19", "AF-47")
def test_an_abandoned_deal_is_not_shown() -> None:
    position = deal_after("pass pass pass pass", o=ROUNDS, hands=CALM)
    assert [tuple(event.seats) for event in position.log if isinstance(event, Show)] == [(0,), (1,), (2,), (3,)]


# The joker.


KEEPS_JOKER: dict[Seat | str, str] = {1: "JK", KITTY: "4S 4H 4D 4C 5S"}


@pytest.mark.rule("AF-34", "AF-46")
def test_that_the_joker_was_not_declared_is_told_to_nobody() -> None:
    position = deal_after("7NT pass pass pass 4S 4H 4D 4C 5S", hands=KEEPS_JOKER)
    assert asked(position) == (1, "joker-suit")
    before = [position.told(seat) for seat in range(4)]
    position.play("none")
    assert [position.told(seat) for seat in (0, 2, 3)] == [before[seat] for seat in (0, 2, 3)]
    view = position.view(2)
    drawn = [worlds(view, Random(seed)) for seed in range(60)]
    for place in (0, 1, 3, KITTY):
        assert any(JOKER in lie_in(view, place)(world) for world in drawn)


@pytest.mark.rule("AF-34", "AF-46")
def test_a_declared_joker_is_with_the_contractor() -> None:
    position = deal_after("7NT pass pass pass 4S 4H 4D 4C 5S H", hands=KEEPS_JOKER)
    view = position.view(2)
    for seed in range(60):
        world = worlds(view, Random(seed))
        assert JOKER in {*lie_in(view, 1)(world), *lie_in(view, KITTY)(world)} - {*world.secrets[1, "discard"]}
        assert world.secrets[1, "joker-suit"] == ("H",)
