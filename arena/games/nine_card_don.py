"""Nine-Card Don: two partnerships, trump is what is led first, fives, nines and honors count when taken; to 121."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
    Chance,
    Facts,
    Game,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Show,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import named_seat, option, seat_words, variations
from arena.games.parts.cards import RANKS, SUITS, give, pack, show_hands, with_stock
from arena.games.parts.draws import higher_drawn
from arena.games.parts.finish import Standing
from arena.games.parts.races import added, after_deals, at_target, reached, score_deal
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.tricks import HandRules, Trick, card_points, first_lead, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack(RANKS)
"""The 52 cards (DN-2)."""
SEATS, SIDES = turns(0, 4), (0, 1, 0, 1)
PITCHERS: Final = {"self": 0, "partner": 2, "left": 1, "right": 3}
"""The words for the first pitcher: how many seats to the left of the seat that chooses (DN-4, DN-R5)."""
RANKINGS: Final = {trump: ranking(PACK, trump) for trump in SUITS}
TRUMPS: Final = {"5": 10, "9": 9, "A": 4, "K": 3, "Q": 2, "J": 1}
"""The points of trumps when they are taken (DN-11)."""
SCORING: Final = {
    trump: {f"5{suit}": 5 for suit in SUITS} | {rank + trump: points for rank, points in TRUMPS.items()}
    for trump in SUITS
}
"""The points of cards when they are taken, under each trump (DN-11)."""
FOR_GAME: Final = {rank + suit: n for rank, n in zip("AKQJT", (4, 3, 2, 1, 10), strict=True) for suit in SUITS}
"""The values of cards when the points for game are decided (DN-13)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_pitcher: str = option("draw", ("draw", *seat_words(4)), "Who leads to the first hand.", "DN-4")
    pitcher_choice: str = option(
        "drawer", ("drawer", "ask"), "Whether the seat with the higher draw pitches, or chooses who does.", "DN-4"
    )
    hand_size: int = option(9, (9, 13), "The number of cards in a hand.", "DN-5, DN-10, DN-12, DN-13")
    partner_blind: bool = option(True, (), "Whether the pitcher's partner sees no card before the first lead.", "DN-6")
    target: int = option(121, range(11, 501), "The score that ends the game.", "DN-14")
    max_deals: int = option(200, range(1, 1001), "The game ends after this many hands.", "DN-14")


PRESETS = {
    "standard": Options(),
    "thirteen-card": Options(hand_size=13),
    "choose-pitcher": Options(pitcher_choice="ask"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first pitcher, by a draw or by the option; the seat on his right deals (DN-4)."""
    if o.first_pitcher != "draw":
        pitcher = named_seat(o.first_pitcher)
    else:
        pitcher = yield from higher_drawn(chance("draw", PACK), (0, 1), SEATS)
        if o.pitcher_choice == "ask":
            pitcher += PITCHERS[(yield Ask(pitcher, "pitcher", tuple(PITCHERS)))]
    return Standing((pitcher - 1) % 4, (0, 0))


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: singly from the dealer's left, the rest set aside (DN-5)."""
    return with_stock(turns((standing.dealer + 1) % 4, 4), (1,) * o.hand_size, 52, turn_up=False)


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, let the pitcher lead trumps, play to the end or until a side is at the target, score (DN-3 to DN-15)."""
    dealer, scores, finished, _ = standing
    pitcher, partner = (dealer + 1) % 4, (dealer + 3) % 4
    hands = give(chance("pack", PACK), dealing(o, standing), PACK, 4).hands
    yield from show_hands(hands, but=partner if o.partner_blind else None)
    lead = yield from first_lead(hands[pitcher], pitcher)
    trump = lead[-1]
    if o.partner_blind:
        yield Show((partner,), "hand", partner, tuple(hands[partner]))
    won = yield from tricks(
        hands,
        pitcher,
        HandRules(
            SEATS,
            RANKINGS[trump],
            worth=partial(card_points, SCORING[trump]),
            after_trick=partial(reached, SIDES, o.target, scores),
        ),
        begun=(lead,),
    )
    points = taken(SIDES, won)
    if max(added(scores, points)) < o.target:
        points = added(points, (yield from game_points(won)))
    scores = yield from score_deal(scores, points)
    return Standing(pitcher, scores, finished + 1)


def game_points(won: Sequence[Trick]) -> Rules[tuple[int, ...]]:
    """Announce each side's sum for game; return 8 points for the higher sum (DN-13, DN-R4)."""
    a, b = taken(SIDES, [trick._replace(points=card_points(FOR_GAME, trick.cards)) for trick in won])
    yield Note("game", (a, b))
    return 8 * (a > b), 8 * (b > a)


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if a side is at the target, or after the last deal (DN-14, DN-15)."""
    _, scores, finished, _ = standing
    return at_target(scores, o.target) or after_deals(scores, finished, o.max_deals)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the cards set aside, given the suits not followed (DN-16)."""
    from arena.games.hidden.whereabouts import Whereabouts

    known = Whereabouts(view, PACK, dealing(view.options, view.standing))
    known.tricks(RANKINGS["S"], 4)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches."""
    trump = settled(known.word("trump"), "trump suit")
    return TrickRules(RANKINGS[trump], SEATS, per_trick=0, values=tuple(SCORING[trump].items()))


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"pitcher": PITCHERS if o.pitcher_choice == "ask" else (), "play": PACK})


GAME = Game(
    name="nine-card-don",
    title="two partnerships; the first lead is trump; fives, nines and honors count when taken; to 121",
    clauses="DN",
    options=Options,
    presets=PRESETS,
    rules=page("nine-card-don"),
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    trick_rules=trick_rules,
    careful=careful_play("nine_card_don"),
)
