"""Bridge Solitaire: one player against the stock, 52 cards and two jokers; bid and play bridge hands; one rubber."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from arena.games.bridge_solitaire.house import JOKERS, LAW, NAMES, PACK, PLAIN, PLAYER, TRICKS, auction, play_tricks
from arena.games.bridge_solitaire.options import PRESETS, Options
from arena.games.bridge_solitaire.prospects import prospects
from arena.games.careful import careful_play
from arena.games.kernel import Chance, Game, Measure, Result, Sampler, View, listed, page, seated, spelled
from arena.games.kernel.contracts import of_bridge
from arena.games.kernel.events import Card, Note, Rules, Show, made
from arena.games.parts.calls import Contract, every_call
from arena.games.parts.cards import STOCK, by_order, dealt, plan, show_hands
from arena.games.parts.kitty import discards
from arena.games.parts.races import added, for_one
from arena.games.parts.rubber import GAMES, Sheet, contract_entered, honors, rubber_bonus, unfinished_bonus

READING: Final = by_order(PACK)
HOLE: Final = "hole"
"""The place of the cards that the player does not see before the choice."""
PLAN: Final = plan([(HOLE, 7), (PLAYER, 13), (STOCK, 34)])
"""Where each card of the pack goes: the hole cards, the face-up cards, the stock (BS-2)."""
DISCARDS: Final = 7
LEAD = 1000
"""The points of a rubber by which two players often differ on the same packs."""


class Standing(NamedTuple):
    """The state that carries over from hand to hand; pairs are of player and house.

    Args:
        rubbers: the rubbers that are over.
        won: in how many of them the player had the higher total.
        broken: how many of them were broken off.
        total: the sum of the player's totals less those of the house in them.
        finished: the hands of the rubber in progress.
        games: the games won in it.
        below: the points below the line in its current game.
        scores: all points in it.
    """

    rubbers: int = 0
    won: int = 0
    broken: int = 0
    total: int = 0
    finished: int = 0
    games: tuple[int, ...] = (0, 0)
    below: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        return spelled(**self._asdict())


def start(_: Options, __: Chance) -> Rules[Standing]:
    """Begin the first rubber; there is no dealer (BS-1)."""
    yield from ()
    return Standing()


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, choose six cards, bid, play, score (BS-1 to BS-37)."""
    cards = chance("pack", PACK)
    face_up, hole = (sorted(dealt(cards, PLAN, place), key=READING) for place in (PLAYER, HOLE))
    yield from show_hands([face_up])
    may_go = [card for card in face_up if card not in JOKERS]  # a joker must be kept (BS-3)
    aside = yield from discards(may_go, DISCARDS, PLAYER)
    if o.top_discard == "visible":
        yield Show((PLAYER,), "top-discard", PLAYER, (aside[-1],))
    yield Show((PLAYER,), HOLE, PLAYER, tuple(hole))
    hand = sorted([card for card in (*face_up, *hole) if card not in aside], key=READING)
    bid = yield from auction(o, hand)
    tricks = yield from play_tricks(o, hand, dealt(cards, PLAN, STOCK), bid)
    return (yield from score_hand(o, standing, hand, bid, tricks))


def score_hand(o: Options, standing: Standing, hand: Collection[Card], bid: Contract, tricks: int) -> Rules[Standing]:
    """Enter the points of a hand, and end the rubber if it is over (BS-26 to BS-36).

    Args:
        o: the options.
        standing: the standing before the hand.
        hand: the thirteen cards that the player held.
        bid: the contract.
        tricks: the player's tricks.
    """
    if extra := honors(hand, bid.denomination):
        yield Note("honors", (extra,))
    sheet = Sheet(standing.below, standing.scores, standing.games)
    won = tricks if bid.seat == PLAYER else TRICKS - tricks
    sheet = yield from contract_entered(sheet, bid, won, for_one(PLAYER, extra), NAMES)
    now = made(Standing, (*standing[:4], standing.finished + 1, sheet.games, sheet.below, sheet.scores))
    complete = max(now.games) >= GAMES
    if complete or now.finished >= o.max_deals:
        bonus = rubber_bonus(now.games) if complete else unfinished_bonus(sheet)
        yield Note("rubber", bonus)
        player, house = scores = added(now.scores, bonus)
        yield Note("scores", scores)
        won = now.won + (player > house)
        return Standing(now.rubbers + 1, won, now.broken + (not complete), now.total + player - house)
    yield Note("scores", now.scores)
    return now


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last rubber: the player's total less that of the house (BS-34 to BS-36)."""
    if standing.rubbers < o.rubbers:
        return None
    reason = "limit" if standing.broken else "target"
    return Result((1,), (standing.total,), reason, (("rubbers", str(standing.won)),))


def hidden(view: View) -> Sampler:
    """Return the sampler of the hole cards, and of the order of the stock (BS-37)."""
    from arena.games.hidden.whereabouts import Whereabouts

    return Whereabouts(view, PACK, PLAN).sampler()


GAME = Game(
    name="bridge-solitaire",
    title="one player against the stock; bid and play bridge hands; a rubber with as many points as possible",
    clauses="BS",
    options=Options,
    presets=PRESETS,
    rules=page("bridge-solitaire"),
    seating=lambda _: seated((PLAYER,)),
    pack=lambda _: PACK,
    dealing=lambda _, __: PLAN,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed({"discard": PLAIN, "call": every_call(LAW), "play": PACK}),
    lead=lambda o: LEAD * o.rubbers,
    measure=lambda _: Measure("points"),
    scores=lambda standing: (standing.total + standing.scores[0] - standing.scores[1],),
    prospects=prospects,
    contracts=of_bridge,
    careful=careful_play("bridge_solitaire"),
)
