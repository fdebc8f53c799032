"""What a person's seat is told and asked, and what it answers."""

import json
import math
from random import Random

import pytest

from arena.client.holdings import holdings
from arena.games.catalogue import GAMES
from arena.games.kernel import Did
from arena.seat import hindsight
from arena.seat.sitting import SEVERAL, Closed, Refused, Sitting
from tests.arena.seat.memory import Table

PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]


def answered(table: Table, rng: Random) -> bytes:
    """What is sent after some random clicks: cards are picked, some are put back, and old clicks come again."""
    sitting, sent = table.sitting, b""
    while not sent:
        question, number = sitting.question, sitting.number
        assert question is not None
        if sitting.picked and rng.random() < 0.3:
            sitting.undo(number)
        else:
            sent = sitting.choose(number, rng.choice(question.legal))
        with pytest.raises(Closed):
            sitting.choose(number, question.legal[0])
    return sent


def play_at_random(game: str, preset: str) -> None:
    table = Table(game, preset)
    asked = table.play(lambda: answered(table, table.rng))
    messages = table.sitting.messages
    assert [key for message in messages[-2:] for key in message] == ["over", "bye"]
    lines = [message["frame"]["x"] for message in messages if message.get("frame", {}).get("x")]
    assert lines == [line for line in table.told if line.split()[0] in {"did", "note", "show", "say"}]
    assert len([message for message in messages if "closed" in message]) <= asked
    json.dumps(messages)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_each_family_is_played_by_clicks(game: str) -> None:
    play_at_random(game, next(iter(GAMES[game].presets)))


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_is_played_by_clicks(game: str, preset: str) -> None:
    play_at_random(game, preset)


def discarding(table: Table) -> list[int]:
    """How many cards the seat was asked to lay aside in a row, each time."""
    counts: list[int] = []
    before = False
    for event in table.position.log:
        if isinstance(event, Did):
            now = event.by == table.seat and event.kind in SEVERAL
            if now and before:
                counts[-1] += 1
            elif now:
                counts.append(1)
            before = now
    return counts


class Clicks:
    """Somebody who bids high, and notes which cards were picked in a row before the click that sent something."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows: list[list[str]] = []

    def __call__(self) -> bytes:
        sitting = self.table.sitting
        assert sitting.question is not None
        bids = sitting.question.kind == "bid"
        sent, row = b"", []
        while not sent:
            row.append(sitting.question.legal[-1 if bids else 0])
            sent = sitting.choose(sitting.number, row[-1])
            assert sent or row[-1] not in sitting.question.legal
        if row[1:]:
            assert sent == f"{row[0]}\n".encode()
            self.rows.append(row)
        return sent


def test_cards_are_laid_when_the_last_one_is_picked() -> None:
    for seed in range(20):
        table = Table("two-hundred", "kitty", seed=seed)
        clicks = Clicks(table)
        table.play(clicks)
        if discarding(table):
            break
    laid = [e.word for e in table.position.log if isinstance(e, Did) and e.kind == "discard" and e.by == table.seat]
    assert clicks.rows
    assert laid == [card for row in clicks.rows for card in row]
    assert {len(row) for row in clicks.rows} == set(discarding(table)) == {4}


def test_cards_can_be_put_back_until_the_last_one() -> None:
    table = Table("tribello", "standard")
    seen: list[int] = []

    def answer() -> bytes:
        sitting = table.sitting
        assert sitting.question is not None
        with pytest.raises(Refused, match="nothing to undo"):
            sitting.undo(sitting.number)
        legal = sitting.question.legal
        if not (sent := sitting.choose(sitting.number, legal[0])):
            sitting.undo(sitting.number)
            assert sitting.question.legal == legal
            assert sitting.picked == []
            seen.append(sitting.number)
            while not sent:
                sent = sitting.choose(sitting.number, sitting.question.legal[-1])
        return sent

    table.play(answer)
    assert seen


def test_an_answer_is_taken_once_and_only_for_the_open_question() -> None:
    table = Table("kaiser")

    def answer() -> bytes:
        sitting = table.sitting
        assert sitting.question is not None
        number, word = sitting.number, sitting.question.legal[0]
        for wrong in (number - 1, number + 1, 0):
            with pytest.raises(Closed):
                sitting.choose(wrong, word)
        with pytest.raises(Refused, match="not legal"):
            sitting.choose(number, "2S")
        sent = sitting.choose(number, word)
        with pytest.raises(Closed):
            sitting.choose(number, word)
        return sent

    table.play(answer)


def test_what_is_said_goes_with_the_answer_where_the_game_allows_it() -> None:
    table = Table("truc", "talkative")
    said = "a cough means a three"

    def answer() -> bytes:
        sitting = table.sitting
        assert sitting.question is not None
        assert sitting.talk == 80
        for text in ("x" * 81, "a\nb", " a", "\u202e"):
            with pytest.raises(Refused, match="cannot be said"):
                sitting.choose(sitting.number, sitting.question.legal[0], text)
        return sitting.choose(sitting.number, sitting.question.legal[0], said)

    table.play(answer)
    assert any(message.get("frame", {}).get("k") == "say" for message in table.sitting.messages)


def test_where_the_game_has_no_talk_nothing_is_said() -> None:
    table = Table("kaiser")

    def answer() -> bytes:
        sitting = table.sitting
        assert sitting.question is not None
        with pytest.raises(Refused, match="cannot be said"):
            sitting.choose(sitting.number, sitting.question.legal[0], "psst")
        return sitting.choose(sitting.number, sitting.question.legal[0])

    table.play(answer)


def test_a_fault_closes_the_question_and_a_line_that_ends_does_too() -> None:
    table = Table("kaiser", seat=1)

    def answer() -> bytes:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        table.play(answer)
    table.sitting.feed(b"fault TIMEOUT too \x1b[31m late\n")
    assert table.sitting.question is None
    assert table.sitting.messages[-1] == {"fault": "TIMEOUT too \\x1b[31m late"}
    assert isinstance(table.sitting, Sitting)
    table.sitting.hang_up()
    assert table.sitting.feed(b"arena 1 line\n") == b"bot person 1\n"


@pytest.mark.parametrize(
    ("game", "preset"), [("kaiser", "standard"), ("two-hundred", "kitty"), ("ecarte", ""), ("bester-bube", "")]
)
def test_at_a_question_it_is_known_how_many_cards_each_hand_has(game: str, preset: str) -> None:
    table = Table(game, preset)
    told = set()

    def answer() -> bytes:
        sent = b""
        while not sent:
            ask = table.sitting.messages[-1]["ask"]
            held = {seat: len(cards) for seat, cards in holdings(table.game, table.position).items()}
            assert ask["c"] == held
            told.add(str(held))
            sent = table.sitting.choose(ask["n"], table.rng.choice(ask["legal"]))
        return sent

    table.play(answer)
    assert len(told) > 3


def test_a_game_that_cannot_draw_worlds_is_played_without_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("kaiser", deals=1)
    monkeypatch.setattr(type(table.game), "worlds", lambda *_: 1 / 0)
    table.play(lambda: answered(table, table.rng))
    assert table.sitting.decisions


def test_a_search_judges_the_decisions_of_a_game_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "WORLDS", 8)
    monkeypatch.setattr(hindsight, "BUDGET_MS", math.inf)
    table = Table("kaiser", deals=1)
    table.play(lambda: table.sitting.choose(table.sitting.number, table.sitting.messages[-1]["ask"]["legal"][-1]))
    [made] = table.sitting.decisions
    assert made
    for decision in made:
        found = hindsight.judged(decision)
        assert found["word"] == decision.word
        assert found["more"] == 0 if found["best"] == decision.word else found["more"] > 0
