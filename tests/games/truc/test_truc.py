"""Truc: cut and deal, tricks, who wins a hand, raises, the decision at eleven, talk, and who knows what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from arena.games.kernel import Deal, Did, Note, Result, Say, Show
from arena.games.kernel.options import OptionError, choose
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import NOBODY, Playing, Trick
from arena.games.truc import GAME, PACK, RANK, dealing, over, result, takes, winner
from arena.games.truc.options import PRESETS, Options
from arena.games.truc.raises import SEATS
from tests.games.situations import asked, at_the_end, fixed, legal, notes, played_out, said, say, shown_to, shuffles

rule = pytest.mark.rule
STANDARD, SILENT, TALKATIVE, LONG_HANDS, QUICK_STOP = PRESETS.values()


def dealt(
    hands: Mapping[int, str] | None = None,
    words: str = "cut",
    *,
    dealer: int = 0,
    scores: Sequence[int] = (0, 0),
    o: Options = STANDARD,
) -> Position[Standing]:
    """A deal with these hands, after these answers."""
    standing = Standing(dealer, tuple(scores))
    size = 3 if hands is None else max(len(cards.split()) for cards in hands.values())
    wanted: dict[Any, Iterator[str]] = {seat: iter(cards.split()) for seat, cards in (hands or {}).items()}
    used = {card for cards in (hands or {}).values() for card in cards.split()}
    rest = iter([card for card in PACK if card not in used])
    pack = [next(wanted.get(place, rest), None) or next(rest) for place in dealing(standing, size)]
    return say(play_deal(GAME, o, standing, fixed({"pack": pack})), words)


def cards(position: Position[Any], plays: str) -> Position[Any]:
    """The position after these plays, `SEAT:CARD`; nobody raises, and whoever is asked after a card passes."""
    for seat, card in (play.split(":") for play in plays.split()):
        assert asked(position) == (int(seat), "play")
        position.play(card)
        if position.ask is not None and position.ask.kind == "after":
            position.play("pass")
    return position


def trick(plays: str) -> int:
    """The winner of a trick in which these cards were played, `SEAT:CARD`."""
    seats, names = zip(*[play.split(":") for play in plays.split()], strict=True)
    on = Playing([[]] * 4, RANK, tuple(map(int, seats)))
    on.cards += names
    return takes(on)


def won(*sides: int) -> list[Trick]:
    """Tricks that these sides have won; `NOBODY` for a drawn one."""
    return [Trick((), (), side, 1) for side in sides]


def scored(position: Position[Standing]) -> tuple[int, ...]:
    """The scores after the hand, which is over."""
    assert position.result is not None
    assert [tuple(position.result.scores)] == notes(position, "scores")
    return position.result.scores


def held(position: Position[Any], seat: int) -> list[str]:
    """The cards that a seat still holds."""
    gone = [event.word for event in position.log if isinstance(event, Did) and event.seat == seat]
    return [card for card in shown_to(position, seat, "hand")[0].split() if card not in gone]


A_STRONG = {3: "4S 5S 6S", 2: "3H 3D 7H", 1: "4D 5D 6D", 0: "4C 5C 6C"}
"""Seat 2 wins any trick in which it plays a three."""


class TestCutAndDeal:
    @rule("TR-1", "TR-2", "TR-3", "TR-4", "TR-37")
    def test_forty_cards_of_which_everybody_gets_three_and_sees_the_own(self) -> None:
        assert GAME.seating(STANDARD).sides == (0, 1, 0, 1) and len(set(PACK)) == 40
        for suit in range(4):
            assert "".join(card[0] for card in PACK[10 * suit : 10 * suit + 10]) == "32AKQJ7654"
        position = dealt()
        hands = [shown_to(position, seat, "hand") for seat in SEATS]
        assert all(len(mine) == 1 and len(mine[0].split()) == 3 for mine in hands)
        assert len({card for mine in hands for card in mine[0].split()}) == 12
        shows = [event for event in at_the_end(position, Random(1)).log if isinstance(event, Show)]
        assert [(show.seats, show.kind, show.owner) for show in shows] == [((seat,), "hand", seat) for seat in SEATS]

    @rule("TR-5", "TR-11", "TR-12")
    @pytest.mark.parametrize("dealer", SEATS)
    def test_cards_are_dealt_and_played_counter_clockwise_from_the_dealers_right(self, dealer: int) -> None:
        order = [(dealer - step) % 4 for step in (1, 2, 3, 4)]
        assert list(dealing(Standing(dealer, (0, 0)))) == [*order * 3, *["stock"] * 28]
        assert list(dealing(Standing(dealer, (0, 0)), 1)) == [*order, *["stock"] * 36]
        position = dealt(dealer=dealer)
        for seat in order:
            assert asked(position) == (seat, "play")
            position.play(str(legal(position).split()[0]))
            if position.ask is not None and position.ask.kind == "after":
                assert asked(position) == (seat, "after")
                position.play("pass")

    @rule("TR-6")
    def test_the_right_neighbor_deals_next_whatever_happened(self) -> None:
        first = set()
        for seed in range(20):
            game = at_the_end(play_game(GAME, STANDARD, shuffles(seed)), Random(seed))
            dealers = [event.standing.dealer for event in game.log if isinstance(event, Deal)]
            first.add(dealers[0])
            assert dealers == [(dealers[0] - at) % 4 for at in range(len(dealers))]
        assert first == {*SEATS}
        begun = next(e for e in play_game(GAME, Options(first_dealer="P2"), shuffles(1)).log if isinstance(e, Deal))
        assert begun.standing == Standing(2, (0, 0))

    @rule("TR-7", "TR-8", "TR-9")
    def test_the_left_neighbor_may_refuse_to_cut_and_the_dealer_then_chooses(self) -> None:
        position = dealt(words="")
        assert (asked(position), legal(position)) == ((1, "cut"), "cut tap")
        assert not [event for event in position.log if isinstance(event, Show)]
        say(position, "tap")
        assert (asked(position), legal(position)) == ((0, "size"), "three one")
        assert not [event for event in position.log if isinstance(event, Show)]
        for words, size in (("cut", 3), ("tap three", 3), ("tap one", 1)):
            again = dealt(words=words)
            assert [len(shown_to(again, seat, "hand")[0].split()) for seat in SEATS] == [size] * 4
            assert asked(again) == (3, "play")
        assert asked(dealt(words="", o=LONG_HANDS)) == (3, "play")

    @rule("TR-10", "TR-R10")
    @pytest.mark.parametrize("scores", [(11, 0), (3, 11), (11, 11)])
    def test_at_eleven_nobody_cuts(self, scores: tuple[int, int]) -> None:
        position = dealt(words="", scores=scores)
        assert asked(position)[1] in {"eleven", "play"} and not said(position, "cut")
        assert len(shown_to(position, 0, "hand")[0].split()) == 3
        assert asked(dealt(words="", scores=scores, o=Options(target=13))) == (1, "cut")


class TestTricks:
    @rule("TR-13")
    def test_any_card_may_be_played(self) -> None:
        position = dealt({3: "3S 4S 5H", 2: "3H 4H 5S", 1: "6S 6H 6D", 0: "7S 7H 7D"})
        for seat, hand in ((3, "3S 4S 5H"), (2, "5S 3H 4H")):
            assert (asked(position), legal(position)) == ((seat, "play"), f"{hand} truc")
            say(position, f"{hand.split()[1]} pass")

    @rule("TR-3", "TR-4", "TR-14", "TR-15", "TR-16", "TR-R1", "TR-R11", "TR-X1", "TR-X2", "TR-X3", "TR-X4")
    @pytest.mark.parametrize(
        ("plays", "best"),
        [
            ("3:KS 2:3H 1:3D 0:AS", NOBODY),
            ("3:2S 2:4C 1:2H 0:AD", 3),
            ("3:AS 2:KS 1:2D 0:7S", 1),
            ("3:4S 2:5H 1:4D 0:4C", 2),
            ("3:KS 2:3H 1:KD 0:3C", 2),
            ("3:3S 2:3H 1:3D 0:4C", NOBODY),
            ("3:3S 2:3H 1:3D 0:3C", NOBODY),
            ("1:7S 0:7H 3:6S 2:6H", NOBODY),
            ("0:JS 3:QH 2:KD 1:QC", 2),
        ],
    )
    def test_the_highest_rank_wins_unless_both_sides_have_played_it(self, plays: str, best: int) -> None:
        assert trick(plays) == best

    @rule("TR-14", "TR-16", "TR-17", "TR-X1", "TR-X2")
    def test_the_winner_leads_or_the_same_leader_after_a_draw(self) -> None:
        drawn = cards(dealt({3: "KS 4S 5S", 2: "3H 4H 5H", 1: "3D 4D 5D", 0: "AS 6S 7S"}), "3:KS 2:3H 1:3D 0:AS")
        assert notes(drawn, "trick") == [("-", 1)] and asked(drawn) == (3, "play")
        partners = cards(dealt({3: "2S 4S 5S", 2: "4C 4H 5H", 1: "2H 4D 5D", 0: "AD 6S 7S"}), "3:2S 2:4C 1:2H 0:AD")
        assert notes(partners, "trick") == [(3, 1)] and asked(partners) == (3, "play")
        plain = cards(dealt({3: "AS 4S 5S", 2: "KS 4H 5H", 1: "2D 4D 5D", 0: "7S 6S 6C"}), "3:AS 2:KS 1:2D 0:7S")
        assert notes(plain, "trick") == [(1, 1)] and asked(plain) == (1, "play")


class TestWinningTheHand:
    @rule("TR-18", "TR-22", "TR-37", "TR-X5")
    def test_two_tricks_end_the_hand(self) -> None:
        position = dealt({3: "3S 3C 4S", 2: "4H 5H 6H", 1: "4D 5D 6D", 0: "4C 5C 6C"})
        cards(position, "3:3S 2:4H 1:4D 0:4C 3:3C 2:5H 1:5D 0:5C")
        assert scored(position) == (0, 1) and position.result is not None and position.result.dealer == 3
        assert notes(position, "trick") == [(3, 1), (3, 1)] and notes(position, "points") == [(0, 1)]
        for seat in SEATS:
            words = {word for event in position.told(seat) for word in getattr(event, "cards", ())}
            assert words == set(shown_to(position, seat, "hand")[0].split())

    @rule("TR-18", "TR-19", "TR-20", "TR-21", "TR-R3", "TR-X6", "TR-X7", "TR-X8")
    @pytest.mark.parametrize(
        ("tricks", "dealer", "side"),
        [
            ((0, 1, NOBODY), 0, 1),
            ((0, 1, NOBODY), 3, 0),
            ((NOBODY, NOBODY, NOBODY), 1, 0),
            ((NOBODY, 0, NOBODY), 0, 0),
            ((1, NOBODY, NOBODY), 1, 1),
            ((0, 1, 0), 2, 0),
            ((1, 1), 0, 1),
            ((1,), 1, 1),
            ((NOBODY,), 2, 1),
        ],
    )
    def test_the_side_with_more_tricks_wins_and_a_tie_goes_against_the_dealer(
        self, tricks: tuple[int, ...], dealer: int, side: int
    ) -> None:
        assert winner(won(*tricks), 1 - dealer % 2) == side

    @rule("TR-20", "TR-X6")
    def test_one_each_and_a_draw(self) -> None:
        position = dealt({3: "4S 3C AS", 2: "3H 5H AH", 1: "4D 5D 6D", 0: "4C 5C 6C"})
        cards(position, "3:4S 2:3H 1:4D 0:4C 2:5H 1:5D 0:5C 3:3C 3:AS 2:AH 1:6D 0:6C")
        assert notes(position, "trick") == [(2, 1), (3, 1), ("-", 1)] and scored(position) == (0, 1)

    @rule("TR-17", "TR-20", "TR-X7")
    def test_three_draws_are_led_by_the_same_player(self) -> None:
        position = dealt({0: "3S 2S AS", 3: "3H 2H AH", 2: "4D 5D 6D", 1: "4C 5C 6C"}, dealer=1)
        cards(position, "0:3S 3:3H 2:4D 1:4C 0:2S 3:2H 2:5D 1:5C 0:AS 3:AH 2:6D 1:6C")
        assert notes(position, "trick") == [("-", 1)] * 3 and scored(position) == (1, 0)

    @rule("TR-19", "TR-X8")
    def test_one_trick_and_two_draws(self) -> None:
        position = dealt({3: "3S 2S 4H", 2: "3H AH 2H", 1: "4D 5D 6D", 0: "4C 5C 6C"})
        cards(position, "3:3S 2:3H 1:4D 0:4C 3:4H 2:AH 1:5D 0:5C 2:2H 1:6D 0:6C 3:2S")
        assert notes(position, "trick") == [("-", 1), (2, 1), ("-", 1)] and scored(position) == (1, 0)

    @rule("TR-18", "TR-R4", "TR-X9")
    def test_a_hand_may_also_stop_once_it_is_decided(self) -> None:
        for tricks, decided in (
            ((1, NOBODY), True),
            ((NOBODY, 1), True),
            ((0, NOBODY), False),
            ((NOBODY, NOBODY), False),
            ((0, 1), False),
            ((1,), False),
            ((0, 0), True),
        ):
            assert over(QUICK_STOP, 3, 1, won(*tricks)) == decided
            assert over(STANDARD, 3, 1, won(*tricks)) == (tricks == (0, 0))
        hands = {3: "3S 2S 4H", 2: "2H 5H 6H", 1: "4D 5D 6D", 0: "4C 5C 6C"}
        plays = "3:3S 2:5H 1:4D 0:4C 3:2S 2:2H 1:5D 0:5C"
        assert asked(cards(dealt(hands), plays)) == (3, "play")
        assert scored(cards(dealt(hands, o=QUICK_STOP), plays)) == (0, 1)

    @rule("TR-21", "TR-X16")
    def test_one_card_each_decides_at_once(self) -> None:
        position = dealt({1: "3S", 0: "3C", 3: "4D", 2: "JH"}, "tap one", dealer=2, scores=(4, 7))
        assert said(position, "cut") == [3] and said(position, "size") == [2]
        assert scored(cards(position, "1:3S 0:3C 3:4D 2:JH")) == (4, 8)
        decided = dealt({3: "4S", 2: "5S", 1: "6S", 0: "7S"}, "tap one")
        assert scored(cards(decided, "3:4S 2:5S 1:6S 0:7S")) == (1, 0)


class TestRaises:
    @rule("TR-23", "TR-24", "TR-26", "TR-28", "TR-X10")
    def test_a_truc_before_the_card_is_refused(self) -> None:
        position = dealt(words="cut truc")
        assert (asked(position), legal(position)) == ((2, "answer"), "accept reject")
        say(position, "reject")
        assert scored(position) == (0, 1) and notes(position, "points") == [(0, 1)]
        assert notes(position, "worth") == [] and notes(position, "trick") == []

    @rule("TR-23", "TR-25", "TR-28", "TR-R9", "TR-X11")
    def test_a_retruc_is_refused(self) -> None:
        position = dealt({3: "KD 4S 5S", 2: "3H 4H 5H", 1: "4D 5D 6D", 0: "4C 5C 6C"}, "cut KD")
        assert (asked(position), legal(position)) == ((3, "after"), "pass truc")
        say(position, "truc")
        assert (asked(position), legal(position)) == ((2, "answer"), "accept reject")
        say(position, "accept")
        assert notes(position, "worth") == [(2,)] and (asked(position), legal(position)) == (
            (2, "play"),
            "3H 5H 4H retruc",
        )
        say(position, "retruc")
        assert asked(position) == (1, "answer")
        assert scored(say(position, "reject")) == (2, 0)

    @rule("TR-25", "TR-27", "TR-29", "TR-X12")
    def test_only_the_side_that_accepted_may_raise_again(self) -> None:
        position = dealt({3: "KD 4S 5S", 2: "3H 4H 5H", 1: "4D 5D 6D", 0: "4C 5C 6C"}, "cut truc accept")
        assert (asked(position), legal(position)) == ((3, "play"), "5S 4S KD")
        say(position, "KD")
        assert (asked(position), legal(position)) == ((2, "play"), "3H 5H 4H retruc")
        say(position, "4H")
        assert (asked(position), legal(position)) == ((2, "after"), "pass retruc")
        say(position, "pass")
        assert (asked(position), legal(position)) == ((1, "play"), "6D 5D 4D")
        say(position, "4D")
        assert (asked(position), legal(position)) == ((0, "play"), "6C 5C 4C retruc")
        say(position, "4C")
        assert (asked(position), legal(position)) == ((0, "after"), "pass retruc")
        say(position, "pass")
        assert (asked(position), legal(position)) == ((3, "play"), "5S 4S")

    @rule("TR-22", "TR-24", "TR-25", "TR-27", "TR-X13")
    def test_an_accepted_retruc_makes_three_points_and_is_the_last(self) -> None:
        position = dealt({3: "3S 2S 4S", 2: "4H 5H 6H", 1: "4D 5D 6D", 0: "4C 5C 6C"}, "cut 3S pass truc accept")
        assert (asked(position), legal(position)) == ((2, "play"), "6H 5H 4H")
        say(position, "4H")
        assert asked(position) == (1, "play")
        say(position, "retruc accept")
        assert notes(position, "worth") == [(2,), (3,)]
        for seat, card in ((1, "4D"), (0, "4C"), (3, "2S"), (2, "5H"), (1, "5D"), (0, "5C")):
            assert asked(position) == (seat, "play") and "truc" not in legal(position)
            say(position, card)
        assert scored(position) == (0, 3)

    @rule("TR-29", "TR-30", "TR-X14")
    def test_nobody_raises_after_the_card_that_ends_the_hand(self) -> None:
        position = dealt({3: "3S 4S 5S", 2: "4H 5H 6H", 1: "4D 5D 6D", 0: "4C 3C 2C"})
        cards(position, "3:3S 2:4H 1:4D 0:4C 3:4S 2:5H 1:5D 0:3C 0:2C 3:5S 2:6H 1:6D")
        assert scored(position) == (1, 0) and position.log[-3] == Note("trick", (0, 1))
        last = dealt({3: "4D 3S 5S", 2: "4H 5H 6H", 1: "7D 5D 6D", 0: "4C 3C 2C"})
        cards(last, "3:4D 2:4H 1:7D 0:3C 0:4C 3:3S 2:5H 1:5D 3:5S 2:6H 1:6D")
        assert asked(last) == (0, "play")
        say(last, "2C")
        assert scored(last) == (1, 0)

    @rule("TR-23", "TR-26", "TR-29", "TR-R7", "TR-X15")
    def test_a_raise_after_the_fourth_card_goes_to_the_right_neighbor(self) -> None:
        position = dealt({3: "5S 4S 5D", 2: "6S 4H 5H", 1: "7S 4D 6D", 0: "KS 4C 5C"}, "cut 5S pass 6S pass 7S pass KS")
        assert position.log[-1] == Note("trick", (0, 1))
        assert (asked(position), legal(position)) == ((0, "after"), "pass truc")
        say(position, "truc")
        assert asked(position) == (3, "answer")
        say(position, "accept")
        assert (asked(position), legal(position)) == ((0, "play"), "5C 4C")

    @rule("TR-26", "TR-R7", "TR-R8")
    def test_one_opponent_answers_even_if_another_leads_next(self) -> None:
        position = dealt({3: "5S 4S 5D", 2: "3S 4H 5H", 1: "7S 4D 6D", 0: "KS 4C 5C"}, "cut 5S pass 3S pass 7S pass KS")
        say(position, "truc")
        assert asked(position) == (3, "answer")
        say(position, "accept")
        assert asked(position) == (2, "play") and legal(position) == "5H 4H"

    @rule("TR-23", "TR-24", "TR-25", "TR-29", "TR-30")
    def test_raises_are_open_as_the_rules_say_at_every_question(self) -> None:
        kinds: Counter[str] = Counter()
        for seed in range(100):
            start = play_deal(GAME, LONG_HANDS, Standing(0, (0, 0)), shuffles(seed))
            for position in played_out(start, Random(seed)):
                ask, dids = position.ask, [event for event in position.log if isinstance(event, Did)]
                if ask is None:
                    break
                kinds[ask.kind] += 1
                raised = [did.seat for did in dids if did.word in {"truc", "retruc"}]
                if ask.kind == "answer":
                    assert (ask.seat, ask.legal) == ((raised[-1] - 1) % 4, ("accept", "reject"))
                    continue
                may = not raised or (len(raised) == 1 and raised[0] % 2 != ask.seat % 2)
                raises = ["truc", "retruc"][len(raised) : len(raised) + 1] * may
                if ask.kind == "after":
                    assert dids[-1].kind == "play" and dids[-1].seat == ask.seat and raises
                    assert list(ask.legal) == ["pass", *raises]
                else:
                    assert [word for word in ask.legal if word not in PACK] == raises
                    assert ask.legal[: len(ask.legal) - len(raises)] == tuple(held(position, ask.seat))
        assert min(kinds[kind] for kind in ("play", "after", "answer")) > 50


class TestAtEleven:
    @rule("TR-10", "TR-31", "TR-33", "TR-R2", "TR-X17")
    def test_the_second_partner_folds(self) -> None:
        position = dealt(words="", scores=(11, 6))
        assert (asked(position), legal(position)) == ((2, "eleven"), "play fold defer")
        assert shown_to(position, 2, "hand")
        say(position, "defer")
        assert (asked(position), legal(position)) == ((0, "eleven"), "play fold")
        say(position, "fold")
        assert scored(position) == (11, 7) and position.result == Standing(3, (11, 7), 1)
        assert not said(position, "play") and result(STANDARD, Standing(3, (11, 7), 1)) is None

    @rule("TR-31", "TR-33", "TR-R2")
    @pytest.mark.parametrize("points", [1, 2, 3])
    def test_options_of_the_decision(self, points: int) -> None:
        o = Options(eleven_choice="first", eleven_fold_points=points)
        position = dealt(words="", scores=(6, 11), dealer=0, o=o)
        assert (asked(position), legal(position)) == ((3, "eleven"), "play fold")
        assert scored(say(position, "fold")) == (6 + points, 11)

    @rule("TR-32", "TR-35", "TR-R5", "TR-X18")
    def test_the_hand_is_played_for_three_without_raises(self) -> None:
        hands = {3: "3S 2S 4S", 2: "4H 5H 6H", 1: "4D 5D 6D", 0: "4C 5C 6C"}
        position = dealt(hands, "play", scores=(11, 9))
        assert notes(position, "worth") == [(3,)]
        for seat, card in ((3, "3S"), (2, "4H"), (1, "4D"), (0, "4C"), (3, "2S"), (2, "5H"), (1, "5D"), (0, "5C")):
            assert asked(position) == (seat, "play") and "truc" not in legal(position)
            say(position, card)
        assert scored(position) == (11, 12)
        assert position.result is not None and result(STANDARD, position.result) == Result((2, 1), (11, 12), "target")

    @rule("TR-34", "TR-R6", "TR-X19")
    def test_with_eleven_all_it_is_an_ordinary_hand(self) -> None:
        position = dealt(words="", scores=(11, 11))
        assert asked(position) == (3, "play") and "truc" in legal(position) and notes(position, "worth") == []
        assert scored(say(position, "truc reject")) == (11, 12)
        assert position.result is not None and result(STANDARD, position.result) == Result((2, 1), (11, 12), "target")

    @rule("TR-35", "TR-X20")
    def test_a_side_may_go_beyond_the_target(self) -> None:
        position = dealt(A_STRONG, "cut truc accept 4S retruc accept 3H 4D 4C 3D 5D 5C 5S", scores=(10, 3))
        assert scored(position) == (13, 3)
        assert position.result is not None and result(STANDARD, position.result) == Result((1, 2), (13, 3), "target")
        assert result(STANDARD, Standing(0, (11, 11), 22)) is None

    @rule("TR-35", "TR-R12")
    @pytest.mark.parametrize("target", [2, 3, 12, 99])
    def test_every_hand_scores_for_one_side_so_a_game_ends(self, target: int) -> None:
        for seed in range(5):
            game = at_the_end(play_game(GAME, Options(target=target), shuffles(seed)), Random(seed))
            points = notes(game, "points")
            assert all(min(map(int, each)) == 0 < sum(map(int, each)) <= 3 for each in points)
            assert len(points) <= 2 * target - 1
            assert game.result is not None and max(game.result.scores) >= target > min(game.result.scores)


class TestTalk:
    @rule("TR-36", "TR-38")
    def test_every_answer_to_any_question_may_carry_a_text_that_all_hear(self) -> None:
        kinds = set()
        for seed in range(40):
            position = play_game(GAME, Options(target=3, talk_round=True), shuffles(seed))
            rng = Random(seed)
            while position.ask is not None:
                ask, before = position.ask, len(position.log)
                position.play(rng.choice(ask.legal), f"seat {ask.seat} has threes")
                kinds.add(ask.kind)
                heard, did = position.log[before : before + 2]
                assert heard == Say(SEATS, ask.seat, f"seat {ask.seat} has threes")
                assert isinstance(did, Did) and (did.seat, did.told) == (ask.seat, "all")
            for seat in SEATS:
                hears = [event for event in position.told(seat) if not isinstance(event, Show)]
                assert hears == [event for event in position.log if not isinstance(event, Show)]
        assert kinds == {"talk", "cut", "size", "eleven", "play", "after", "answer"}

    @rule("TR-38", "TR-39", "TR-X21")
    def test_a_text_is_delivered_before_the_next_question_and_a_longer_one_is_dropped(self) -> None:
        position = dealt({3: "KD 4S 5S", 2: "4C 4H 5H", 1: "4D 5D 6D", 0: "3C 5C 6C"})
        position.play("KD", "I have a two left")
        assert position.log[-2:] == [Say(SEATS, 3, "I have a two left"), Did(3, "play", "KD", "all", 3)]
        say(position, "pass")
        position.play("4C", "x" * 81)
        assert position.log[-1] == Did(2, "play", "4C", "all", 2) and asked(position) == (2, "after")
        assert [event for event in position.log if isinstance(event, Say)] == [Say(SEATS, 3, "I have a two left")]

    @rule("TR-39")
    @pytest.mark.parametrize(
        ("text", "heard"),
        [
            ("", False),
            ("x", True),
            (" !~", True),
            ("x" * 80, True),
            ("x" * 81, False),
            ("caf\u00e9", False),
            ("\u202e", False),
            ("a\tb", False),
            ("a\nb", False),
            ("\x7f", False),
            ("\x1b[2J", False),
        ],
    )
    def test_only_short_texts_of_visible_ascii_are_heard(self, text: str, heard: bool) -> None:
        position = dealt(words="")
        position.play("tap", text)
        assert position.log[1:] == [*[Say(SEATS, 1, text)] * heard, Did(1, "cut", "tap", "all", 1)]

    @rule("TR-39")
    @pytest.mark.parametrize("most", [1, 400])
    def test_the_length_is_an_option(self, most: int) -> None:
        for text, heard in (("x" * most, 1), ("x" * (most + 1), 0)):
            position = dealt(words="", o=Options(say_max=most))
            position.play("tap", text)
            assert len([event for event in position.log if isinstance(event, Say)]) == heard

    @rule("TR-38")
    def test_talk_never_changes_what_may_be_done_or_the_result(self) -> None:
        for o in PRESETS.values():
            quiet, loud = (play_game(GAME, o, shuffles(1)) for _ in range(2))
            rng = Random(1)
            while quiet.ask is not None:
                assert loud.ask == quiet.ask
                word = rng.choice(quiet.ask.legal)
                quiet.play(word)
                loud.play(word, "three! [reject]")
            assert loud.result == quiet.result
            assert [event for event in loud.log if not isinstance(event, Say)] == quiet.log

    @rule("TR-38", "TR-40")
    def test_without_table_talk_nothing_is_heard(self) -> None:
        position = play_game(GAME, SILENT, shuffles(1))
        rng = Random(1)
        while position.ask is not None:
            assert position.ask.talk is None
            position.play(rng.choice(position.ask.legal), "hello")
        assert not any(isinstance(event, Say) for event in position.log)

    @rule("TR-41")
    def test_everybody_may_talk_before_the_first_lead(self) -> None:
        position = dealt(words="tap one", dealer=2, o=Options(talk_round=True))
        assert shown_to(position, 0, "hand")
        for seat in (1, 0, 3, 2):
            assert (asked(position), legal(position)) == ((seat, "talk"), "ready")
            position.play("ready", f"{seat}")
        assert asked(position) == (1, "play")
        eleven = dealt(words="", scores=(11, 2), o=Options(talk_round=True))
        assert asked(eleven) == (3, "talk")
        assert asked(say(eleven, "ready ready ready ready")) == (2, "eleven")

    @rule("TR-40", "TR-42")
    def test_partners_confer_in_private_before_the_first_deal(self) -> None:
        position = play_game(GAME, Options(conference=True), shuffles(1))
        for number in range(8):
            assert (asked(position), legal(position)) == ((number % 4, "talk"), "ready")
            assert not any(isinstance(event, Deal) for event in position.log)
            position.play("ready", f"code {number}")
        assert asked(position)[1] == "cut" and any(isinstance(event, Deal) for event in position.log)
        for seat in SEATS:
            heard = [event for event in position.told(seat) if isinstance(event, Say)]
            assert [(event.seat, event.text) for event in heard] == [
                ((seat + 2) % 4, f"code {number}") for number in ((seat + 2) % 4, (seat + 2) % 4 + 4)
            ]
        position.play("cut", "aloud")
        assert [event.seats for event in position.log if isinstance(event, Say)][-1] == SEATS

    @rule("TR-39", "TR-42")
    def test_unfit_texts_are_dropped_in_private_too(self) -> None:
        position = play_game(GAME, Options(conference=True, say_max=3), shuffles(1))
        for text in ("four", "\u00e9", "abc"):
            position.play("ready", text)
        assert [event for event in position.log if isinstance(event, Say)] == [Say((0,), 2, "abc")]

    @rule("TR-41", "TR-42")
    @pytest.mark.parametrize("name", ["conference", "talk_round"])
    def test_questions_for_talk_need_talk(self, name: str) -> None:
        with pytest.raises(OptionError, match=f"{name}: 'on' needs table talk"):
            choose(SILENT, {name: "on"})
        assert choose(STANDARD, {name: "on"}).words()[name] == "on"


class TestWhoKnowsWhat:
    @rule("TR-36", "TR-37")
    def test_only_the_own_hand_is_private(self) -> None:
        for seed in range(20):
            game = at_the_end(play_game(GAME, TALKATIVE, shuffles(seed)), Random(seed))
            for seat in SEATS:
                told = game.told(seat)
                private = [event for event in game.log if event not in told]
                assert all(isinstance(event, Show) and event.owner != seat for event in private)
                assert all(event.word is not None for event in told if isinstance(event, Did))
