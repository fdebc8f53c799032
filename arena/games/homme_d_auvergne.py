"""Homme d'Auvergne: two to six players, five cards each; one undertakes three tricks, or the first two; to seven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
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
    seated,
)
from arena.games.kernel.contracts import Contract, Hand
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import WrongOption, option, seat_words, variations
from arena.games.parts.auction import PASS
from arena.games.parts.calls import offered_trump
from arena.games.parts.cards import PACKETS, SUITS, TURN_UP, give, pack, show_hands, with_stock
from arena.games.parts.draws import first_dealer, no_seat
from arena.games.parts.duties import head_or_trump
from arena.games.parts.finish import Standing
from arena.games.parts.races import after_deals, at_target
from arena.games.parts.tricks import HandRules, Playing, Trick, ranking, tricks
from arena.games.parts.turns import turns

PACK: Final = pack("KQJAT987")
PACKS: Final = {n: PACK if n > 3 else pack("KQJAT98") for n in range(2, 7)}
"""The pack for each number of players: two or three play without the sevens (HA-2)."""
RANKINGS: Final = {trump: ranking(PACK, trump) for trump in SUITS}
EITHER, THREE, TWO = "either", "three", "two"
"""What a soloist can undertake: three tricks, the first two, or both at once (HA-10, HA-11)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(4, range(2, 7), "The number of players, which fixes the pack.", "HA-1, HA-2, HA-6")
    first_dealer: str = option("random", ("random", *seat_words(6)), "Who deals first.", "HA-4")
    deal_packets: str = option("three_two", tuple(PACKETS), "The packets in which the hands are dealt.", "HA-5")
    undertaking: str = option(
        EITHER, (EITHER, "declared"), "Whether the soloist says which tricks it undertakes.", "HA-10, HA-11"
    )
    target: int = option(7, range(1, 22), "The score that wins the game.", "HA-20")
    max_deals: int = option(200, range(1, 1001), "The number of deals after which the highest score wins.", "HA-21")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem if the first dealer is a seat that the game does not have."""
        yield from no_seat("first_dealer", self.first_dealer, self.players)


PRESETS = {"standard": Options(), "declared": Options(undertaking="declared")} | {
    f"{word}-player": Options(players=number) for word, number in {"two": 2, "three": 3, "five": 5, "six": 6}.items()
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (HA-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, turns(0, o.players), chance), (0,) * o.players)


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: eldest first, then the turn-up, then the stock (HA-5, HA-6)."""
    n = o.players
    return with_stock(turns((standing.dealer + 1) % n, n), PACKETS[o.deal_packets], len(PACKS[n]))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Turn up a card, find the soloist, play five tricks, score; it ends at the target (HA-4 to HA-20)."""
    n, eldest, scores = o.players, (standing.dealer + 1) % o.players, list(standing.scores)
    order = turns(eldest, n)
    hands, _, turn_up, _ = give(chance("pack", PACKS[n]), dealing(o, standing), PACKS[n], n)
    yield from show_hands(hands)
    yield Show(turns(0, n), TURN_UP, None, (turn_up,))
    bid = yield from offered_trump(order, turn_up[-1], "play", tuple(SUITS))
    if bid is None:
        yield Note("thrown-in")
        return standing._replace(dealer=eldest, finished=standing.finished + 1)
    soloist, trump = bid
    undertaken = yield from undertake(o, soloist, trump)
    kings = partial(score_kings, scores, o.target)
    won = yield from tricks(hands, eldest, HandRules(order, RANKINGS[trump], duty=head_or_trump, after_trick=kings))
    if max(scores) < o.target:
        scores[soloist] += 1 if succeeds(undertaken, soloist, won) else -1
    yield Note("points", tuple([now - before for now, before in zip(scores, standing.scores, strict=True)]))
    yield Note("scores", tuple(scores))
    return Standing(eldest, tuple(scores), standing.finished + 1)


def undertake(o: Options, soloist: Seat, trump: str) -> Rules[str]:
    """Announce trump and what the soloist undertakes, after asking if it must be said (HA-10, HA-11)."""
    yield Note("trump", (trump,))
    undertaken = EITHER if o.undertaking == EITHER else (yield Ask(soloist, "undertake", (THREE, TWO)))
    yield Note("contract", (soloist, undertaken))
    return undertaken


def succeeds(undertaken: str, soloist: Seat, won: Sequence[Trick]) -> bool:
    """Return whether the soloist has the tricks that it undertook (HA-10, HA-11)."""
    mine = [trick.winner == soloist for trick in won]
    return (undertaken != TWO and sum(mine) >= 3) or (undertaken != THREE and all(mine[:2]))


def score_kings(scores: list[int], target: int, on: Playing) -> Rules[bool] | None:
    """Score the kings of the last trick (HA-17, HA-18); a game at its target is over (HA-20)."""
    points = kings(on.won[-1], on.rank.trump or "")
    return announce_kings(scores, target, on.won[-1].winner, points) if points else None


def kings(trick: Trick, trump: str) -> int:
    """Return the winner's points: 1 for the king of trumps, and 1 for each king trumped on a plain lead."""
    kings = [card for card in trick.cards if card[0] == "K"]
    ruffed = trick.cards[0][-1] != trump and trump in [card[-1] for card in trick.cards]
    return len(kings) if ruffed else kings.count("K" + trump)


def announce_kings(scores: list[int], target: int, winner: Seat, points: int) -> Rules[bool]:
    """Add the points for kings, one by one up to the target; return whether they win the game (HA-20)."""
    scores[winner], before = min(target, scores[winner] + points), scores[winner]
    yield Note("kings", (winner, scores[winner] - before))
    return scores[winner] >= target


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if a player is at the target, or after the last deal (HA-20, HA-21)."""
    return at_target(standing.scores, o.target) or after_deals(standing.scores, standing.finished, o.max_deals)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the undealt cards, given what the plays betray (HA-23)."""
    from arena.games.hidden.whereabouts import Whereabouts

    n = view.options.players
    known = Whereabouts(view, PACKS[n], dealing(view.options, view.standing))
    known.tricks(RANKINGS[known.facts.word("trump") or "S"], n, duty=head_or_trump)
    return known.sampler()


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed(
        {
            "bid": (PASS, "play"),
            "trump": (PASS, *SUITS),
            "undertake": (THREE, TWO) if o.undertaking == "declared" else (),
            "play": PACKS[o.players],
        }
    )


def contracts(hand: Hand) -> list[Contract]:
    """Return what the soloist undertook; points for kings do not depend on it (HA-19, HA-20)."""
    seat, word = hand.notes["contract"][-1]
    kings = sum([int(points) for holder, points in hand.notes.get("kings", ()) if holder == seat])
    change = hand.gained[int(seat)] - kings
    return [Contract(int(seat), word, change > 0)] if change else []  # the game may end before it is decided


GAME = Game(
    name="homme-d-auvergne",
    title="two to six, each alone; one undertakes three tricks or the first two; kings count; to 7",
    clauses="HA",
    options=Options,
    presets=PRESETS,
    rules=page("homme-d-auvergne"),
    seating=lambda o: seated(range(o.players)),
    pack=lambda o: PACKS[o.players],
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    silent=("pass", "play"),
    contracts=contracts,
    careful=careful_play("french"),
)
