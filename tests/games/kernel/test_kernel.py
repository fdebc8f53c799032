"""The kernel: what positions do, who learns what, how deals are played again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import (
    AnyGame,
    Ask,
    Chance,
    Deal,
    Did,
    Event,
    IllegalWord,
    Note,
    Result,
    Rules,
    Sampler,
    Say,
    Seat,
    Seating,
    Show,
    Talk,
    Told,
    View,
    World,
    facts,
    places,
    seated,
    spelled,
)
from arena.games.kernel.game import flaw
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position, in_deal, play_deal, play_game, replay
from arena.games.laws import Shuffles
from tests.games.toy import PACK, TOY, ToyOptions, ToyStanding

OPTIONS = ToyOptions()


def position(rules: Callable[[], Rules[Any]]) -> Position[Any]:
    return Position(OPTIONS, rules)


def say(game: Position[Any], letters: str) -> None:
    for word in letters:
        game.play(word)


def asked(game: Position[Any]) -> str | None:
    return None if game.ask is None else game.ask.kind


def at_random(game: Position[Any], rng: Random) -> Position[Any]:
    while game.ask is not None:
        game.play(rng.choice(game.ask.legal))
    return game


def one_of_each() -> Rules[str]:
    """Ask in every way, tell in every way."""
    yield Note("begin")
    yield Show((0, 1), "hand", 1, ("AS",))
    open_word = yield Ask(0, "open", ("a", "b"), talk=Talk((0, 2), limit=5))
    yield Ask(1, "fact", ("a", "b"), told="fact")
    yield Ask(2, "nobody", ("a", "b"), told="nobody")
    yield Ask(0, "dummy", ("a", "b"), told="fact", hand=2)
    return open_word


class TestPosition:
    def test_it_stops_at_every_question_and_keeps_the_log(self) -> None:
        game = position(one_of_each)
        assert game.ask == Ask(0, "open", ("a", "b"), talk=Talk((0, 2), limit=5))
        assert game.log == [Note("begin"), Show((0, 1), "hand", 1, ("AS",))]
        say(game, "bab")
        assert asked(game) == "dummy"
        say(game, "a")
        assert (game.result, game.answers) == ("b", list("baba"))
        assert asked(game) is None

    def test_an_illegal_word_changes_nothing(self) -> None:
        game = position(one_of_each)
        with pytest.raises(IllegalWord, match="c"):
            game.play("c")
        assert (game.answers, len(game.log)) == ([], 2)
        game.play("a")
        assert game.answers == ["a"]

    def test_nothing_can_be_said_after_the_end(self) -> None:
        game = at_random(position(one_of_each), Random(1))
        with pytest.raises(IllegalWord):
            game.play("a")

    def test_a_fork_goes_its_own_way(self) -> None:
        game = position(one_of_each)
        game.play("a")
        fork = game.fork()
        fork.play("b")
        assert (game.answers, fork.answers) == (["a"], ["a", "b"])
        assert fork.log[: len(game.log)] == game.log

    def test_whose_hand_was_played_is_told_with_who_played_it(self) -> None:
        game = position(one_of_each)
        say(game, "abab")
        assert game.log[-1] == Did(seat=2, kind="dummy", word="b", told="fact", by=0)
        assert game.told(0)[-1] == game.log[-1]
        assert game.told(2)[-1] == Did(2, "dummy", None, "fact", 0)

    @pytest.mark.parametrize(("say", "heard"), [("", False), ("hello", True), ("hello!", False)])
    def test_talk_is_heard_by_whom_it_is_for_unless_too_long(self, say: str, heard: bool) -> None:
        game = position(one_of_each)
        game.play("a", say)
        saying = [Say((0, 2), 0, say)] * heard
        assert game.log[2:] == [*saying, Did(0, "open", "a", "all", 0)]
        assert [event for event in game.told(1) if isinstance(event, Say)] == []
        assert [event for event in game.told(2) if isinstance(event, Say)] == saying
        assert game.fork().log == game.log

    @pytest.mark.parametrize(
        ("talk", "text", "fits"),
        [
            (Talk((0,)), "", False),
            (Talk((0,)), "x" * 400, True),
            (Talk((0,)), "x" * 401, False),
            (Talk((0,), 2), "\u00e9\u0301", True),
            (Talk((0,), 2, ascii=True), "\u00e9", False),
            (Talk((0,), 2, ascii=True), " ~", True),
            (Talk((0,), 2, ascii=True), "\t", False),
            (Talk((0,), 2, ascii=True), "\x7f", False),
            (Talk((0,), 2, ascii=True), "", False),
        ],
    )
    def test_a_question_says_which_texts_are_heard(self, talk: Talk, text: str, fits: bool) -> None:
        assert talk.fits(text) == fits

    def test_talk_needs_a_question_that_allows_it(self) -> None:
        game = position(one_of_each)
        game.play("a")
        game.play("a", "hi")
        assert not any(isinstance(event, Say) for event in game.log)


@pytest.mark.parametrize(
    ("event", "learns"),
    [
        (Show((0, 2), "hand", 2, ("AS",)), [True, False, True]),
        (Say((1,), 0, "hi"), [False, True, False]),
        (Note("trump", ("S",)), [True, True, True]),
        (Deal(1, ToyStanding()), [True, True, True]),
        (Did(0, "bid", "6", "all", 0), [True, True, True]),
        (Did(1, "misdeal", "play", "nobody", 1), [False, True, False]),
        (Did(1, "play", "AS", "nobody", 0), [True, False, False]),
    ],
)
def test_what_a_seat_learns_of_an_event(event: Event, learns: list[bool]) -> None:
    assert [tell(event, seat) == event for seat in range(3)] == learns
    assert [tell(event, seat) is None for seat in range(3)] == [not each for each in learns]


def test_of_a_fact_the_others_learn_all_but_the_word() -> None:
    event = Did(1, "discard", "AS", "fact", 1)
    assert [tell(event, seat) for seat in range(3)] == [event._replace(word=None), event, event._replace(word=None)]


class TestGame:
    def test_deals_follow_each_other_until_there_is_a_result(self) -> None:
        game = at_random(play_game(TOY, OPTIONS, Shuffles(1)), Random(1))
        first, second = (event for event in game.log if isinstance(event, Deal))
        assert (first.number, first.standing) == (1, ToyStanding())
        assert (second.number, second.standing.finished) == (2, 1)
        assert game.result is not None and sum(game.result.scores) == 18
        assert second.standing.words() == ("finished=1", f"scores={','.join(map(str, second.standing.scores))}")

    def test_every_deal_draws_its_own_pack(self) -> None:
        chance = Shuffles(1)
        assert in_deal(chance, 2)("pack", PACK) == chance("deal 2 pack", PACK) != chance("deal 1 pack", PACK)

    def test_a_view_is_what_was_told_since_the_deal_began(self) -> None:
        game = play_game(TOY, OPTIONS, Shuffles(1))
        rng = Random(1)
        while sum(isinstance(event, Deal) for event in game.log) < 2:
            assert game.ask is not None
            game.play(rng.choice(game.ask.legal))
        view = game.view(2)
        assert (view.seat, view.options, view.standing.finished) == (2, OPTIONS, 1)
        assert [type(event) for event in view.events] == [Show]

    def test_a_table_knows_sides_and_players(self) -> None:
        simple = seated((0, 1, 0, 1))
        assert (simple.seats, simple.players, simple.number_of_sides) == (4, (0, 1, 2, 3), 2)
        stacks = Seating(sides=(0, 1, 0, 1, None), answers=(0, 1, 0, 1, 0))
        assert (stacks.seats, stacks.players, stacks.number_of_sides) == (5, (0, 1), 2)

    @pytest.mark.parametrize(
        ("scores", "expected"), [((5, 7), (2, 1)), ((3, 3), (1, 1)), ((9, 4, 9, 4), (1, 3, 1, 3)), ((), ())]
    )
    def test_equal_scores_share_a_place(self, scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
        assert places(scores) == expected
        assert Result(expected, scores, "target").extra == ()


def choosing(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """Give seat 1 a card and ask it for it four times, twice in secret."""
    (card,) = chance("pack", ("AS",))
    yield Show((1,), "hand", 1, (card,))
    for told in TOLD:
        yield Ask(1, "choose", ("x", card), told=told)
    return standing


TOLD: tuple[Told, ...] = ("nobody", "all", "fact", "nobody")
CHOOSING: AnyGame = replace(TOY, deal=choosing)


def chosen(seat: Seat, words: str) -> View:
    deal = play_deal(CHOOSING, OPTIONS, ToyStanding(), lambda _, items: tuple(items))
    for word in words.split():
        deal.play(word)
    return deal.view(seat)


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_worlds_of_a_view_are_the_same_whether_it_is_read_once_or_for_each(game: AnyGame) -> None:
    rng = Random(7)
    whole = play_game(game, next(iter(game.presets.values())), Shuffles(1))
    for _ in range(12):
        assert whole.ask is not None
        whole.play(rng.choice(whole.ask.legal))
    views = [whole.view(seat) for seat in (0, 0, 1)]
    for order in ((0, 0, 0), (0, 1, 2), (0, 2, 0), (2, 2, 1)):
        once, anew = Random(3), Random(3)
        drawn = [game.worlds(views[i], once) for i in order]
        assert drawn == [game.sampler(views[i])(anew) for i in order]


def test_a_view_is_read_once_for_all_worlds_that_are_drawn_of_it_in_a_row() -> None:
    read: list[View] = []

    def reading(view: View) -> Sampler:
        read.append(view)
        return lambda _: World({"pack": (view.seat,)}, {})

    one, other = (replace(TOY, hidden=reading) for _ in range(2))
    first, second = chosen(0, "x"), chosen(0, "x")
    for game, view in ((one, first), (one, first), (other, first), (one, second), (one, second)):
        assert game.worlds(view, Random(1)) == World({"pack": (0,)}, {})
    assert len(read) == 3


class TestReplay:
    def test_a_world_gives_what_the_view_does_not(self) -> None:
        view = chosen(0, "x x AS x")
        world = World({"pack": ("KH",)}, {(1, "choose"): ("KH", "x", "KH")})
        again = replay(CHOOSING, view, world)
        assert again.answers == ["KH", "x", "x", "KH"]
        assert again.view(0) == view

    def test_the_view_comes_before_the_world(self) -> None:
        view = chosen(1, "x x AS")
        again = replay(CHOOSING, view, World({"pack": ("AS",)}, {}))
        assert again.answers == ["x", "x", "AS"]
        assert again.view(1) == view

    def test_a_question_that_nobody_knows_of_is_answered_at_the_end_of_the_view_too(self) -> None:
        assert replay(CHOOSING, chosen(0, ""), World({"pack": ("AS",)}, {(1, "choose"): ("x",)})).answers == ["x"]

    def test_what_the_seat_heard_is_said_again_and_nothing_else(self) -> None:
        def rules(_o: ToyOptions, standing: ToyStanding, _chance: Chance) -> Rules[ToyStanding]:
            yield Ask(1, "private", ("x",), talk=Talk((2,)))
            yield Ask(1, "fact", ("x", "y"), told="fact", talk=Talk((0, 2)))
            yield Ask(0, "dummy", ("x",), hand=2, talk=Talk((0, 1, 2)))
            yield Ask(1, "last", ("x",))
            return standing

        game = replace(TOY, deal=rules)
        position = play_deal(game, OPTIONS, ToyStanding(), Shuffles(1))
        for text in ("for 2", "for 0 and 2", "for all"):
            position.play("x", text)
        for seat, heard in enumerate((["for 0 and 2", "for all"], ["for all"], ["for 2", "for 0 and 2", "for all"])):
            view = position.view(seat)
            again = replay(game, view, World({}, {(1, "fact"): ("x",)}))
            assert (again.view(seat), again.ask) == (view, position.ask)
            assert [event.text for event in again.log if isinstance(event, Say)] == heard

    def test_an_impossible_world_is_refused(self) -> None:
        view = chosen(0, "x AS")
        with pytest.raises(IllegalWord, match="AS"):
            replay(CHOOSING, view, World({"pack": ("KH",)}, {(1, "choose"): ("x",)}))
        with pytest.raises(KeyError, match="pack"):
            replay(CHOOSING, view, World({}, {}))
        with pytest.raises(KeyError, match="choose"):
            replay(CHOOSING, view, World({"pack": ("AS",)}, {}))


class TestBeforeTheFirstDeal:
    """A question before the first deal is asked of a seat that knows what it was told so far."""

    def asked_who_pitches(self) -> Position[Result]:
        don = GAMES["nine-card-don"]
        return play_game(don, don.presets["choose-pitcher"], Shuffles("pitch"))

    def test_a_view_has_no_standing_and_all_that_was_told(self) -> None:
        position = self.asked_who_pitches()
        assert position.ask is not None and position.ask.kind == "pitcher"
        view = position.view(2)
        assert view.standing is None
        assert view.events == position.told(2)
        assert all(isinstance(event, Show) and event.kind == "draw" for event in view.events)

    def test_a_world_has_the_draw_as_it_was_seen_and_is_played_again(self) -> None:
        don, position = GAMES["nine-card-don"], self.asked_who_pitches()
        seen = [card for event in position.log if isinstance(event, Show) for card in event.cards]
        for seat in range(4):
            view = position.view(seat)
            worlds = [don.worlds(view, rng) for rng in (Random(1), Random(2))]
            assert all(list(world.draws["draw"][: len(seen)]) == seen for world in worlds)
            assert worlds[0] != worlds[1]
            again = replay(don, view, worlds[0])
            assert (again.ask, again.view(seat)) == (position.ask, view)

    def test_those_who_drew_equal_ranks_draw_again_in_every_world(self) -> None:
        don, rounds = GAMES["nine-card-don"], set()
        for seed in range(60):
            position = play_game(don, don.presets["choose-pitcher"], Shuffles(seed))
            view = position.view(3)
            rounds.add(len(view.events))
            again = replay(don, view, don.worlds(view, Random(seed)))
            assert (again.ask, again.view(3)) == (position.ask, view)
            assert again.fork().log == again.log == position.log
        assert {2, 4} <= rounds

    def test_what_was_not_seen_of_a_draw_lies_in_any_order(self) -> None:
        don, position = GAMES["nine-card-don"], self.asked_who_pitches()
        view, rng = position.view(1), Random(1)
        seen = sum(len(event.cards) for event in view.events if isinstance(event, Show))
        drawn = [don.worlds(view, rng) for _ in range(500)]
        assert all(world.draws.keys() == {"draw"} and world.secrets == {} for world in drawn)
        assert {frozenset(world.draws["draw"]) for world in drawn} == {frozenset(don.pack(view.options))}
        assert {world.draws["draw"][seen] for world in drawn} == {*don.pack(view.options)} - {
            *drawn[0].draws["draw"][:seen]
        }

    def test_no_draw_depends_on_what_was_said(self) -> None:
        truc = GAMES["truc"]
        position = play_game(truc, truc.presets["talkative"], Shuffles("talk"))
        for number in range(5):
            for seat in range(4):
                view = position.view(seat)
                again = replay(truc, view, truc.worlds(view, Random(number)))
                assert view.standing is None and (again.ask, again.view(seat)) == (position.ask, view)
            position.play("ready", f"code {number}")
        assert sum(isinstance(event, Say) for event in position.view(2).events) == 2

    def test_answers_are_part_of_it(self) -> None:
        don, position = GAMES["nine-card-don"], self.asked_who_pitches()
        told = position.view(0)
        position.play("left")
        assert position.view(0).standing is not None
        impossible = told._replace(events=(*told.events[::-1], *told.events))
        with pytest.raises(ValueError, match="no draw agrees"):
            don.worlds(impossible, Random(1))


def test_a_standing_is_spelled_without_what_is_not_there() -> None:
    assert spelled(dealer=2, scores=(3, -4), silent=None, out=()) == ("dealer=2", "scores=3,-4")


def test_facts_are_what_the_notes_tell_by_kind() -> None:
    tricks = [Note("trick", (1, 1)), Note("trick", (0, 2))]
    found = facts("o", "s", [Note("trump", ("S",)), Show((0,), "hand", 0, ("AS",)), *tricks])
    assert found.word("trump") == "S"
    assert found.last("trick") == (0, 2)
    assert found.notes["trick"] == [(1, 1), (0, 2)]
    assert (found.word("contract"), found.last("contract")) == (None, None)


@pytest.mark.interpreted  # compiled, a seat is a whole number, and True is 1
def test_an_answer_is_told_with_the_seat_that_was_asked_whatever_another_game_called_it() -> None:
    """True equals 1: what a game that asks seat True leaves behind is not what seat 1 is told to have said."""

    def rules(seat: Seat) -> Rules[None]:
        yield Ask(seat, "own", ("word",))

    for seat in (True, 1):
        position = Position(ToyOptions(), partial(rules, seat))
        position.play("word")
        assert [str(did.seat) for did in position.log if isinstance(did, Did)] == [str(seat)]


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (Result((1, 2), (3, -1), "target", (("stake", "2"), ("games", "1"), ("money", "5,-5"), ("silent", "1"))), ""),
        (None, "None is no Result with tuples"),
        (Result([1, 2], (3, 1), "x"), "no Result with tuples"),  # type: ignore[arg-type]
        (Result((1, 2), (True, 1), "x"), "whole numbers (int), not True"),
        (Result((1, 2), (2.0, 1), "x"), "whole numbers (int), not 2.0"),  # type: ignore[arg-type]
        (Result((1, 2), (10**5000, 1), "x"), "scores are from -1000000000000 to 1000000000000"),
        (Result((1,), (3, 1), "x"), "is not for 2 sides"),
        (Result((3, 7), (3, 1), "x"), "no side can be at place 3"),
        (Result((1, 2), (3, 1), "x", (("games", "many"),)), "extra: games is a number, not 'many'"),
        (Result((1, 2), (3, 1), "x", (("stake", "nan"),)), "extra: stake is a number, not 'nan'"),
        (Result((1, 2), (3, 1), "x", (("money", "1,x"),)), "extra: money is a number, not '1,x'"),
        (Result((1, 2), (3, 1), "x", (("silent", "2"),)), "extra: silent names a side, and '2' is none"),
        (Result((1, 2), (3, 1), "x", (("places", "1,1"),)), "extra cannot have places"),
        (Result((1, 2), (3, 1), "x", (("label", 5),)), "extra has pairs of texts, not ('label', 5)"),  # type: ignore[arg-type]
    ],
)
def test_a_result_that_nobody_could_count_is_told(result: Any, why: str) -> None:
    said = flaw(result, 2)
    assert said == why if not why else why in said
