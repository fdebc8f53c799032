"""The auction of Five Hundred (FH-24 to FH-38), and the order of speaking that American Five Hundred shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle
from typing import TypeAlias

from tests.games.second_opinion.bowers import NO_TRUMP
from tests.games.second_opinion.five_hundred.cards import suit_rank
from tests.games.second_opinion.five_hundred.sheet import Sheet

Asked: TypeAlias = Callable[[int, list[str]], str]
"""Asks a seat for one of some words and returns the answer."""
Calls: TypeAlias = Sequence[tuple[int, str]]
"""Everything that has been said in an auction: seat and word."""

PASS = "pass"
NULLO, MISERE, OPEN_MISERE = "nullo", "misere", "open-misere"
SPECIAL = {NULLO: 250, MISERE: 250, OPEN_MISERE: 500}
"""FH-35, FH-36, FH-38: the values of the bids that are not for tricks."""
AVONDALE = (40, 20, 100)
"""The value of the lowest bid, what the next suit adds, what the next trick adds (FH-64)."""


def is_for_tricks(bid: str) -> bool:
    """Return whether a bid names a number of tricks."""
    return bid[0].isdecimal()


@cache
def tricks_of(bid: str) -> int:
    """Return how many tricks a bid undertakes to win (FH-R4: none for the special bids)."""
    return int("".join(letter for letter in bid if letter.isdecimal())) if is_for_tricks(bid) else 0


def trump_of(bid: str) -> str:
    """Return the trump suit of a bid, or `NT`: the special bids are played without trumps (FH-30, FH-35, FH-36)."""
    return bid.removeprefix(str(tricks_of(bid))) if is_for_tricks(bid) else NO_TRUMP


def avondale(tricks: int, step: int) -> int:
    """Return the value of a bid in the Avondale schedule, `step` being the rank of its suit from 0 to 4 (FH-64)."""
    lowest, suit, trick = AVONDALE
    return lowest + suit * step + trick * (tricks - 6)


def value(sheet: Sheet, bid: str) -> int:
    """Return the points of a bid (FH-35, FH-36, FH-38, FH-64 to FH-66)."""
    if not is_for_tricks(bid):
        return SPECIAL[bid]
    step = [*suit_rank(sheet), NO_TRUMP].index(trump_of(bid))
    if sheet.schedule == "avondale":
        return avondale(tricks_of(bid), step)
    return (40 + 20 * step) * (tricks_of(bid) - 5)


@cache
def rank(sheet: Sheet, bid: str) -> tuple[int, int]:
    """Return where a bid stands: the higher pair is the higher bid (FH-32 to FH-38)."""
    if bid == MISERE and sheet.schedule == "avondale":
        return value(sheet, "7NT"), 99  # FH-36: just above 7NT, below 8S
    return value(sheet, bid), tricks_of(bid)


@cache
def all_bids(sheet: Sheet) -> tuple[str, ...]:
    """Return every bid of the game, low to high (FH-24, FH-35, FH-36, FH-38)."""
    bids = [f"{tricks}{trump}" for tricks in range(6, 11) for trump in (*suit_rank(sheet), NO_TRUMP)]
    special = {NULLO: sheet.nullo, MISERE: sheet.misere, OPEN_MISERE: sheet.open_misere}
    return tuple(sorted(bids + [bid for bid, on in special.items() if on], key=lambda bid: rank(sheet, bid)))


def bids_of(calls: Calls) -> list[tuple[int, str]]:
    """Return the calls that are bids; the last is the highest (FH-26)."""
    return [(seat, word) for seat, word in calls if word != PASS]


def words(sheet: Sheet, calls: Calls) -> list[str]:
    """Return what the next player may say (FH-24, FH-26, FH-37)."""
    said = [bid for _, bid in bids_of(calls)]
    open_to_all = [bid for bid in all_bids(sheet) if not said or rank(sheet, bid) > rank(sheet, said[-1])]
    if not any(tricks_of(bid) >= 7 for bid in said):
        open_to_all = [bid for bid in open_to_all if bid != MISERE]
    return [PASS, *open_to_all]


def hold_auction(
    rounds: str, bidders: Sequence[int], words: Callable[[int, Calls], list[str]], ask: Asked
) -> list[tuple[int, str]]:
    """Return everything said in an auction (FH-25, FH-27, FH-28, FH-R3, FH-R32, AF-14 to AF-16).

    Args:
        rounds: `single`: everybody speaks once; `rounds`: turns go round, and who passes is out.
        bidders: all bidders clockwise from the dealer's left.
        words: returns what a seat may say after some calls.
        ask: asks a seat.
    """
    calls: list[tuple[int, str]] = []
    if rounds == "single":
        for seat in bidders:
            calls.append((seat, ask(seat, words(seat, calls))))
        return calls
    still_in = list(bidders)
    for seat in cycle(bidders):
        holder = [holder for holder, _ in bids_of(calls)[-1:]]
        if still_in in ([], holder):
            break
        if seat not in still_in:
            continue
        word = ask(seat, words(seat, calls))
        calls.append((seat, word))
        if word == PASS:
            still_in.remove(seat)
    return calls
