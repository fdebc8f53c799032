"""Four complete sessions for the specification, each from a real game of one deal, checked by a real session.

And one with `arena view`, for the page about it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from textwrap import wrap
from types import MappingProxyType

from arena import protocol
from arena.chance import keyed
from arena.client.view import Helper, written
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import choose
from arena.games.kernel.position import Position, play_game
from arena.protocol import Message, Session
from arena.settings.clock import ClockSettings
from arena.table import record

ONE_DEAL: Mapping[str, int] = MappingProxyType({"max_deals": 1})
PLAIN = """\
### A deal of Kaiser

The simplest bot: no settings, no bank."""
KITTY = """\
### A deal of Two Hundred with a kitty and a bank

This seat wins the auction, takes the kitty and discards. The other seats learn only that it discarded."""
TALK = """\
### A hand of Truc with table talk

Before the first deal partners agree on signals: this seat hears its partner, and neither of the opponents. What is said
before the hand is heard by all."""
TEXTS = {
    0: ("what about the threes?", "fine", "a bad hand again"),
    1: ("a whistle is a two", "and a hum is an ace", "[whistle]"),
    2: ("a cough means a three", "and a sigh means none", "[cough]"),
    3: ("agreed", "be loud", "this one is mine"),
}
"""What each seat says with its answers to questions that are there for talk."""
ILLEGAL = """\
### An illegal answer, with tables

This bot can play 16 games at once, so every line of a game begins with its id. The bot answers with a word that was not
offered, and the arena says so before it closes the pipes."""


def worked_sessions() -> str:
    """Return the sessions as Markdown."""
    return "\n\n".join(
        (
            PLAIN,
            _block(_session("kaiser", "standard", seat=1, seed="spec 1")),
            KITTY,
            _block(_contractor_session()),
            TALK,
            _block(_talking_session()),
            ILLEGAL,
            _block(_session("kaiser", "standard", seat=2, seed="spec 3", tables=True, wrong_at=3)),
        )
    )


def _block(lines: Iterator[str]) -> str:
    return "\n".join(("```", *lines, "```"))


def _contractor_session() -> Iterator[str]:
    """Return the first session in which the seat becomes the contractor."""
    for number in range(1000):
        lines = list(_session("two-hundred", "kitty", seat=0, seed=f"spec 2 {number}", bank_ms=60_000))
        if any("A> show kitty" in line for line in lines):
            return iter(lines)
    raise AssertionError("seat 0 never wins an auction")


def _talking_session() -> Iterator[str]:
    """Return the first session of Truc that ends after one hand in which three tricks were played."""
    for number in range(1000):
        lines = list(_session("truc", "talkative", seat=0, seed=f"spec 4 {number}", settings={"target": 2}))
        kinds = [line.split()[1:3] for line in lines]
        if kinds.count(["note", "deal"]) == 1 and kinds.count(["note", "trick"]) == 3:
            return iter(lines)
    raise AssertionError("no game is over after one hand of three tricks")


def _session(
    name: str,
    preset: str,
    *,
    seat: int,
    seed: str,
    bank_ms: int = 0,
    tables: bool = False,
    wrong_at: int | None = None,
    settings: Mapping[str, int] = ONE_DEAL,
) -> Iterator[str]:
    """Yield the lines of a session: `A>` from the arena, `B>` from the bot in the seat."""
    game, rng = GAMES[name], Random(seed)
    options = choose(game.presets[preset], settings)
    texts = {at: iter(said) for at, said in TEXTS.items()}
    position = play_game(game, options, keyed("specification", seed))
    arena, table = Session(protocol.ARENA), "G17" if tables else None

    def said(message: Message, at: str | None = None) -> str:
        return f"A> {arena.send(message, at).decode().rstrip()}"

    def answered(message: Message, at: str | None = None) -> str:
        data = protocol.LINE.encode(message, at)
        arena.receive(data)
        return f"B> {data.decode().rstrip()}"

    yield said(protocol.Arena(protocol.VERSION, tuple(protocol.CODECS)))
    yield answered(protocol.Bot("careful", "1.2", {"tables": "16"} if tables else {}))
    clock = ClockSettings(bank_ms=bank_ms)
    yield said(record.opening("G17", game, preset, options, clock, seat=seat), table)
    seen, asked, bank = 0, 0, float(bank_ms)
    while (ask := position.ask) is not None:
        word = _choice(ask.kind, ask.legal, rng)
        text = next(texts[ask.seat], "") if ask.kind == "talk" else ""
        if ask.seat == seat:
            yield from (said(m, table) for m in _news(position, seen, seat))
            seen, asked = len(position.log), asked + 1
            if bank_ms:
                yield said(protocol.Clock(min(1000, int(bank)), int(bank)), table)
                bank -= rng.randrange(2, 40)
            yield said(record.question(ask), table)
            if asked == wrong_at:
                yield f"B> @{table} PASS"
                try:
                    arena.receive(f"@{table} PASS\n".encode())
                except protocol.BotFault as fault:
                    yield said(protocol.Fault(fault.kind, fault.text))
                return
            yield answered(protocol.Answer(word, text), table)
        position.play(word, text)
    yield from (said(m, table) for m in _news(position, seen, seat))
    assert position.result is not None
    yield said(record.ending("G17", position.result), table)
    yield said(protocol.Bye())


def _choice(kind: str, legal: object, rng: Random) -> str:
    words = list(legal)  # type: ignore[call-overload] # a sequence of words
    return str(rng.choice(words[: max(2, len(words) // 4)] if kind == "bid" else words))


def _news(position: Position[Result], seen: int, seat: int) -> Iterator[Message]:
    for event in position.log[seen:]:
        if (learnt := tell(event, seat)) is not None:
            yield record.message(learnt)


def helper_session() -> str:
    """Return what a bot and `arena view` say to each other at the first question with two or three legal cards."""
    game, seat = GAMES["kaiser"], 1
    options = game.presets["standard"]
    position, rng, helper = play_game(game, options, keyed("specification", "view")), Random("view"), Helper()
    said = [record.opening("G17", game, "standard", options, ClockSettings(), seat=seat)]
    while (ask := position.ask) is not None and not (
        ask.seat == seat and ask.kind == "play" and 2 <= len(ask.legal) <= 3
    ):
        position.play(_choice(ask.kind, ask.legal, rng))
    assert ask is not None
    lines = [protocol.write_line(each).rstrip() for each in (*said, *_news(position, 0, seat), record.question(ask))]
    queries = ("? legal", "? worlds 2 7", "? simulate 20 sensible infer=sensible seed=7", "? worlds ten")
    shown = []
    for line in (*lines, *queries):
        answer = helper.take(line)
        shown.append(f"> {line}")
        if answer is not None:
            plain = json.dumps(json.loads(written(answer, "json")))
            parts = wrap(plain, 112, break_long_words=False, break_on_hyphens=False)
            shown += [f"{'  ' if number else '< '}{part}" for number, part in enumerate(parts)]
    return _block(iter(shown))
