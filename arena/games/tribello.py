"""Tribello: three players with contracts of 6, 4 and 3 tricks; twelve hands whose rules change every three hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
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
    Seat,
    Show,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations
from arena.games.parts.cards import RANKS, STOCK, SUITS, by_order, give, pack, plan, rounds, show_hands
from arena.games.parts.draws import first_dealer
from arena.games.parts.exchange import DONE, lay_and_draw
from arena.games.parts.finish import Standing
from arena.games.parts.races import after_deals, score_deal
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.tricks import NO_TRUMP, HandRules, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack(RANKS)
READING: Final = by_order(PACK)
RANKINGS: Final = {trump: ranking(PACK, trump) for trump in (*SUITS, NO_TRUMP)}
SEATS: Final = (0, 1, 2)
CUT_TRUMP, NAMED_TRUMP, PLAIN, NULLO = "1", "2", "3", "4"
"""The phases: trump is cut, the dealer names it, there is none, and tricks are to be avoided."""
PHASES = (CUT_TRUMP, NAMED_TRUMP, PLAIN, NULLO)
CONTRACTS: Final = {phase: (3, 4, 6) if phase == NULLO else (6, 4, 3) for phase in PHASES}
"""The contracts of the dealer, the left neighbor and the right neighbor (TB-11)."""
HANDS = 3
"""The number of hands in each phase (TB-3)."""
LEAD = 4
"""The points of a hand by which two players often differ."""
EXTRA_PHASES = 3
"""How often the last phase is played again at most (`top_tie`)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(3)), "Who deals first.", "TB-3")
    trump_time: str = option(
        "before_widow", ("before_widow", "after_dealer"), "When the dealer names trump in phase 2.", "TB-7"
    )
    phases: str = option(
        ",".join(PHASES),
        [",".join(some) for count in range(1, 5) for some in combinations(PHASES, count)],
        "The phases that are played, three hands each.",
        "TB-3",
    )
    top_tie: str = option("joint", ("joint", "extra_phase"), "What happens if the highest score is shared.", "TB-18")


PRESETS = {"standard": Options(), "late-trump": Options(trump_time="after_dealer"), "nullo-only": Options(phases=NULLO)}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (TB-3)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0, 0, 0))


def phase_of(o: Options, finished: int) -> str:
    """Return the phase after so many hands; the last phase goes on if it is played again (TB-3)."""
    phases = o.phases.split(",")
    return phases[min(finished // HANDS, len(phases) - 1)]


def dealing(_: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: singly from the dealer's left, the fourth to the widow (TB-5)."""
    left = (standing.dealer + 1) % 3
    return plan(rounds((*turns(left, 3), STOCK), (1,) * 13))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Cut, deal, name trump, exchange with the widow, play thirteen tricks, score (TB-3 to TB-17)."""
    dealer, scores, finished, _ = standing
    order, phase = turns(dealer, 3), phase_of(o, finished)
    due = contracts(phase, dealer)
    yield Note("phase", (int(phase),))
    yield Note("contracts", due)
    trump = NO_TRUMP
    if phase == CUT_TRUMP:
        cut = chance("cut", PACK)[0]
        trump = cut[-1]
        yield Show(SEATS, "cut", None, (cut,))
    hands, _, _, widow = give(chance("pack", PACK), dealing(o, standing), PACK, 3)
    yield from show_hands(hands)
    if phase != NAMED_TRUMP:
        yield Note("trump", (trump,))
    elif o.trump_time == "before_widow":
        trump = yield from name_trump(dealer)
    for seat in order:
        yield from lay_and_draw(hands[seat], widow, seat, key=READING, kind="discard", least=0, most=13)
        if seat == dealer and phase == NAMED_TRUMP and o.trump_time == "after_dealer":
            trump = yield from name_trump(dealer)
    won = yield from tricks(hands, dealer, HandRules(order, RANKINGS[trump]))
    points = score(phase, due, taken(SEATS, won))
    scores = yield from score_deal(scores, points)
    return Standing(order[1], scores, finished + 1)


def name_trump(dealer: Seat) -> Rules[str]:
    """Let the dealer name trump (TB-6, TB-7)."""
    trump = yield Ask(dealer, "trump", tuple(SUITS))
    yield Note("trump", (trump,))
    return trump


def contracts(phase: str, dealer: Seat) -> tuple[int, ...]:
    """Return the contract of each seat (TB-11)."""
    return tuple([CONTRACTS[phase][(seat - dealer) % 3] for seat in SEATS])


def score(phase: str, due: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each seat: tricks above its contract, or below it in phase 4 (TB-15, TB-16).

    Args:
        phase: the phase.
        due: the contract of each seat.
        won: the tricks of each seat.
    """
    sign = -1 if phase == NULLO else 1
    return tuple([sign * (tricks - contract) for contract, tricks in zip(due, won, strict=True)])


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last hand, or after more hands while the highest score is shared (TB-18)."""
    hands, times = HANDS * len(o.phases.split(",")), EXTRA_PHASES * (o.top_tie == "extra_phase")
    return after_deals(standing.scores, standing.finished, hands, reason="deals", extra=HANDS, times=times)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, all cards laid aside, and the widow (TB-20)."""
    from arena.games.hidden.whereabouts import Whereabouts

    known = Whereabouts(view, PACK, dealing(view.options, view.standing))
    known.tricks(RANKINGS[NO_TRUMP], 3)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches; tricks count 1 in every phase, also where they are avoided."""
    return TrickRules(RANKINGS[settled(known.word("trump"), "trump suit")], SEATS, per_trick=1)


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    named = SUITS if NAMED_TRUMP in o.phases.split(",") else ""
    return listed({"trump": named, "discard": (*PACK, DONE), "play": PACK})


GAME = Game(
    name="tribello",
    title="three players, contracts of 6, 4 and 3 tricks; four phases of three hands with rules of their own",
    clauses="TB",
    options=Options,
    presets=PRESETS,
    rules=page("tribello"),
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    points=lambda _: 0,
    lead=lambda o: LEAD * HANDS * len(o.phases.split(",")),
    trick_rules=trick_rules,
    silent=("play", "done"),
    careful=careful_play("tribello"),
)
