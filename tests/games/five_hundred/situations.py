"""Ways to reach a situation of Five Hundred: fixed packs, auctions by their words, deals played or entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arena.games.five_hundred import GAME
from arena.games.five_hundred.dealing import dealing, pack_for
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.five_hundred.play import PlayedDeal
from arena.games.five_hundred.score import enter, result
from arena.games.kernel import Card, Chance, Note, Seat
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from tests.games.situations import fixed, notes, run, say, stacked

STANDARD, FOUR, FIVE = PRESETS["standard"], PRESETS["four-player"], PRESETS["five-player"]
NULLO, CLASSIC, INVERTED = PRESETS["nullo"], PRESETS["classic"], PRESETS["inverted"]
DUMMY_GAME, SHORT = PRESETS["two-player-dummy"], PRESETS["two-player-short"]
PASSED, THOUSAND = PRESETS["passed-deal"], PRESETS["one-thousand"]
ONE_ROUND, ROUNDS = PRESETS["australian-one-round"], PRESETS["australian-rounds"]


def opening(o: Options, dealer: Seat = 0, scores: Sequence[int] = ()) -> Standing:
    """The standing of a new game, or with these scores."""
    return Standing(dealer, tuple(scores) or (0,) * len(set(o.sides)))


def deal_after(
    words: str = "",
    *,
    o: Options = STANDARD,
    dealer: Seat = 0,
    scores: Sequence[int] = (),
    chance: Chance | None = None,
) -> Position[Standing]:
    """A deal after these words; the pack is unshuffled where no chance is given."""
    return say(play_deal(GAME, o, opening(o, dealer, scores), chance or fixed({})), words)


def dealt(o: Options, hands: Mapping[Seat | str, str], dealer: Seat = 0) -> Chance:
    """Chance whose pack gives these cards to seats, kitty and dummy, and the others in order."""
    return stacked(pack_for(o), dealing(o, dealer), hands)


def winners(position: Position[Any]) -> list[Any]:
    """Who took each trick so far."""
    return [note[0] for note in notes(position, "trick")]


class Entered(NamedTuple):
    """The standing after a deal, the notes that told of it, and how the game ended if it did: places and reason."""

    after: Standing
    told: list[Note]
    over: tuple[tuple[int, ...], str] | None


def entered(
    o: Options,
    contract: str,
    tricks: str | Sequence[int],
    *,
    before: Sequence[int] = (),
    partners: Sequence[Seat] = (),
    cards: Sequence[str] = (),
    dealer: Seat = 0,
) -> Entered:
    """A deal entered on the score sheet.

    `contract` is SEAT:BID, or nothing if all passed; `tricks` says how many each seat won, or as a text of seats who
    won each of them; `cards` are those of the tricks in that order.
    """
    order = [int(seat) for seat in tricks] if isinstance(tricks, str) else spread_out(tricks)
    won = tuple(Trick((), card_list(cards, at), seat, 1) for at, seat in enumerate(order))
    seat, _, word = contract.partition(":")
    side = (int(seat), *partners) if contract else ()
    if o.partnerships and contract:
        side = (int(seat), (int(seat) + 2) % 4)
    standing = opening(o, dealer, before)
    after, told = run(enter(o, standing, PlayedDeal(won, word or None, side)))
    end = result(o, after)
    return Entered(after, told, end and (end.places, end.reason))


def spread_out(tricks: Sequence[int]) -> list[Seat]:
    """The winners of tricks of which each seat won so many."""
    return [seat for seat, count in enumerate(tricks) for _ in range(count)]


def card_list(cards: Sequence[str], at: int) -> tuple[Card, ...]:
    """The cards of a trick, none if they do not matter."""
    return tuple(cards[at].split()) if cards else ()


def gains(o: Options, contract: str, tricks: str | Sequence[int], **how: Any) -> tuple[int, ...]:
    """What each side gained by a deal from scores of 0."""
    return entered(o, contract, tricks, **how).after.scores
