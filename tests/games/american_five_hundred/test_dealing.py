"""Seats, pack, the draw for the deal, where the cards go, and the claim of a hopeless hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from random import Random

import pytest

from arena.games.american_five_hundred import GAME
from arena.games.american_five_hundred.bidding import PACK, Options, dealing, is_hopeless
from arena.games.kernel import Show
from arena.games.kernel.position import play_game
from arena.games.parts.finish import Standing
from tests.games.american_five_hundred.situations import CALM, HOPELESS, HOPELESS_TOO, NO_NULLO, ST_PAUL, deal_after
from tests.games.situations import asked, at_the_end, fixed, legal, notes, said, shown_to


@pytest.mark.rule("AF-1", "AF-2")
def test_four_play_in_partnerships_with_45_cards() -> None:
    assert GAME.seating(ST_PAUL).sides == (0, 1, 0, 1)
    assert Counter(card[0] for card in PACK if card != "JK") == dict.fromkeys("AKQJT987654", 4)
    assert Counter(card[-1] for card in PACK if card != "JK") == dict.fromkeys("SHDC", 11)
    assert len(set(PACK)) == len(PACK) == 45


@pytest.mark.rule("AF-6", "AF-X2", "AF-R21")
@pytest.mark.parametrize(("turned", "dealer"), [("9S JK 4D AC KH JD", 1), ("JC", 0), ("4S 4H 4D JS", 3)])
def test_who_is_turned_up_the_first_jack_deals_first(turned: str, dealer: int) -> None:
    rest = [card for card in PACK if card not in turned.split()]
    position = play_game(GAME, ST_PAUL, fixed({"first-jack": [*turned.split(), *rest]}))
    assert position.log[0] == Show((0, 1, 2, 3), "first-jack", None, tuple(turned.split()))
    assert position.view(0).standing == Standing(dealer, (0, 0))


@pytest.mark.rule("AF-6")
def test_a_seat_may_be_named_to_deal_first() -> None:
    position = play_game(GAME, Options(first_dealer="P2"), fixed({}))
    assert position.view(0).standing.dealer == 2
    assert not any(isinstance(event, Show) and event.kind == "first-jack" for event in position.log)


@pytest.mark.rule("AF-8", "AF-X1")
def test_cards_are_dealt_by_three_two_three_and_two() -> None:
    parts, at = [], 1
    for place, run in groupby(dealing(0)):
        size = len(list(run))
        parts.append(f"{place} {at}-{at + size - 1}")
        at += size
    assert ", ".join(parts) == (
        "1 1-3, 2 4-6, 3 7-9, 0 10-12, kitty 13-15, 1 16-17, 2 18-19, 3 20-21, 0 22-23, kitty 24-25, "
        "1 26-28, 2 29-31, 3 32-34, 0 35-37, 1 38-39, 2 40-41, 3 42-43, 0 44-45"
    )


@pytest.mark.rule("AF-7", "AF-19", "AF-R6")
def test_the_deal_passes_to_the_left_after_a_played_or_abandoned_deal() -> None:
    abandoned = deal_after("pass pass pass pass", dealer=2)
    assert notes(abandoned, "thrown-in") == [()]
    assert abandoned.result == Standing(3, (0, 0), 1)
    played = at_the_end(deal_after("7S pass pass pass", dealer=3), Random(1))
    assert played.result is not None and (played.result.dealer, played.result.finished) == (0, 1)


@pytest.mark.rule("AF-9", "AF-X4")
@pytest.mark.parametrize(
    ("gone", "instead", "hopeless"),
    [
        ("", "", True),
        ("TS", "JK", False),
        ("9C", "JC", False),
        ("8D", "AD", False),
        ("AH", "TH", False),
        ("4C", "QC", False),
        ("4H", "KH", False),
        ("4C", "TC", True),
    ],
)
def test_one_ace_and_no_face_may_be_claimed(gone: str, instead: str, hopeless: bool) -> None:
    hand = [instead if card == gone else card for card in HOPELESS.split()]
    assert is_hopeless(hand) == hopeless
    assert asked(deal_after(hands={1: " ".join(hand)})) == (1, "ace-no-face" if hopeless else "bid")


BOTH = CALM | {0: HOPELESS, 1: HOPELESS_TOO}


@pytest.mark.rule("AF-10", "AF-11", "AF-12", "AF-X5", "AF-R7")
def test_after_a_refusal_neither_partner_may_bid_nullo() -> None:
    position = deal_after(dealer=3, hands=BOTH)
    assert (asked(position), legal(position)) == ((0, "ace-no-face"), "claim no-claim")
    position.play("claim")
    assert (asked(position), legal(position)) == ((2, "annul"), "agree refuse")
    assert notes(position, "claim") == [(0,)]
    position.play("refuse")
    assert asked(position) == (1, "ace-no-face")
    position.play("no-claim")
    assert notes(position, "claim") == [(0,)]
    may = []
    for seat in range(4):
        assert asked(position) == (seat, "bid")
        may.append("nullo" in legal(position).split())
        position.play("pass")
    assert may == [False, True, False, True]


@pytest.mark.rule("AF-7", "AF-11", "AF-X5", "AF-R6")
def test_if_the_partner_agrees_the_same_dealer_deals_again() -> None:
    position = deal_after("claim refuse claim agree", dealer=3, hands=BOTH, scores=(70, -40))
    assert said(position, "annul") == [2, 3]
    assert notes(position, "annulled") == [()]
    assert (said(position, "bid"), notes(position, "scores")) == ([], [])
    assert position.result == Standing(3, (70, -40), 1)


@pytest.mark.rule("AF-12", "AF-R7")
def test_two_partners_may_refuse_each_other() -> None:
    hands = CALM | {0: HOPELESS, 2: HOPELESS_TOO}
    position = deal_after("claim refuse claim refuse", dealer=3, hands=hands)
    assert (said(position, "ace-no-face"), said(position, "annul")) == ([0, 2], [2, 0])
    assert "nullo" not in legal(position)
    position.play("pass")
    assert "nullo" in legal(position)


@pytest.mark.rule("AF-12", "AF-24")
def test_a_refused_claim_closes_granola_too() -> None:
    position = deal_after("claim refuse no-claim pass nullo", dealer=3, hands=BOTH)
    assert {"nullo", "granola"}.isdisjoint(legal(position).split())
    position.play("pass")
    assert "granola" in legal(position)  # for the partner of the one who bid nullo, an opponent of the claimant


@pytest.mark.rule("AF-9", "AF-10")
def test_claims_may_be_switched_off_and_have_no_effect_where_there_is_no_nullo() -> None:
    o = replace(ST_PAUL, ace_no_face=False)
    assert asked(deal_after(o=o, dealer=3, hands=BOTH)) == (0, "bid")
    position = deal_after("claim refuse no-claim", o=NO_NULLO, dealer=3, hands=BOTH)
    assert asked(position) == (0, "bid")
    assert len(legal(position).split()) == 26


@pytest.mark.rule("AF-10", "AF-R7")
def test_nobody_else_is_asked() -> None:
    assert asked(deal_after()) == (1, "bid")
    everybody = [shown_to(deal_after(), seat, "hand") for seat in range(4)]
    assert all(len(hands) == 1 and len(hands[0].split()) == 10 for hands in everybody)
