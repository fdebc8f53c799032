"""`arena view`: bots in any language pass on the lines of their seats, and get views, worlds and rollouts as data.

While a bot plays, `python3 -m arena.client.view` starts it, if its `bot.toml` says `library = true`. A line that begins
with `?` is a query, and gets one answer; all other lines are what the arena said, and get none unless they are wrong.
"""

# Not compiled: most of its time it waits, or is in what it calls.

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from json import dumps
from math import isfinite
from random import Random
from typing import Any, Final, TypeAlias

from arena.client.comparison import Comparison
from arena.client.frames import frame
from arena.client.holdings import holdings, rest
from arena.client.loop import write_all
from arena.client.queries import QUERIES, Budget, WrongLine, arguments, shown
from arena.client.rollout_players import POLICIES
from arena.client.search import Search
from arena.client.seat import OF_NO_GAME, Question, Seat, Seats
from arena.client.simulation import Simulation
from arena.client.turn import Turn
from arena.client.words import read_line
from arena.games.kernel import IllegalWord, World
from arena.games.kernel.options import OptionError
from arena.games.parts.trick_rules import Unknown

FORMATS: Final = ("json", "msgpack")
VERBS: Final = frozenset({"game", "note", "show", "did", "say", "clock", "ask", "over", *OF_NO_GAME})
"""The messages of the arena."""
LONGEST: Final = 65_536
"""The most bytes of a line, as in the protocol."""
LISTED: Final = 10_000
"""The most worlds in one answer."""
AS_THEY_ARE: Final = "pass on the lines of the arena as they are, all of them and in their order"
NO_BUDGET: Final = Budget()
Answer: TypeAlias = dict[str, Any]


class OpenGame:
    """One game: the seat in it, its open question, and what was worked out since the last line.

    Args:
        seat: the seat.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.question: Question | None = None
        self.search: Search | None = None

    def asked(self) -> Turn:
        """Return the open question, with what the seat knows.

        Raises:
            WrongLine: there is none.
        """
        if self.question is None:
            raise WrongLine("no question is open", "write the query after an `ask` line, before any other line")
        return self.turn()

    def turn(self) -> Turn:
        """Return what the seat knows, and the question if one is open."""
        return Turn(self.seat.view, self.question)

    def searching(self, rng: Random) -> Search:
        """Return what draws the worlds of this moment.

        Args:
            rng: where its randomness comes from, from now on.

        Raises:
            WrongLine: no deal has begun.
        """
        if self.seat.standing is None:
            raise WrongLine("no deal has begun, so there are no cards", "write the query after a `note deal` line")
        if self.search is None:
            self.search = Search(self.seat.view, self.seat.game)
        self.search.rng = rng
        return self.search

    def agree(self, legal: Sequence[str]) -> None:
        """Check that the rules ask the open question, if there is one.

        Args:
            legal: the legal answers by the rules.

        Raises:
            WrongLine: they ask something else.
        """
        if self.question is not None and tuple(legal) != self.question.legal:
            raise WrongLine("the lines of this deal lead to another question than the last `ask`", AS_THEY_ARE)


class Helper:
    """Takes lines, and answers those that are queries.

    Worlds without a seed follow one another, so two queries get different ones. The same lines always get the same
    answers, but for budgets of time.
    """

    def __init__(self) -> None:
        self._seats = Seats()
        self._tables: dict[str, OpenGame] = {}
        self._rng = Random("1")
        self._number = 0
        self._doing: dict[str, Callable[..., Answer]] = {
            "state": self._state,
            "legal": self._legal,
            "answer": self._answer,
            "worlds": self._worlds,
            "weighted": self._weighted,
            "simulate": self._simulate,
            "compare": self._compare,
            "text": self._text,
        }

    def take(self, line: str | WrongLine) -> Answer | None:
        """Take in a line without its end, or what is wrong with it.

        Returns:
            The answer to a query; what is wrong with another line, else None.
        """
        self._number += 1
        head: Answer = {"query": None}
        try:
            if isinstance(line, WrongLine):
                raise line
            table, text = "", line
            if line.startswith("@"):
                table, _, text = line[1:].partition(" ")
                head["table"] = table
            if not text.startswith("?"):
                self._hear(line)
                return None
            name, *words = text[1:].split() or [""]
            head["query"] = name
            given = arguments(name, words)
            return head | (_hello() if name == "hello" else self._query(name, table, given))
        except WrongLine as wrong:
            return head | {"error": str(wrong), "hint": wrong.hint, "line": self._number}

    def _hear(self, text: str) -> None:
        """Take in what the arena said.

        Raises:
            WrongLine: it says no such thing, or not here.
        """
        line = read_line(text)
        if line.verb not in VERBS:
            raise WrongLine(f"{shown(text)} is no message of the arena", f"{AS_THEY_ARE}; a query begins with ?")
        if line.verb not in {*OF_NO_GAME, "game"}:
            self._at(line.table)
        try:
            question = self._seats.hear(line)
        except Exception as error:
            # Whatever a line breaks that the arena would not write.
            raise WrongLine(f"{shown(text)} cannot be read: {_what(error)}", AS_THEY_ARE) from error
        if line.verb == "game":
            self._tables[line.table] = OpenGame(self._seats.at[line.table])
        elif line.verb == "over":
            del self._tables[line.table]
        elif line.verb not in OF_NO_GAME:
            at = self._tables[line.table]
            at.question, at.search = question, None

    def _at(self, table: str) -> OpenGame:
        """Return the game at a table.

        Raises:
            WrongLine: there is none.
        """
        if table in self._tables:
            return self._tables[table]
        if not self._tables:
            raise WrongLine("no game is open", "pass on all lines of a game, beginning with `game`")
        if not table:
            some = next(iter(self._tables))
            raise WrongLine("the line names no table", f"begin it with the id of a table, such as @{some}")
        named = [f"@{name}" if name else "one without an id" for name in self._tables]
        raise WrongLine(f"no game is open at table {shown(table)}", f"open: {', '.join(named)}")

    def _query(self, name: str, table: str, given: dict[str, Any]) -> Answer:
        """Return the answer to a query about a game.

        Raises:
            WrongLine: it cannot be answered.
        """
        at = self._at(table)
        try:
            return self._doing[name](at, **given)
        except WrongLine:
            raise
        except Unknown as error:
            raise WrongLine(str(error), "leave out by=points") from error
        except Exception as error:
            # Rules and samplers may break in any way if some lines are missing.
            hint = f"{AS_THEY_ARE}; if you do, please report this as a fault of the arena"
            raise WrongLine(f"the lines of this deal do not fit together: {_what(error)}", hint) from error

    def _state(self, at: OpenGame) -> Answer:
        return {"deal": at.seat.number} | at.turn().state()

    def _text(self, at: OpenGame) -> Answer:
        return {"text": at.turn().text()}

    def _legal(self, at: OpenGame) -> Answer:
        return at.asked().question()

    def _answer(self, at: OpenGame, policy: str) -> Answer:
        return {"word": {"random": Turn.random, "greedy": Turn.greedy, "sensible": Turn.sensible}[policy](at.asked())}

    def _worlds(self, at: OpenGame, n: int, seed: str | None = None) -> Answer:
        search = at.searching(self._source(seed))
        return {"worlds": [_world(at, search, world) for world in search.worlds(_listed(n))]}

    def _weighted(self, at: OpenGame, n: int, policy: str, seed: str | None = None, **slip: float) -> Answer:
        search = at.searching(self._source(seed))
        found = search.weighted(_listed(n), policy, **slip)
        return {"worlds": [{"weight": weight} | _world(at, search, world) for world, weight in found]}

    def _simulate(
        self, at: OpenGame, n: int, policy: str, budget: Budget = NO_BUDGET, seed: str | None = None, **more: Any
    ) -> Answer:
        ms = budget.of(at.asked().ms_left)
        if more.get("by") == "points" and policy == "sensible":
            raise WrongLine("by=points goes with random and greedy", "take one of these, or leave out by=points")
        found = at.searching(self._source(seed)).simulate(n, policy, ms, **more)
        at.agree([*found.words])
        return _found(found)

    def _compare(
        self,
        at: OpenGame,
        n: int,
        policy: str,
        budget: Budget = NO_BUDGET,
        seed: str | None = None,
        default: str | None = None,
        **more: Any,
    ) -> Answer:
        t = at.asked()
        if default is not None and default not in t.legal:
            raise WrongLine(f"default {shown(default)} is not legal", f"legal: {' '.join(t.legal)}")
        search = at.searching(self._source(seed))
        word = t.sensible() if default is None else default
        return _found(search.compare(word, n, policy, budget.of(t.ms_left), **more))

    def _source(self, seed: str | None) -> Random:
        """Return the randomness of a query: that of its seed, or what all queries without a seed share."""
        return self._rng if seed is None else Random(seed)


def _found(found: Simulation | Comparison) -> Answer:
    """Return what came of a search as data."""
    words = {
        word: {"mean": round(its.mean, 4), "error": round(its.error, 4), "rollouts": its.rollouts}
        for word, its in found.words.items()
    }
    return {"best": found.best, "worlds": found.worlds, "words": words}


def _hello() -> Answer:
    return {"queries": [*QUERIES.values()], "policies": [*POLICIES]}


def _listed(n: int) -> int:
    """Return a number of worlds that one answer may hold.

    Raises:
        WrongLine: it is too high.
    """
    if n > LISTED:
        raise WrongLine(f"an answer holds at most {LISTED:,} worlds", "ask several times for fewer")
    return n


def _what(error: Exception) -> str:
    if isinstance(error, IllegalWord):
        return f"{error} was not legal"
    if isinstance(error, KeyError):
        return f"{error} is missing"
    if type(error) is ValueError or isinstance(error, OptionError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _world(at: OpenGame, search: Search, world: World) -> Answer:
    """Return who holds what in a world.

    Raises:
        WrongLine: the lines of the seat do not fit together.
    """
    position = search.replay(world)
    at.agree(() if position.ask is None else position.ask.legal)
    hands = holdings(search.game, position)
    return {"hands": [*hands.values()], "rest": rest(search.game, position, world, hands)}


def lines(read: Callable[[], bytes]) -> Iterator[str | WrongLine]:
    """Yield the lines of an input without their ends; for a line that cannot be read, what is wrong with it.

    Args:
        read: returns the bytes that are there, at least one; none at the end of the input.
    """
    waiting, lost = b"", False
    while data := read():
        *whole, waiting = (waiting + data).split(b"\n")
        for line in whole:
            if not lost:
                yield _text(line)
            lost = False
        if len(waiting) > LONGEST + 1:
            if not lost:
                yield _text(waiting)
            waiting, lost = b"", True
    if waiting:
        yield _text(waiting)


def _text(line: bytes) -> str | WrongLine:
    line = line.removesuffix(b"\r")
    if len(line) > LONGEST:
        return WrongLine(f"a line of more than {LONGEST:,} bytes", "end each line with a line feed")
    try:
        return line.decode()
    except UnicodeDecodeError:
        return WrongLine("a line that is not UTF-8", AS_THEY_ARE)


def written(answer: Answer, form: str) -> bytes:
    """Return an answer as a line of JSON, or as a frame of msgpack."""
    plain = _plain(answer)
    return frame(plain) if form == "msgpack" else dumps(plain, separators=(",", ":")).encode() + b"\n"


def _plain(value: Any) -> Any:
    """Return a value with None in place of numbers that JSON does not have."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _plain(its) for key, its in value.items()}
    return value


def serve(read: Callable[[], bytes], write: Callable[[bytes], object], form: str = "json") -> None:
    """Answer the queries of an input until it ends.

    Args:
        read: returns the bytes that are there, at least one; none at the end of the input.
        write: writes bytes, and returns when they are written.
        form: `json` or `msgpack`.
    """
    helper = Helper()
    for line in lines(read):
        if (answer := helper.take(line)) is not None:
            write(written(answer, form))


def main(words: Sequence[str] | None = None) -> int:
    """Serve standard input and output; return the exit status.

    Args:
        words: the words of the command line; None for those of the process.
    """
    about = "What `arena view` does; `arena help any-language` explains it."
    parser = ArgumentParser("python3 -m arena.client.view", description=about)
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="how answers are written (default: json)")
    form = parser.parse_args(words).format
    try:
        serve(lambda: os.read(0, LONGEST), partial(write_all, 1), form)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the bot has ended
        return 141
    except OSError as error:
        sys.stderr.write(f"standard input or output: {error.strerror}\n")
        return 74  # EX_IOERR, which Windows does not name
    return 0


if __name__ == "__main__":
    sys.exit(main())
