"""A person's seat at a table in memory: the rules ask, the other seats answer at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from arena import protocol
from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import OptionError
from arena.games.kernel.position import play_game
from arena.seat.sitting import GREETING, Sitting
from arena.settings.clock import NO_CLOCK
from arena.table import record


def short(options: Any, deals: int = 2) -> Any:
    """The same options with few deals, where that can be said."""
    try:
        return replace(options, max_deals=deals)
    except (OptionError, TypeError):
        return options


class Table:
    """A game in memory, in which a sitting has one seat.

    Args:
        game: its name.
        preset: the preset.
        seat: the seat; the first one that decides by default.
        seed: of the packs and the other seats' answers.
        names: what the players are called.
        meek: whether the other seats give the first legal answer, such as `pass`, not a random one.
        deals: how many deals a game has at most, where that can be said.
    """

    def __init__(
        self,
        game: str,
        preset: str = "",
        seat: int | None = None,
        seed: int = 1,
        names: tuple[str, ...] | None = None,
        *,
        meek: bool = False,
        deals: int = 2,
    ) -> None:
        self.meek = meek
        self.game = GAMES[game]
        preset = preset or next(iter(self.game.presets))
        options = short(self.game.presets[preset], deals)
        seating = self.game.seating(options)
        self.seat = seating.players[0] if seat is None else seat
        self.rng = Random(f"{game} {preset} {seed}")
        self.position = play_game(self.game, options, keyed(str(seed), "a table in memory"))
        called = tuple(f"bot{seat}" for seat in range(seating.seats))
        self.sitting = Sitting(called if names is None else names)
        self.told: list[str] = []
        assert self.sitting.feed(b"arena 1 line\n") == GREETING
        self.hear(protocol.write_line(record.opening("G17", self.game, preset, options, NO_CLOCK, seat=self.seat)))
        self._told = 0

    def hear(self, line: str) -> bytes:
        self.told.append(line.rstrip("\n"))
        return self.sitting.feed(line.encode())

    def news(self) -> None:
        """Tell the seat what happened."""
        for event in self.position.log[self._told :]:
            if (learnt := tell(event, self.seat)) is not None:
                assert self.hear(record.line(learnt)) == b""
        self._told = len(self.position.log)

    def play(self, answer: Callable[[], bytes]) -> int:
        """Play to the end; return how many questions the seat was asked.

        Args:
            answer: called when a question is open; returns what is sent to the arena.
        """
        asked = 0
        while (ask := self.position.ask) is not None:
            if ask.seat == self.seat:
                asked += 1
                self.news()
                sent = self.hear(protocol.write_line(record.question(ask))) or answer()
                word, _, text = sent.decode().rstrip("\n").partition(" say ")
                self.position.proceed(word, text)
            else:
                self.position.play(ask.legal[0] if self.meek else self.rng.choice(ask.legal))
        self.news()
        result = self.position.result
        assert result is not None
        self.hear(protocol.write_line(record.ending("G17", result)))
        self.hear("bye\n")
        return asked
