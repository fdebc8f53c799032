"""Écarté: two players, 32 cards, five-card hands that both may agree to improve; the king of trumps counts; to five."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Game,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Show,
    View,
    Words,
    listed,
    page,
    places,
    seated,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations
from arena.games.parts.cards import PACKETS, SUITS, by_order, give, pack, show_hands, turn_trump, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.duties import head_or_trump
from arena.games.parts.exchange import DONE, lay_and_draw
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import HandRules, Playing, ranking, taken, tricks

PACK = pack("KQJAT987")
"""The 32 cards, each suit from high to low (EC-2, EC-3)."""
READING = by_order(PACK)
RANKINGS = {trump: ranking(PACK, trump) for trump in SUITS}
SEATS = (0, 1)
UNDEALT = 21
"""The size of the stock before the first exchange (EC-6)."""
BOUND = {"off": (), "both": SEATS, "P0": (0,), "P1": (1,)}
"""The seats that play under the casino rule, for each value of `obligatory_hands`."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    first_dealer: str = option("random", ("random", *seat_words(2)), "Who deals first.", "EC-4")
    deal_packets: str = option("three_two", tuple(PACKETS), "The packets in which the hands are dealt.", "EC-5")
    target: int = option(5, range(3, 22), "The score that wins the game.", "EC-7, EC-20, EC-30")
    obligatory_hands: str = option("off", tuple(BOUND), "Who must play a jeu de règle as dealt.", "EC-8, EC-10")


PRESETS = {
    "standard": Options(),
    "casino": Options(obligatory_hands="P0"),
    "strict": Options(obligatory_hands="both"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (EC-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0, 0))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Turn up trump, propose and exchange, play five tricks, score; it ends at the target (EC-30)."""
    dealer, elder = standing.dealer, 1 - standing.dealer
    scores = list(standing.scores)
    hands, _, turn_up, stock = give(chance("pack", PACK), dealing(dealer, o.deal_packets), PACK, 2)
    yield from show_hands(hands)
    trump = yield from turn_trump(turn_up, SEATS)
    if turn_up[0] == "K":
        yield from score_king(dealer, scores)
    if max(scores) < o.target:
        obliged = yield from talk(o, dealer, hands, stock, trump)
        king = partial(first_card, "K" + trump, scores, o.target)
        won = yield from tricks(hands, elder, HandRules(SEATS, RANKINGS[trump], duty=head_or_trump, before=king))
        if max(scores) < o.target:
            score_tricks(taken(SEATS, won), obliged, scores)
    yield Note("points", (scores[0] - standing.scores[0], scores[1] - standing.scores[1]))
    yield Note("scores", tuple(scores))
    return Standing(elder, tuple(scores), standing.finished + 1)


def dealing(dealer: Seat, packets: str) -> Plan:
    """Return where each card of the pack goes: elder first, then the turn-up, then the stock (EC-5, EC-6)."""
    return with_stock((1 - dealer, dealer), PACKETS[packets], len(PACK))


def talk(o: Options, dealer: Seat, hands: Sequence[list[Card]], stock: list[Card], trump: str) -> Rules[Seat | None]:
    """Let both players agree on exchanges until one of them wants to play or the stock is empty (EC-8 to EC-15).

    Returns:
        The seat that chose to play the cards as dealt and so must win three tricks, None if none did (EC-16).
    """
    elder = 1 - dealer
    while stock:
        as_dealt = len(stock) == UNDEALT
        must_play, must_refuse = [
            as_dealt and seat in BOUND[o.obligatory_hands] and obligatory(hands[seat], trump)
            for seat in (elder, dealer)
        ]
        if (yield Ask(elder, "propose", ("play",) if must_play else ("play", "propose"))) == "play":
            return elder if as_dealt else None
        if (yield Ask(dealer, "answer", ("refuse",) if must_refuse else ("accept", "refuse"))) == "refuse":
            return dealer if as_dealt else None
        for seat in (elder, dealer):
            yield from lay_and_draw(hands[seat], stock, seat, key=READING)
    return None


def obligatory(hand: Sequence[Card], trump: str) -> bool:
    """Return whether a hand is a jeu de règle, which must be played as dealt (appendix; EC-R16, EC-R17)."""
    plain = ["".join(card[0] for card in hand if card[-1] == suit) for suit in SUITS if suit != trump]
    trumps = len(hand) - sum(map(len, plain))
    guarded = [ranks for ranks in plain if len(ranks) >= 2 and ("K" in ranks or "Q" in ranks)]
    if trumps == 0:
        return sum(rank in "KQJ" for ranks in plain for rank in ranks) >= 4
    if trumps == 1:  # K, Q and J of one suit are three with a queen
        return len(guarded) == 2 or any(len(ranks) >= 3 for ranks in guarded)
    if trumps == 2:  # a king with another card of the suit leaves a void
        return bool(guarded) or ("" in plain and any("K" in ranks for ranks in plain)) or max(map(len, plain)) == 3
    return True


def first_card(king: Card, scores: list[int], target: int, on: Playing, seat: Seat) -> Rules[bool] | None:
    """Before a seat's first card, ask it whether to show the king of trumps, if it holds it (EC-17, EC-19)."""
    return mark_king(king, scores, target, seat) if not on.won and king in on.hands[seat] else None


def mark_king(king: Card, scores: list[int], target: int, seat: Seat) -> Rules[bool]:
    """Ask a seat to show or hide the king of trumps; a hidden king stays secret (EC-18).

    Returns whether the point wins the game (EC-20).
    """
    if (yield Ask(seat, "king", ("mark", "hide"), told="nobody")) == "mark":
        yield Show(SEATS, "king", seat, (king,))
        yield from score_king(seat, scores)
    return scores[seat] >= target


def score_king(seat: Seat, scores: list[int]) -> Rules[None]:
    """Add the point for the king of trumps, turned up or shown (EC-7, EC-18)."""
    yield Note("king", (seat,))
    scores[seat] += 1


def score_tricks(won: Sequence[int], obliged: Seat | None, scores: list[int]) -> None:
    """Add 1 point for most tricks, 2 for all of them or if the obliged player fails (EC-27 to EC-29)."""
    winner = won.index(max(won))
    scores[winner] += 2 if won[winner] == 5 or obliged == 1 - winner else 1


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if a player is at the target; the stake is higher the less the loser has (EC-30, EC-31)."""
    scores = standing.scores
    if max(scores) < o.target:
        return None
    stake = 3 if min(scores) == 0 else 2 if min(scores) <= 2 else 1
    return Result(places(scores), scores, "target", (("stake", str(stake)),))


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hand, the cards laid aside, and the stock.

    A seat that must play a jeu de règle as dealt, and yet exchanged, did not have one. A seat that did not show the
    king may have hidden it.
    """
    from arena.games.hidden.whereabouts import Whereabouts

    o, dealer = view.options, view.standing.dealer
    known = Whereabouts(view, PACK, dealing(dealer, o.deal_packets))
    trump = known.facts.word("trump") or ""
    known.tricks(RANKINGS[trump], 2, duty=head_or_trump)
    for seat, kind in ((1 - dealer, "propose"), (dealer, "answer")):
        known.word(seat, "king", "mark" if (seat,) in known.facts.notes.get("king", ()) else "hide")
        first = known.said(kind)[:1]
        if seat in BOUND[o.obligatory_hands] and first and first[0].word in {"propose", "accept"}:
            known.dealt(seat, partial(free, trump))
    return known.sampler()


def free(trump: str, hand: Sequence[Card]) -> bool:
    """Return whether a hand as dealt is not a jeu de règle."""
    return not obligatory(hand, trump)


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed(
        {
            "propose": ("play", "propose"),
            "answer": ("accept", "refuse"),
            "exchange": (*PACK, DONE),
            "king": ("mark", "hide"),
            "play": PACK,
        }
    )


GAME = Game(
    name="ecarte",
    title="two players exchange cards by agreement; the king of trumps is worth a point; to five",
    clauses="EC",
    options=Options,
    presets=PRESETS,
    rules=page("ecarte"),
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=lambda o, standing: dealing(standing.dealer, o.deal_packets),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    silent=("play", "refuse", "hide", "done"),
    eager=("mark",),
    careful=careful_play("french"),
)
