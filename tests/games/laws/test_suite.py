"""The law suite must pass an honest game and refuse each kind of broken one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from arena.games.kernel import (
    AnyGame,
    Ask,
    Card,
    Chance,
    Deal,
    Did,
    Event,
    Note,
    Result,
    Rules,
    Say,
    Show,
    Talk,
    World,
)
from arena.games.kernel.position import Position, play_game
from arena.games.laws import (
    Shuffles,
    Verdict,
    check_fork,
    check_game,
    check_worlds_uniform,
    some_deals,
    suite,
    uniformity,
)
from arena.games.laws.uniformity import unevenness
from tests.games.laws.broken import hand_for_kitty, kitty_put_away, nothing_drawn
from tests.games.toy import PACK, SEATS, TOY, ToyOptions, ToyStanding, deal

OPTIONS = ToyOptions()


def opening(first: Callable[[Sequence[Card]], Ask | Note]) -> AnyGame:
    """Return the toy game with something at the beginning of every deal that may depend on the pack."""

    def longer(o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield first(chance("pack", PACK))
        return (yield from deal(o, standing, chance))

    return replace(TOY, deal=longer)


def ending(result: Result) -> AnyGame:
    return replace(TOY, result=lambda _, standing: result if standing.finished else None)


def test_an_honest_game_passes() -> None:
    check_game(TOY, OPTIONS, 1, games=3)
    assert check_worlds_uniform(TOY, OPTIONS, 1, moments=4) is Verdict.EVEN


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (opening(lambda _: Ask(3, "play", ("go",))), "goes to a seat that answers nothing"),
        (opening(lambda _: Ask(0, "play", ())), "leaves no word"),
        (opening(lambda _: Ask(0, "play", ("go", "go"))), "names a word twice"),
        (opening(lambda _: Ask(0, "play", ("two words",))), "visible ASCII"),
        (opening(lambda _: Ask(0, "a" * 65, ("go",))), "visible ASCII"),
        (opening(lambda _: Ask(0, "play", ("go",), told="nobody", talk=Talk((0, 1)))), "would betray it"),
        (opening(lambda _: Ask(0, "play", ("go",), talk=Talk((0, 3)))), "lets a seat hear that nobody plays in"),
        (opening(lambda _: Ask(0, "play", ("go",), talk=Talk((0,), 0))), "no text of the protocol, or none"),
        (opening(lambda _: Ask(0, "play", ("go",), talk=Talk((0,), 401))), "no text of the protocol, or none"),
        (opening(lambda _: Ask(0, "trump", ("S",))), "may be answered 'S', which `words` of the game does not list"),
        (replace(TOY, words=lambda _: (("play", "AS"), ("play", "AS"))), "lists a word twice"),
        (opening(lambda _: Note("trump", ("♠",))), "visible ASCII"),
        (opening(lambda _: Note("points", (5, 3, 0))), "does not add up to 9"),
        (opening(lambda cards: Note("talon", (cards[-1],))), "tells seat 0 of"),
        (ending(Result((1, 2), (3, 2), "deals")), "is not for 3 sides"),
        (ending(Result((2, 2, 3), (3, 3, 2), "deals")), "no side can be at place 2"),
        (ending(Result((1, 1, 2), (3, 3, 2), "deals")), "no side can be at place 2"),
    ],
)
def test_malformed_questions_facts_and_results_are_refused(game: AnyGame, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, OPTIONS, 1)


def test_a_game_with_talk_is_played_with_talk() -> None:
    for talk in (Talk((0, 1, 2)), Talk((2,), 5, ascii=True), Talk((1,), 1)):
        check_game(opening(lambda _, talk=talk: Ask(0, "play", ("go",), talk=talk)), OPTIONS, 1, games=5)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("said", "events"),
    [
        ("hello", [Did(0, "play", "go", "all", 0)]),
        ("hello", [Say((1, 2), 0, "hello"), Did(0, "play", "go", "all", 0)]),
        ("hello", [Did(0, "play", "go", "all", 0), Say((1,), 0, "hello")]),
        ("too long", [Say((1,), 0, "too long"), Did(0, "play", "go", "all", 0)]),
        ("too long", [Say((1,), 0, "too l"), Did(0, "play", "go", "all", 0)]),
        ("", [Say((1,), 0, ""), Did(0, "play", "go", "all", 0)]),
    ],
)
def test_talk_that_is_lost_late_or_heard_by_others_is_noticed(said: str, events: list[Event]) -> None:
    ask = Ask(0, "play", ("go",), talk=Talk((1,), 5))
    suite.check_talk(ask, "hello", [Say((1,), 0, "hello"), Did(0, "play", "go", "all", 0)])
    suite.check_talk(ask, "too long", [Did(0, "play", "go", "all", 0)])
    with pytest.raises(AssertionError, match="with the answer to Ask"):
        suite.check_talk(ask, said, events)


def test_an_error_names_game_options_and_seed() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(opening(lambda _: Ask(0, "play", ())), OPTIONS, 7)
    assert caught.value.__notes__ == ["law suite: deal 1, seat 0", f"law suite: toy with {OPTIONS}, seed 7, game 0"]


def test_an_endless_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "LONGEST", 50)
    with pytest.raises(AssertionError, match="does not end within 50"):
        check_game(replace(TOY, result=lambda *_: None), OPTIONS, 1)


def test_a_game_may_be_left_after_some_deals() -> None:
    endless = replace(TOY, result=lambda *_: None)
    check_game(endless, OPTIONS, 1, deals=2)
    check_game(TOY, OPTIONS, 1, deals=7)
    for game, deals, begun, ended in ((endless, 3, 3, False), (TOY, 1, 1, False), (TOY, 2, 2, True), (TOY, 7, 2, True)):
        position = Position(OPTIONS, lambda game=game, deals=deals: some_deals(game, OPTIONS, Shuffles(1), deals))  # type: ignore[misc]
        while position.ask is not None:
            position.play(position.ask.legal[0])
        assert [event.number for event in position.log if isinstance(event, Deal)] == [*range(1, begun + 1)]
        assert (position.result is not None) == ended


def test_so_many_deals_are_the_beginning_of_the_game() -> None:
    whole = play_game(TOY, OPTIONS, Shuffles(1))
    left = Position(OPTIONS, lambda: some_deals(TOY, OPTIONS, Shuffles(1), 1))
    while left.ask is not None:
        word = left.ask.legal[-1]
        left.play(word)
        whole.play(word)
    assert whole.log[: len(left.log)] == left.log


@pytest.mark.parametrize("deals", [None, 1])
def test_laws_are_kept_in_the_deals_that_are_played(deals: int | None) -> None:
    with pytest.raises(AssertionError, match="does not add up to 9"):
        check_game(opening(lambda _: Note("points", (5, 3, 0))), OPTIONS, 1, deals=deals)
    with pytest.raises(AssertionError, match="the seat is told"):
        check_game(replace(TOY, hidden=hand_for_kitty), OPTIONS, 1, deals=deals)


def test_a_result_is_looked_at_only_if_the_game_has_ended() -> None:
    wrong = ending(Result((1, 2), (3, 2), "deals"))
    with pytest.raises(AssertionError, match="is not for 3 sides"):
        check_game(wrong, OPTIONS, 1, deals=1)
    late = replace(TOY, result=lambda _, standing: Result((1,), (1,), "") if standing.finished == 2 else None)
    check_game(late, OPTIONS, 1, deals=1)


def test_rules_that_keep_an_iterator_are_refused() -> None:
    numbers = iter(range(1000))
    game = opening(lambda _: Note("number", (next(numbers),)))
    with pytest.raises(AssertionError, match="a fork has another log"):
        check_fork(play_game(game, OPTIONS, Shuffles(1)))
    with pytest.raises(AssertionError):
        check_game(game, OPTIONS, 1)


def test_a_bid_of_nobody_who_has_a_seat_shows_no_card() -> None:
    check_game(opening(lambda _: Note("bid", ("house", PACK[-1]))), OPTIONS, 1)
    with pytest.raises(AssertionError, match="which it was not shown"):
        check_game(opening(lambda _: Note("house", (PACK[-1],))), OPTIONS, 1)


def guessing(cards: Sequence[Card]) -> Ask:
    return Ask(1, "guess", ("S", cards[-1][1]) if cards[-1][1] != "S" else ("S",))


@pytest.mark.parametrize(
    ("leak", "seed", "complaint"),
    [
        (lambda cards: Note("talon", (cards[-1][1],)), 1, "the seat is told"),
        (guessing, 1, "the seat is asked"),
        (guessing, 3, "no world for"),
    ],
)
def test_facts_and_questions_that_depend_on_hidden_cards_are_leaks(
    leak: Callable[[Sequence[Card]], Ask | Note], seed: int, complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(opening(leak), OPTIONS, seed)


def test_worlds_that_change_what_the_seat_saw_are_refused() -> None:
    broken = replace(TOY, hidden=hand_for_kitty)
    with pytest.raises(AssertionError, match="the seat is told"):
        check_game(broken, OPTIONS, 1)
    with pytest.raises(AssertionError, match="does not agree with the view"):
        check_worlds_uniform(broken, OPTIONS, 1)


def test_worlds_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(AssertionError, match=r"no world for .* KeyError"):
        check_game(replace(TOY, hidden=nothing_drawn), OPTIONS, 1)


def test_a_sampler_that_finds_no_deal_is_refused() -> None:
    def none(_: object) -> World:
        raise ValueError("no deal agrees")

    with pytest.raises(AssertionError, match=r"no world for .*no deal agrees"):
        check_game(replace(TOY, hidden=lambda _: none), OPTIONS, 1)


def test_possible_but_uneven_worlds_are_refused() -> None:
    broken = replace(TOY, hidden=kitty_put_away)
    check_game(broken, OPTIONS, 1)
    with pytest.raises(AssertionError, match="were drawn 0 to"):
        check_worlds_uniform(broken, OPTIONS, 1, moments=4)


def open_deal(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """All see all cards, and seat 0 says one word."""
    cards = chance("pack", PACK)
    yield Show(SEATS, "hand", 0, cards)
    yield Ask(0, "play", ("go",))
    return standing._replace(finished=standing.finished + 1)


def test_a_game_without_hidden_cards_has_nothing_to_check() -> None:
    def all_seen(view: object) -> Callable[[Random], World]:
        (show,) = [event for event in view.events if isinstance(event, Show)]  # type: ignore[attr-defined]
        return lambda _: World({"pack": tuple(show.cards)}, {})

    game = replace(TOY, deal=open_deal, hidden=all_seen)
    check_game(game, OPTIONS, 1)
    assert check_worlds_uniform(game, OPTIONS, 1) is Verdict.NOTHING_HIDDEN


def test_a_game_whose_deals_cannot_be_listed_is_not_taken_for_one_without_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unseen(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        cards = chance("pack", PACK)
        for seat in SEATS:
            yield Show((seat,), "hand", seat, cards[4 * seat : 4 * seat + 4])
        yield Ask(0, "play", ("go",))
        return standing._replace(finished=standing.finished + 1)

    monkeypatch.setattr(uniformity, "DEALS", 10)
    with pytest.raises(AssertionError, match="only 0 moments in 10 deals can be enumerated"):
        check_worlds_uniform(replace(TOY, deal=unseen), OPTIONS, 1, draws=100, moments=1)  # 70 deals agree


def test_unevenness_is_in_standard_deviations() -> None:
    rng = Random(1)
    z = []
    for _ in range(300):
        counts = Counter(rng.randrange(20) for _ in range(400))
        z.append(unevenness([counts[cell] for cell in range(20)]))
    assert sum(z) / 300 == pytest.approx(0, abs=0.2)
    assert sum(each * each for each in z) / 300 == pytest.approx(1, abs=0.25)
