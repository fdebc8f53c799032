"""Malilla: two partnerships, 40 cards with the seven on top; more than half of 70 points in ten tricks; to 35."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import Chance, Game, Note, Plan, Result, Rules, Sampler, Seat, View, Words, listed, page, seated
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations
from arena.games.parts.cards import SUITS, TURN_UP, give, pack, show_hands, turn_trump, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.duties import beat_opponents, betrayed
from arena.games.parts.finish import Standing
from arena.games.parts.races import after_deals, at_target, ranked
from arena.games.parts.tricks import HandRules, Playing, Trick, card_points, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack("7AKQJ65432")
SEATS: Final = (0, 1, 2, 3)
SIDES: Final = (0, 1, 0, 1)
RANKINGS: Final = {trump: ranking(PACK, trump) for trump in SUITS}
VALUES: Final = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
POINTS: Final = {card: VALUES[card[0]] for card in PACK if card[0] in VALUES}
DUTY: Final = beat_opponents(SIDES, "7")
"""The duty to beat opponents, and not to throw off a seven of a suit that was not led (ML-11 to ML-15)."""
TRICKS, CAPOTE = 10, 35
"""The tricks of a hand, and the score for all of them (ML-19)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "ML-6")
    trick_point: int = option(1, (1, 0), "The points of a trick besides its cards.", "ML-5, ML-17 to ML-19")
    target: int = option(35, range(10, 201), "The score that wins the game.", "ML-9, ML-20")
    fouls: str = option("prevented", ("prevented", "punished"), "Whether a wrong card can be played.", "ML-22, ML-23")
    max_deals: int = option(200, range(1, 1001), "The number of deals after which the higher score wins.", "ML-20")


PRESETS = {
    "standard": Options(),
    "table-rules": Options(fouls="punished"),
    "cards-only": Options(trick_point=0),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (ML-6)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0, 0))


def dealing(_: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: all of them singly, from the dealer's left (ML-7)."""
    return with_stock(turns((standing.dealer + 1) % 4, 4), (1,) * 10, len(PACK), turn_up=False)


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, turn up the dealer's last card for trump and a bonus, play ten tricks, score (ML-6 to ML-23)."""
    dealer, scores = standing.dealer, list(standing.scores)
    cards = chance("pack", PACK)
    turned, hands = cards[-1], give(cards, dealing(o, standing), PACK, 4).hands
    yield from show_hands(hands)
    trump = yield from turn_trump(turned, SEATS, dealer)
    held = yield from score_bonus(POINTS.get(turned, 0), SIDES[dealer], scores, o.target)
    fouled: list[Seat] = []
    won = yield from tricks(
        hands,
        (dealer + 1) % 4,
        HandRules(
            SEATS,
            RANKINGS[trump],
            worth=partial(worth, o.trick_point),
            duty=any_card if o.fouls == "punished" else DUTY,
            after=partial(watch, fouled) if o.fouls == "punished" else None,
        ),
    )
    winners: tuple[Seat, ...] = ()
    if fouled:
        winners = (1 - SIDES[fouled[0]],)
    else:
        yield Note("points", taken(SIDES, won))
        for side, more in enumerate(excess(won)):
            scores[side] += more
        if held and max(scores) < o.target:
            scores[SIDES[dealer]] += held
            yield Note("bonus", (SIDES[dealer], held))
    yield Note("scores", tuple(scores))
    return Standing((dealer + 1) % 4, tuple(scores), standing.finished + 1, winners)


def score_bonus(bonus: int, side: int, scores: list[int], target: int) -> Rules[int]:
    """Score the dealer's card at once, or hold the bonus back if it would win the game (ML-8, ML-9).

    Returns:
        The bonus that is held in abeyance.
    """
    if not bonus:
        return 0
    at_once = scores[side] + bonus < target
    yield Note("bonus" if at_once else "abeyance", (side, bonus))
    if at_once:
        scores[side] += bonus
        return 0
    return bonus


def worth(trick_point: int, cards: Sequence[str]) -> int:
    """Return the points of a trick (ML-4, ML-5)."""
    return trick_point + card_points(POINTS, cards)


def any_card(hand: Sequence[str], _: Playing) -> Sequence[str]:
    """Return the whole hand: where fouls are punished, every card can be played (ML-23)."""
    return hand


def watch(fouled: list[Seat], on: Playing, seat: Seat) -> Rules[bool] | None:
    """After each card, see whether it was a foul; a foul ends the game (ML-23)."""
    card = on.cards.pop()
    right = card in DUTY([*on.hands[seat], card], on)
    on.cards.append(card)
    return None if right else announce_foul(fouled, seat, card)


def announce_foul(fouled: list[Seat], seat: Seat, card: str) -> Rules[bool]:
    """Announce a foul and stop play."""
    fouled.append(seat)
    yield Note("foul", (seat, card))
    return True


def excess(won: Sequence[Trick]) -> tuple[int, ...]:
    """Return what each side scores: its points above half of them, or 35 for all tricks (ML-17 to ML-19)."""
    points = taken(SIDES, won)
    counts = [[SIDES[trick.winner] for trick in won].count(side) for side in (0, 1)]
    half = sum(points) // 2
    return tuple([CAPOTE if count == TRICKS else max(0, its - half) for its, count in zip(points, counts, strict=True)])


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after a foul, at the target, or after the last deal (ML-20, ML-23)."""
    scores = standing.scores
    if standing.winners:
        return Result(ranked(standing.winners, scores), scores, "foul")
    return at_target(scores, o.target) or after_deals(scores, standing.finished, o.max_deals)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, given the dealer's card and what the plays betray (ML-25).

    This is the same where fouls are punished: as long as play goes on, there was none. A foul betrays that the hand has
    a card which forbids it.
    """
    from arena.games.hidden.whereabouts import Whereabouts

    known = Whereabouts(view, PACK, (*dealing(view.options, view.standing)[:-1], TURN_UP))
    rank, fouled = RANKINGS[known.facts.word("trump") or "S"], known.facts.last("foul")
    foul = known.plays.pop() if fouled else None
    known.tricks(rank, 4, duty=DUTY)
    if foul is not None:
        begun = len(known.plays) // 4 * 4
        leads, table = known.plays[:begun:4], known.plays[begun:]
        on = Playing([], rank, turns(table[0].seat, 4), [Trick((), (lead.card,), 0, 0) for lead in leads])
        on.cards += [play.card for play in table]
        forbids = {*betrayed(DUTY, on, foul.card, PACK)} - {play.card for play in known.plays}
        known.dealt(foul.seat, lambda hand: not forbids.isdisjoint(hand))
        known.plays.append(foul)
    return known.sampler()


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"play": PACK})


GAME = Game(
    name="malilla",
    title="two partnerships; the seven is the highest card; opponents must be beaten; to 35",
    clauses="ML",
    options=Options,
    presets=PRESETS,
    rules=page("malilla"),
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    points=lambda o: 60 + TRICKS * o.trick_point,
    careful=careful_play("malilla"),
)
