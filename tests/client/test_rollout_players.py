"""The policies that have names: what they answer in rollouts is what they answer as bots."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.bots.samples import samples
from arena.client.greedy_play import board_of, greedy_bit, greedy_word
from arena.client.holdings import holdings
from arena.client.policies import greedy, random_word, sensible
from arena.client.rollout_players import Players, drawn, players_of
from arena.client.words import read_line
from arena.games.careful.answers import answer
from arena.games.careful.seen import Seen
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Deal, Did, Note
from arena.games.kernel.position import Position
from arena.games.parts.trick_rules import Unknown
from arena.games.search.bits import Play
from arena.games.search.enter import enter
from arena.games.study import set_up
from tests.client.seats import lines_of, played

PLAYED_SENSIBLY = ("kaiser", "two-hundred", "five-hundred", "american-five-hundred", "ecarte", "twenty-five")


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_policies_play_legally_and_a_view_is_enough_for_them(game: AnyGame) -> None:
    """What a players says that follows the whole deal, a function says that gets only the view of the lines."""
    for preset in [*game.presets][:2]:
        rng = Random(1)
        players: dict[Any, Any] = {}
        for position, seats in played(game, preset, deals=2):
            ask = position.ask
            assert ask is not None
            view = seats[ask.seat].view
            if view.standing is None:
                continue
            begun, events = position.this_deal()
            log = [begun, *events]
            for name, function in (("greedy", greedy), ("sensible", sensible)):
                key = (name, begun.number)
                if key not in players:
                    players[key] = players_of(name, game, position.options, view.standing, rng)
                word = players[key].word(ask, log, len(log))
                assert word in ask.legal
                assert word == function(ask, view), (preset, name, ask)
            assert random_word(ask, view) in ask.legal


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED_SENSIBLY)
def test_sensible_is_the_sample_bot(name: str) -> None:
    """The process of the sample bot, which is told a deal line by line, gives the same answers."""
    game = GAMES[name]
    preset = next(iter(game.presets))
    for position, seats in played(game, preset, deals=1, seed="sample"):
        ask = position.ask
        assert ask is not None
        last, wanted = lines_of(game, preset, ask.seat, position), sensible(ask, seats[ask.seat].view)
    done = subprocess.run(
        [sys.executable, str(samples()["python/sensible"] / "bot.py")],
        input=last,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[1:] == [wanted]


@pytest.mark.parametrize("name", GAMES)
def test_the_players_of_rollouts_decide_as_tables_that_hear_every_line(name: str) -> None:
    """They hear events without the detour over words, only those hear who are asked, and they are copied midway."""
    game = GAMES[name]
    preset = next(iter(game.presets))
    rng = Random(1)
    players: dict[int, Players] = {}
    for position, _ in played(game, preset, deals=2, seed="lines"):
        ask, begun = position.ask, [event for event in position.log if isinstance(event, Deal)]
        assert ask is not None
        if not begun:
            continue
        deal, events = position.this_deal()
        if deal.number not in players:
            players[deal.number] = players_of("sensible", game, position.options, deal.standing, rng)
        table = Seen()
        for line in lines_of(game, preset, ask.seat, position).splitlines()[:-1]:
            verb, *words = line.split()
            table.hear(verb, words)
        said = answer(game, table, ask.seat if ask.hand is None else ask.hand, ask.kind, list(ask.legal))
        players[deal.number] = players[deal.number].twin()
        assert players[deal.number].word(ask, [deal, *events], len(events) + 1) == said, ask


def test_the_greedy_player_on_integers_is_the_one_of_the_rules() -> None:
    """Both play whole hands of Two Hundred and Five Hundred alike, card by card."""
    tried = 0
    for name in ("kaiser", "two-hundred", "five-hundred", "nine-card-don", "scotch-whist"):
        game = GAMES[name]
        sides = game.seating(game.presets[next(iter(game.presets))]).sides
        for position, _ in played(game, next(iter(game.presets)), deals=2):
            ask = position.ask
            assert ask is not None
            if ask.kind == "play":
                try:
                    play: Play = enter(game, position)
                except Unknown:
                    continue
                own = play.trick != 0 and sides[play.best] == sides[play.turn]
                bit = greedy_bit(play.on, play.legal(), play.trick, play.live, own=own)
                assert play.on.word(bit) == greedy(ask, position.view(ask.seat)), ask
                tried += 1
    assert tried > 200


def asked(play: str, hand: str, seat: int) -> tuple[Any, Any]:
    """The question for a card in Kaiser with hearts as trumps, led by seat 0."""
    study = {
        "game": "kaiser",
        "dealer": 3,
        "hands": {"0": "AD 9D KS", "1": "8D", str(seat): hand},
        "contract": {"seat": 0, "bid": "7", "trump": "H"},
        "play": play,
    }
    position: Position[Any] = set_up(study).position
    assert position.ask is not None
    assert position.ask.seat == seat
    return position.ask, position.view(seat)


@pytest.mark.parametrize(
    ("play", "hand", "seat", "word"),
    [
        ("9D", "KD QD TD 8D TC", 1, "TD"),  # the cheapest card that wins
        ("AD", "KD QD TD 8D TC", 1, "8D"),  # none wins
        ("AD 8D", "KD JD TC JC QC 8S 9S AS", 2, "JD"),  # a partner is winning
        ("AD", "KH 9H TC JC QC 8S 9S AS", 1, "9H"),  # a trump, as low as it can be
        ("AD 8D", "KH 9H TC JC QC 8S 9S AS", 2, "8S"),  # a partner is winning, so no trump: the lowest of all suits
    ],
)
def test_a_greedy_player_wins_cheaply_or_throws_the_lowest_card(play: str, hand: str, seat: int, word: str) -> None:
    assert greedy(*asked(play, hand, seat)) == word


@pytest.mark.parametrize(
    ("trump", "table", "legal", "word"),
    [
        ("S", "AS 4S", "JK2 TS 9S", "9S"),  # a partner is winning
        ("S", "3S AS", "JK1 JK2 TS", "JK2"),
        ("H", "AS 4S", "JK1 KD 7D", "7D"),
        ("", "AS 4S", "JK1 KD 7D", "7D"),  # no trump
        ("", "4S AS", "JK1 KD 7D", "JK1"),
    ],
)
def test_a_joker_that_its_pack_lists_first_is_the_highest_trump(trump: str, table: str, legal: str, word: str) -> None:
    game = GAMES["back-alley"]
    options = game.presets["standard"]
    log: list[Any] = [Note("trump", (trump or "NT",))]
    log += [Did(seat, "play", card, "all", seat) for seat, card in enumerate(table.split())]
    ask = Ask(2, "play", tuple(legal.split()))
    assert greedy_word(game, options, game.seating(options).sides, None, ask, log, len(log)) == word


def answers_of(game: str) -> Iterator[tuple[Ask, list[str], str]]:
    """Yield each question of random play at which there is a choice, the hand of the seat, and the greedy answer."""
    for seed in range(12):
        for position, seats in played(GAMES[game], "standard", deals=6, seed=seed):
            ask = position.ask
            assert ask is not None
            view = seats[ask.seat].view
            if len(ask.legal) > 1 and view.standing is not None:
                yield ask, holdings(GAMES[game], position)[ask.seat], greedy(ask, view)


def test_a_greedy_player_exchanges_low_cards_and_plays_with_high_ones() -> None:
    said: dict[tuple[str, bool], set[str]] = {}
    for ask, hand, word in answers_of("ecarte"):
        low = [card for card in hand if card[0] in "T987"]
        if ask.kind == "exchange":
            assert word == "done" or word in low
        elif ask.kind in {"propose", "answer"} and len(low) in {0, 1, 2, 5}:  # of five low cards, some may be trumps
            said.setdefault((ask.kind, len(low) == 5), set()).add(word)
    assert said["propose", False] == {"play"}
    assert said["answer", False] == {"refuse"}
    assert "propose" in said["propose", True]


@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [
        ("ecarte", "king", {"mark"}),
        ("twenty-five", "rob", {"rob"}),
        ("triomphe", "rob", {"take"}),
        ("truc", "answer", {"accept"}),
        ("truc", "after", {"pass"}),
        ("homme-d-auvergne", "bid", {"pass"}),
    ],
)
def test_a_greedy_player_takes_what_is_free_and_bids_nothing(game: str, kind: str, words: set[str]) -> None:
    assert {word for ask, _, word in answers_of(game) if ask.kind == kind} == words


def test_games_without_integers_have_no_board() -> None:
    for position, _ in played(GAMES["ecarte"], "standard", deals=1):
        assert position.ask is not None
        assert board_of(GAMES["ecarte"], position.view(position.ask.seat)) is None


def test_a_policy_may_be_any_function_but_must_answer_legally() -> None:
    game = GAMES["kaiser"]
    position, _ = next(iter(played(game, "standard", deals=1)))
    ask = position.ask
    assert ask is not None
    rng, standing = Random(1), position.this_deal()[0].standing

    def answer(policy: Any) -> Any:
        return players_of(policy, game, position.options, standing, rng).word(ask, position.log, len(position.log))

    assert answer(lambda ask, _view: ask.legal[1]) == ask.legal[1]
    assert answer(lambda ask, _view: {ask.legal[2]: 1.0}) == ask.legal[2]
    with pytest.raises(ValueError, match="answered 'nothing'; it may say pass"):
        answer(lambda _ask, _view: "nothing")
    with pytest.raises(ValueError, match="no word a probability"):
        answer(lambda _ask, _view: {})
    with pytest.raises(ValueError, match="no policy 'best'; there are random, greedy, sensible"):
        answer("best")


def test_words_are_drawn_with_their_probabilities() -> None:
    rng = Random(1)
    found = [drawn({"a": 3.0, "b": 1.0, "c": 0.0}, rng) for _ in range(4000)]
    assert 2850 < found.count("a") < 3150
    assert "c" not in found


def test_a_line_of_a_fault_has_its_text() -> None:
    assert read_line("fault TIMEOUT no answer").words == ["TIMEOUT", "no answer"]
