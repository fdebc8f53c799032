"""Jo-Jotte: two players, 32 cards, trump by offer; melds are declared in dialogues; a rubber of two games to 80."""

from __future__ import annotations

from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.jo_jotte.cards import KINDS, PACK, POINTS, RANKINGS, READING
from arena.games.jo_jotte.options import AUTO, PRESETS, Options
from arena.games.jo_jotte.score import NULLO, ORDINARY, RUBBER, SLAM, enter, result, score
from arena.games.kernel import Chance, Game, Plan, Sampler, View, Words, listed, page, seated
from arena.games.kernel.contracts import Contract, Hand
from arena.games.kernel.events import Ask, Note, Rules, Seat, Show
from arena.games.parts.auction import PASS
from arena.games.parts.calls import DOUBLE, REDOUBLE, doubling, offered_trump
from arena.games.parts.cards import STOCK, SUITS, TURN_UP, dealt, give, more, show_hands, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.duties import trump_and_beat_trumps
from arena.games.parts.exchange import draw
from arena.games.parts.melds import declare, every_answer
from arena.games.parts.races import added, for_one
from arena.games.parts.rubber import Standing
from arena.games.parts.tricks import NO_TRUMP, HandRules, Playing, card_points, taken, tricks

SEATS: Final = (0, 1)
BOTTOM = "bottom"
"""The place of the last card, which is shown to both players (JJ-11)."""
LAST_TRICK = 10
"""The points for the last trick (JJ-32)."""
JOTTE = 20
"""The points for Jo-Jotte (JJ-31)."""


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (JJ-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, SEATS, chance))


def dealing(_: Options, standing: Standing) -> Plan:
    """Return where each card goes: six each, the upcard, three more each, the rest; all singly (JJ-5, JJ-11)."""
    first, dealer = 1 - standing.dealer, standing.dealer
    after = with_stock((more(first), more(dealer)), (1,) * 3, 18, turn_up=False)
    return (*with_stock((first, dealer), (1,) * 6, 13), *after, BOTTOM)


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, fix trump, deal the rest, declare melds, play nine tricks, score (JJ-4 to JJ-40)."""
    dealer, first = standing.dealer, 1 - standing.dealer
    cards, where = chance("pack", PACK), dealing(o, standing)
    hands, _, upcard, _ = give(cards, where, PACK, 2)
    yield from show_hands(hands)
    yield Show(SEATS, TURN_UP, None, (upcard,))
    others = (*SUITS.replace(upcard[-1], ""), NO_TRUMP)
    fixed = yield from offered_trump(
        (first, dealer), upcard[-1], "accept", others, forced=standing.thrown >= o.redeal_cap
    )
    if fixed is None:
        yield Note("thrown-in")
        return standing._replace(finished=standing.finished + 1, thrown=standing.thrown + 1)
    declarer, trump = fixed
    yield Note("trump", (trump,))
    factor = yield from doubling(declarer, 1 - declarer)
    yield Note("contract", (declarer, trump, factor))
    rest = [card for place in (more(first), more(dealer), STOCK, BOTTOM) for card in dealt(cards, where, place)]
    for seat in (first, dealer):
        yield from draw(hands[seat], rest, seat, 3, key=READING)
    yield Show(SEATS, BOTTOM, None, tuple(rest[-1:]))
    aim, trump = yield from choose_aim(o, declarer, trump)
    above: tuple[int, ...] = (0, 0)
    if aim == ORDINARY:
        above = yield from declare(KINDS, declarer, hands, trump, ask=o.melds != AUTO)
    jo: list[Seat] = []
    married = any(f"K{trump}" in hand and f"Q{trump}" in hand for hand in hands)
    won = yield from tricks(
        hands,
        first,
        HandRules(
            SEATS,
            RANKINGS[trump],
            worth=partial(card_points, POINTS[trump]),
            duty=trump_and_beat_trumps,
            after=partial(jo_jotte, o, jo) if married else None,
        ),
    )
    above = added(above, *[for_one(seat, JOTTE) for seat in jo])
    points = added(taken(SEATS, won), for_one(won[-1].winner, LAST_TRICK))
    yield Note("points", points)
    winners = [trick.winner for trick in won]
    hand = score(aim, declarer, factor, points, [winners.count(seat) for seat in SEATS])
    sheet = yield from enter(o, standing.sheet, above, hand)
    return Standing(first, sheet, standing.finished + 1)


def choose_aim(o: Options, declarer: Seat, trump: str) -> Rules[tuple[str, str]]:
    """Let the defender bid nullo, and the declarer a slam instead; return the aim and its trump (JJ-12, 24, 25)."""
    if (yield Ask(1 - declarer, "mode", ("meld", NULLO))) != NULLO:
        return ORDINARY, trump
    if (yield Ask(declarer, SLAM, (PASS, SLAM))) == SLAM:
        aim, seat = SLAM, declarer
        trump = trump if o.slam_trump == "contract" else NO_TRUMP
    else:
        aim, seat, trump = NULLO, 1 - declarer, NO_TRUMP
    yield Note("contract", (seat, aim, 1))
    yield Note("trump", (trump,))
    return aim, trump


def jo_jotte(o: Options, jo: list[Seat], on: Playing, seat: Seat) -> Rules[None]:
    """After the king of trumps, ask a seat with the queen for Jo, which tells of it; then, after the queen, say Jotte.

    Silence stays secret (JJ-31).

    Args:
        o: the options.
        jo: the seat that has announced Jo is entered here. It will play the queen, so it scores.
        on: the state of play.
        seat: the seat that has played a card.
    """
    card, king, queen = on.cards[-1], f"K{on.rank.trump}", f"Q{on.rank.trump}"
    if card == queen and jo:
        yield Note("jotte", (seat, JOTTE))
        return
    if card != king or queen not in on.hands[seat]:
        return
    if o.jo_call == AUTO or (yield Ask(seat, "jo", ("silent", "jo"), told="nobody")) == "jo":
        jo.append(seat)
        yield Show(SEATS, "jo", seat, (queen,))
        yield Note("jo", (seat,))


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hand and the cards that nobody has (JJ-43)."""
    from arena.games.jo_jotte.hidden import hidden

    return hidden(view, dealing(view.options, view.standing))


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed(
        {
            "bid": (PASS, "accept"),
            "trump": (PASS, *SUITS, NO_TRUMP),
            DOUBLE: (PASS, DOUBLE),
            REDOUBLE: (PASS, REDOUBLE),
            "mode": ("meld", NULLO),
            SLAM: (PASS, SLAM),
            **(every_answer(KINDS) if o.melds != AUTO else {}),
            "jo": ("silent", "jo") if o.jo_call != AUTO else (),
            "play": PACK,
        }
    )


def contracts(hand: Hand) -> list[Contract]:
    """Return what was undertaken last: to take more points, no trick, or all of them (JJ-33 to JJ-38)."""
    seat, word, _ = hand.notes["contract"][-1]
    own, points = int(seat), [int(value) for value in hand.notes["points"][-1]]
    if word in {NULLO, SLAM}:
        return [Contract(own, word, hand.tricks[own if word == NULLO else 1 - own] == 0)]
    return [Contract(own, word, points[own] > points[1 - own])]


GAME = Game(
    name="jo-jotte",
    title="two players name trump, declare melds in dialogues and take card points; a rubber of two games to 80",
    clauses="JJ",
    options=Options,
    presets=PRESETS,
    rules=page("jo-jotte"),
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    scores=lambda standing: standing.sheet.scores,
    words=words,
    lead=lambda o: RUBBER + 4 * o.games * o.game_target,
    silent=("pass", "none", "meld", "good", "waive", "silent"),
    eager=("jo",),
    contracts=contracts,
    careful=careful_play("jo_jotte"),
)
