"""The seat in a terminal, in streams in memory."""

import re
from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Talk
from arena.seat.terminal import HELP, Terminal
from tests.arena.cli.test_hostile_texts import DANGEROUS, TEXTS
from tests.arena.seat.memory import Table
from tests.arena.seat.test_sitting import PRESETS


class Typist:
    """Somebody who types at random: words, numbers, commands, nonsense.

    Args:
        table: the table.
        width: the columns of the terminal.
    """

    def __init__(self, table: Table, width: int = 80) -> None:
        self.table = table
        self.screen = Terminal(table.sitting, lambda: "6C", width)
        self.text = ""

    def __call__(self) -> bytes:
        self.text += self.screen.shown()
        sent, rng = b"", self.table.rng
        while not sent:
            question = self.table.sitting.question
            assert question is not None
            line = self.line(rng, question.legal)
            self.text += f"{self.screen.prompt()}\n"
            shown, sent = self.screen.typed(line)
            self.text += shown
        return sent

    def line(self, rng: Random, legal: tuple[str, ...]) -> str:
        if rng.random() < 0.2:
            return rng.choice(("?", "hint", "last", "tricks", "bids", "score", "undo", "", "nonsense", "\x1b[A", "99"))
        return rng.choice((*legal, *map(str.lower, legal), "1"))

    def play(self) -> str:
        self.table.play(self)
        self.text += self.screen.shown()
        return self.text


def type_at_random(game: str, preset: str) -> None:
    text = Typist(Table(game, preset)).play()
    assert "The game is over" in text
    assert max(map(len, text.splitlines())) <= 80
    assert not DANGEROUS.search(text.replace("\n", ""))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_each_family_is_played_by_typing(game: str) -> None:
    type_at_random(game, next(iter(GAMES[game].presets)))


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_is_played_by_typing(game: str, preset: str) -> None:
    type_at_random(game, preset)


def asked(game: str, preset: str = "", seed: int = 1, kind: str = "") -> tuple[Terminal, str]:
    """The screen at a question of a kind, and what it has shown."""
    table = Table(game, preset, seed=seed, meek=True)
    typist = Typist(table)

    def answer() -> bytes:
        assert table.sitting.question is not None
        typist.text += typist.screen.shown()
        if kind in {"", table.sitting.question.kind}:
            raise InterruptedError
        return table.sitting.choose(table.sitting.number, table.sitting.question.legal[-1])

    with pytest.raises(InterruptedError):
        table.play(answer)
    return typist.screen, typist.text


def test_the_table_stands_before_the_question() -> None:
    screen, text = asked("kaiser", kind="play")
    assert "Seats: 0 you, 1 bot1, 2 bot2, 3 bot3\nYour partner: 2 bot2\n" in text
    assert re.search(r"^---- Deal 1: dealer \d, scores 0,0", text, re.MULTILINE)
    assert re.search(r"^contract \d ", text, re.MULTILINE)
    assert re.search(r"^Your hand: [SHDC] .*\nplay\? 1:\w\w ", text, re.MULTILINE)
    assert screen.prompt() == "play> "
    assert screen.typed("last")[0] == "none yet\n"
    assert "bot1: bid" in screen.typed("bids")[0]


@pytest.mark.parametrize(
    ("line", "word"),
    [("pass", "pass"), ("PASS", "pass"), ("pa", "pass"), ("12no", "12no"), ("12N", "12no"), ("12", "12")],
)
def test_a_word_may_be_typed_in_part_or_in_capitals(line: str, word: str) -> None:
    screen, _ = asked("kaiser")
    assert screen.typed(line)[1] == f"{word}\n".encode()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1", "which one: 10 10no 11 11no 12 12no?"),
        ("99", "99: this is no answer here. Legal: pass"),
        ("1\u202en", r"1\u202en: this is no answer here"),
        ("undo", "there is nothing to undo"),
        ("pass say psst", "this text cannot be said now"),
    ],
)
def test_what_is_no_answer_is_explained(line: str, says: str) -> None:
    screen, _ = asked("kaiser")
    shown, sent = screen.typed(line)
    assert sent == b""
    assert says in shown


def test_a_card_may_be_named_by_its_number() -> None:
    screen, text = asked("kaiser", kind="play")
    [number, card] = text.split()[-1].split(":")
    assert screen.typed(number)[1] == f"{card}\n".encode()


def test_cards_are_picked_and_put_back() -> None:
    screen, text = asked("tribello", kind="discard")
    before = text[text.rindex("\n\n") :]
    shown, sent = screen.typed("1")
    assert sent == b""
    assert re.search(r"^Picked: \w+   \(undo puts the last one back\)$", shown, re.MULTILINE)
    assert screen.typed("undo")[0] in before
    assert screen.typed("")[0] in before


def test_help_hints_and_leaving() -> None:
    screen, _ = asked("kaiser")
    assert "arena games kaiser" in screen.typed("?")[0]
    assert screen.typed("hint")[0] == "the bot has no hint\n"
    assert not screen.left
    assert screen.typed("quit") == ("", b"")
    assert screen.left


def test_a_hint_is_a_legal_word() -> None:
    table = Table("kaiser")
    hints: list[str | None] = ["pass", "PASS", None]
    screen = Terminal(table.sitting, lambda: hints.pop(0))

    def answer() -> bytes:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        table.play(answer)
    screen.shown()
    assert [screen.typed("hint")[0] for _ in range(3)] == ["hint: pass\n", *["the bot has no hint\n"] * 2]
    none = Terminal(table.sitting)
    none.shown()
    assert "--hints" in none.typed("hint")[0]


def test_hostile_texts_do_nothing() -> None:
    names = (TEXTS[0], TEXTS[1], TEXTS[13], TEXTS[-1])
    table = Table("truc", "talkative", names=names)
    typist = Typist(table)
    said = [text for text in TEXTS if Talk((0,)).fits(text) and not re.search("[\0-\x1f\x7f-\x9f\u2028\u2029]", text)]
    assert len(said) > 20

    def answer() -> bytes:
        while said:
            table.sitting.feed(f"say 1 {said.pop()}\n".encode())
        return typist()

    table.play(answer)
    text = typist.text + typist.screen.shown()
    assert "says:" in text
    assert not DANGEROUS.search(text.replace("\n", ""))
    assert max(map(len, text.splitlines())) <= 80


def test_a_narrow_terminal_is_enough() -> None:
    text = Typist(Table("twenty-five"), width=40).play()
    assert max(len(line) for line in text.splitlines() if line not in HELP.splitlines()) <= 40
