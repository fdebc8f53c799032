"""The two-player game: silent partners whose cards lie in stacks."""

from collections.abc import Iterator
from random import Random

import pytest

from arena.games.kernel import Ask, Card, Did, Note, Seat, Show
from arena.games.kernel.position import Position, play_game
from arena.games.parts.tricks import follow_suit
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import dealing, pack_for
from arena.games.two_hundred.kitty import RANKINGS
from arena.games.two_hundred.options import PRESETS
from arena.games.two_hundred.seats import Standing
from arena.games.two_hundred.stacks import faces, stacks_of, uncovered
from tests.games.situations import asked, at_the_end, legal, notes, on_table, played_out, said, shown_to, shuffles
from tests.games.two_hundred.situations import NORTH, deal_after, dealt

TWO = PRESETS["two-player"]
SEATS = (1, 2, 3, 0)


def received(seat: Seat, pack: tuple[Card, ...]) -> list[Card]:
    """The cards of a seat in the order in which they were dealt when North deals."""
    return [card for card, to in zip(pack, dealing(TWO, SEATS), strict=True) if to == seat]


@pytest.mark.rule("TH-14")
def test_third_card_received_lies_on_top_of_each_stack() -> None:
    stacks = stacks_of(["AS", "KS", "QS", "AH", "KH", "QH", "AD", "KD", "QD"])
    assert stacks == [["AS", "KS", "QS"], ["AH", "KH", "QH"], ["AD", "KD", "QD"]]
    assert faces(stacks) == ("QS", "QH", "QD")
    assert faces([["AS"], [], ["AD", "KD"]]) == ("AS", "KD")


@pytest.mark.rule("TH-14", "TH-83")
def test_players_see_their_hand_and_both_rows_of_faces_and_nothing_else() -> None:
    position = deal_after(o=TWO)
    pack = pack_for(TWO)
    for seat in (0, 1):
        assert len(shown_to(position, seat, "hand")) == 1
        tops = [" ".join(received(silent, pack)[2::3]) for silent in (2, 3)]
        assert shown_to(position, seat, "stacks") == tops
    assert not position.told(2)[1:] and not position.told(3)[1:]


@pytest.mark.rule("TH-50", "TH-X40")
def test_silent_seat_follows_with_its_faces_only() -> None:
    up = ["KC", "AH", "8D"]
    assert follow_suit(up, on_table(["AC"], RANKINGS["S"])) == ["KC"]
    assert follow_suit(up, on_table(["8S"], RANKINGS["S"])) == up


@pytest.mark.rule("TH-50", "TH-X40")
def test_cards_under_the_faces_do_not_count_in_play() -> None:
    cards: dict[Seat | str, str] = {1: "AC 8S", 2: "9S 5S KC 9D 7D AH 9H 7H 8D"}
    position = deal_after("50 pass lead", o=TWO, chance=dealt(TWO, cards))
    assert asked(position) == (1, "play")
    clubs, spades = position.fork(), position.fork()
    clubs.play("AC")
    assert clubs.ask == Ask(0, "play", ("KC",), hand=2)
    spades.play("8S")
    assert legal(spades) == "KC AH 8D"


@pytest.mark.rule("TH-50")
def test_live_partner_answers_for_the_silent_seat_and_is_told_which() -> None:
    position = deal_after("50 pass S", o=TWO)
    order = []
    for _ in range(4):
        assert position.ask is not None
        order.append((position.ask.seat, position.ask.hand))
        position.play(position.ask.legal[0])
    assert order == [(1, 1), (0, 2), (1, 3), (0, 0)]
    dids = [event for event in position.log if isinstance(event, Did) and event.kind == "play"]
    assert [(event.seat, event.by) for event in dids] == [(1, 1), (2, 0), (3, 1), (0, 0)]


@pytest.mark.rule("TH-50", "TH-47")
def test_next_card_of_each_stack_played_from_is_turned_up_after_the_trick() -> None:
    position = deal_after("50 pass S", o=TWO)
    pack = pack_for(TWO)
    for _ in range(3):
        assert position.ask is not None
        position.play(position.ask.legal[0])
        assert shown_to(position, 0, "turned") == []
    assert position.ask is not None
    position.play(position.ask.legal[0])
    trick, *turned = position.log[-3:]
    assert isinstance(trick, Note) and trick.kind == "trick"
    played = {e.seat: e.word for e in position.log if isinstance(e, Did) and e.kind == "play"}
    for show, seat in zip(turned, (2, 3), strict=True):
        cards = received(seat, pack)
        below = cards[cards.index(str(played[seat])) - 1]
        assert show == Show((0, 1), "turned", seat, (below,))


@pytest.mark.rule("TH-50")
@pytest.mark.parametrize("seed", range(5))
def test_silent_seat_plays_only_faces_and_leads_when_it_has_won(seed: int) -> None:
    led_by_silent = 0
    for now in trick_starts(seed):
        assert now.ask is not None
        winner = notes(now, "trick")[-1][0]
        assert now.ask.hand == winner
        assert now.ask.seat == int(winner) % 2
        if int(winner) > 1:
            led_by_silent += 1
            up = [card for card in uncovered(now.log)[int(winner)] if card is not None]
            gone = {e.word for e in now.log if isinstance(e, Did)}
            assert set(now.ask.legal) == set(up) - gone
    assert led_by_silent > 0


def trick_starts(seed: int) -> Iterator[Position[Standing]]:
    """A deal at each lead but the first."""
    position = deal_after("50 pass S", o=TWO, chance=shuffles(seed))
    for now in played_out(position, Random(seed)):
        if now.ask is not None and len(notes(now, "trick")) * 4 == len(said(now, "play")) > 0:
            yield now


@pytest.mark.rule("TH-51", "TH-R33")
@pytest.mark.parametrize(("dealer", "calls", "contractor"), [(0, "50 pass", 1), (0, "pass 50", 0), (1, "50 pass", 0)])
def test_contractor_leads_from_his_own_hand(dealer: int, calls: str, contractor: int) -> None:
    position = deal_after(f"{calls} H", o=TWO, dealer=dealer, chance=shuffles(2))
    assert position.ask is not None
    assert position.ask.seat == contractor
    assert position.ask.hand in {None, contractor}
    assert " ".join(position.ask.legal) == shown_to(position, contractor, "hand")[0]


@pytest.mark.rule("TH-14", "TH-50")
@pytest.mark.parametrize("seed", range(5))
def test_stacks_can_be_read_off_the_events(seed: int) -> None:
    position = at_the_end(deal_after("50 pass D", o=TWO, chance=shuffles(seed)), Random(seed))
    pack = shuffles(seed)("pack", pack_for(TWO))
    assert uncovered(position.log) == {seat: received(seat, pack) for seat in (2, 3)}
    assert len(said(position, "play")) == 36


@pytest.mark.rule("TH-9", "TH-51")
def test_only_players_are_ever_asked() -> None:
    position = at_the_end(play_game(GAME, TWO, shuffles(1)), Random(1))
    assert {event.by for event in position.log if isinstance(event, Did)} == {0, 1}
    assert {*said(position, "bid")} == {NORTH, 1}
