"""Cards that come to the same: what they have in common by the rules, and what keeps two cards apart."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Did
from arena.games.kernel.position import Position, replay
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.cards import pack
from arena.games.parts.joker import JokerLaw
from arena.games.parts.trick_rules import TrickRules, Unknown
from arena.games.parts.tricks import ranking
from arena.games.search.alike import alike, different
from arena.games.search.bits import Play, board, each
from arena.games.search.enter import enter
from tests.games.search.test_bits import PRESETS, a_word, deal_at_random

PACK = pack("AKQJT987")
SEATS = (0, 1)
PLAIN = TrickRules(ranking(PACK, "S"), SEATS, 1, (), JokerLaw())
KING = TrickRules(ranking(PACK, "S"), SEATS, 1, (("KH", 4),), JokerLaw())
BOWERS = TrickRules(bower_ranking((*PACK, JOKER), "S"), SEATS, 1, (), JokerLaw())


def kinds(rules: TrickRules, hand: str, *, gone: str = "", trick: str = "") -> set[str]:
    """Cards that come to the same, each set as a text; `hand` is to play, after the cards of `trick`."""
    on = board(rules)
    mask = {name: on.mask(cards.split()) for name, cards in (("hand", hand), ("gone", gone), ("trick", trick))}
    others = on.mask([*on.bit]) & ~mask["hand"] & ~mask["gone"]
    play = Play(on, [mask["hand"], others], 1 if trick else 0)
    for card in trick.split():
        play.play(on.bit[card])
    found: dict[int, list[str]] = {}
    for bit, of in alike(play, mask["gone"]).items():
        found.setdefault(of, []).append(on.word(bit))
    return {" ".join(reversed(cards)) for cards in found.values()}


@pytest.mark.parametrize(
    ("rules", "hand", "gone", "trick", "found"),
    [
        pytest.param(PLAIN, "KH QH TH", "", "", {"KH QH", "TH"}, id="side by side"),
        pytest.param(PLAIN, "KH QH TH", "JH", "", {"KH QH TH"}, id="what was between them is gone"),
        pytest.param(PLAIN, "KH TH", "QH", "JH", {"KH", "TH"}, id="one beats what lies on the table"),
        pytest.param(PLAIN, "AS 7H AH", "", "", {"AS", "7H", "AH"}, id="suits are apart"),
        pytest.param(KING, "AH KH QH", "", "", {"AH", "KH", "QH"}, id="one is worth more"),
        pytest.param(BOWERS, "JS JC AS KS", "", "", {"JS JC AS KS"}, id="bowers are trumps"),
        pytest.param(BOWERS, "JS AS JD TD", "", "", {"JS", "AS", "JD TD"}, id="the left bower is out"),
        pytest.param(BOWERS, "QD 7D JC", "", "8D", {"QD", "7D"}, id="only what is legal"),
    ],
)
def test_what_comes_to_the_same(rules: TrickRules, hand: str, gone: str, trick: str, found: set[str]) -> None:
    assert kinds(rules, hand, gone=gone, trick=trick) == found


def played_before(position: Position[object], play: Play) -> int:
    """The cards of earlier tricks."""
    _, events = position.this_deal()
    words = [event.word for event in events if isinstance(event, Did) and event.kind == "play"]
    return play.on.mask([word for word in words if word and word in play.on.bit]) & ~play.trick


def points_after(play: Play, bit: int, seed: int) -> list[int]:
    """The points of all seats after an answer and random play that goes by the places of the cards, not their names."""
    after, rng = play.copy(), Random(seed)
    after.play(bit)
    while legal := after.legal():
        after.play(rng.choice([*each(legal)]))
    return after.points


@pytest.mark.broad
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 12), marks=pytest.mark.thorough)], ids=str)
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_play_goes_the_same_way_after_cards_that_come_to_the_same(game: AnyGame, preset: str, seeds: range) -> None:
    seen = 0
    for seed in seeds:
        position, rng = deal_at_random(game, preset, seed)
        while position.ask is not None:
            with suppress(Unknown):  # no card is asked for, or the first lead names trump
                play = enter(game, position)
                for bit, of in alike(play, played_before(position, play)).items():
                    seen += bit != of
                    assert points_after(play, bit, seed) == points_after(play, of, seed)
            position.play(a_word(position.ask, rng))
    assert seen, "no two cards came to the same"


@pytest.mark.parametrize("name", ["kaiser", "five-hundred", "two-hundred"])
def test_what_differs_follows_from_what_the_seat_was_told(name: str) -> None:
    game = GAMES[name]
    position, rng = deal_at_random(game, "standard", 1)
    fewer = 0
    while position.ask is not None:
        if position.ask.kind == "play":
            default = rng.choice(position.ask.legal)
            search = Search(position.view(position.ask.seat))
            found = {different(game, replay(game, search.view, world), default) for world in search.worlds(5)}
            assert found == {different(game, position, default)}
            [words] = found
            assert default in words
            fewer += len(words) < len(position.ask.legal)
        position.play(a_word(position.ask, rng))
    assert fewer


def test_a_search_tries_one_of_them_and_none_if_all_come_to_the_same() -> None:
    game = GAMES["kaiser"]
    position, rng = deal_at_random(game, "standard", 2)
    none = 0
    while position.ask is not None:
        if position.ask.kind == "play" and len(position.ask.legal) > 1:
            default = rng.choice(position.ask.legal)
            words = different(game, position, default)
            done = Search(position.view(position.ask.seat)).compare(default, 2)
            assert {default, *done.words} == {*words}
            assert done.worlds == 2 * (len(words) > 1)
            none += len(words) == 1
        position.play(a_word(position.ask, rng))
    assert none
