"""The law suite must pass an honest game and refuse each kind of broken one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from arena.games import laws
from arena.games.cards import Place, dealt
from arena.games.kernel import AnyGame, Ask, Card, Chance, Note, Result, Rules, View, World
from arena.games.laws import Shuffles, check_fork, check_game, check_worlds_uniform, unevenness
from arena.games.position import play_game
from arena.games.worlds import assemble
from tests.games.toy import DEALING, PACK, TOY, ToyOptions, ToyStanding, deal, worlds

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
    check_worlds_uniform(TOY, OPTIONS, 1, moments=4)


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (opening(lambda _: Ask(3, "play", ("go",))), "goes to a seat that answers nothing"),
        (opening(lambda _: Ask(0, "play", ())), "leaves no word"),
        (opening(lambda _: Ask(0, "play", ("go", "go"))), "names a word twice"),
        (opening(lambda _: Ask(0, "play", ("two words",))), "visible ASCII"),
        (opening(lambda _: Ask(0, "a" * 65, ("go",))), "visible ASCII"),
        (opening(lambda _: Note("trump", ("♠",))), "visible ASCII"),
        (opening(lambda _: Note("points", (5, 3, 0))), "does not add up to 9"),
        (opening(lambda cards: Note("talon", (cards[-1],))), "tells seat 0 of"),
        (ending(Result((1, 2), (3, 2), "deals")), "is not for 3 sides"),
        (ending(Result((2, 2, 3), (3, 3, 2), "deals")), "nobody can be at place 2"),
        (ending(Result((1, 1, 2), (3, 3, 2), "deals")), "nobody can be at place 2"),
    ],
)
def test_malformed_questions_facts_and_results_are_refused(game: AnyGame, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, OPTIONS, 1)


def test_an_error_names_game_options_and_seed() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(opening(lambda _: Ask(0, "play", ())), OPTIONS, 7)
    assert caught.value.__notes__ == [f"law suite: toy with {OPTIONS}, seed 7, game 0"]


def test_an_endless_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "LONGEST", 50)
    with pytest.raises(AssertionError, match="does not end within 50"):
        check_game(replace(TOY, result=lambda *_: None), OPTIONS, 1)


def test_rules_that_keep_an_iterator_are_refused() -> None:
    numbers = iter(range(1000))
    game = opening(lambda _: Note("number", (next(numbers),)))
    with pytest.raises(AssertionError, match="a fork has another log"):
        check_fork(play_game(game, OPTIONS, Shuffles(1)))
    with pytest.raises(AssertionError):
        check_game(game, OPTIONS, 1)


@pytest.mark.parametrize(
    ("leak", "complaint"),
    [
        (lambda cards: Note("talon", (cards[-1][1],)), "the seat is told"),
        (lambda cards: Ask(1, "guess", ("S", cards[-1][1]) if cards[-1][1] != "S" else ("S",)), "no world for"),
    ],
)
def test_facts_and_questions_that_depend_on_hidden_cards_are_leaks(
    leak: Callable[[Sequence[Card]], Ask | Note], complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_game(opening(leak), OPTIONS, 1)


def hand_for_kitty(view: View, rng: Random) -> World:
    """Draw a world in which seat 0 found a card of its hand in the kitty."""
    world = worlds(view, rng)
    pack = list(world.draws["pack"])
    hand, kitty = DEALING.index(0), DEALING.index("kitty")
    if view.seat == 0:
        pack[hand], pack[kitty] = pack[kitty], pack[hand]
    return world._replace(draws={"pack": tuple(pack)})


def kitty_put_away(view: View, rng: Random) -> World:
    """Draw a world in which seat 0 has put the kitty away: possible, but one of many possibilities."""
    world = worlds(view, rng)
    cards: dict[Place, Sequence[Card]] = {place: dealt(world.draws["pack"], DEALING, place) for place in set(DEALING)}
    away = world.secrets[0, "discard"]
    if away:
        cards |= {0: [card for card in (*cards[0], *cards["kitty"]) if card not in away], "kitty": away}
    return world._replace(draws={"pack": assemble(DEALING, cards)})


def test_worlds_that_change_what_the_seat_saw_are_refused() -> None:
    broken = replace(TOY, sampler=lambda view: partial(hand_for_kitty, view))
    with pytest.raises(AssertionError, match="the seat is told"):
        check_game(broken, OPTIONS, 1)
    with pytest.raises(AssertionError, match="does not agree with the view"):
        check_worlds_uniform(broken, OPTIONS, 1)


def test_worlds_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(AssertionError, match=r"no world for .* KeyError"):
        check_game(replace(TOY, sampler=lambda _: lambda _: World({}, {})), OPTIONS, 1)


def test_possible_but_uneven_worlds_are_refused() -> None:
    broken = replace(TOY, sampler=lambda view: partial(kitty_put_away, view))
    check_game(broken, OPTIONS, 1)
    with pytest.raises(AssertionError, match="were drawn 0 to"):
        check_worlds_uniform(broken, OPTIONS, 1, moments=4)


def test_a_game_without_hidden_cards_has_no_moment_to_check() -> None:
    def nothing_hidden(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield Note("pack", chance("pack", PACK))
        yield Ask(0, "play", ("go",))
        return standing._replace(finished=standing.finished + 1)

    with pytest.raises(AssertionError, match="only 0 moments"):
        check_worlds_uniform(replace(TOY, deal=nothing_hidden), OPTIONS, 1)


def test_unevenness_is_in_standard_deviations() -> None:
    rng = Random(1)
    z = []
    for _ in range(300):
        counts = Counter(rng.randrange(20) for _ in range(400))
        z.append(unevenness([counts[cell] for cell in range(20)]))
    assert sum(z) / 300 == pytest.approx(0, abs=0.2)
    assert sum(each * each for each in z) / 300 == pytest.approx(1, abs=0.25)
