"""What a run knew of the bots of its ladder: who wrote them, where they lay, and why some could not play.

It is stored with the settings of the run, so that a report needs neither the submissions nor a sandbox.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, TypeAlias

from arena.bots.botfile import BOT_FILE
from arena.bots.builds import hint_for_author
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.fingerprints import fingerprints
from arena.bots.submissions import Found
from arena.errors import ConfigErrors
from arena.store import Run

SETTING = "bots"
"""The name of the setting of a run."""
WHY = 4000
"""The most characters of why a bot could not play; a build may write more."""
TO_DO = "\nWhat to do: "
"""What stands between that and what its author can do about it."""
State: TypeAlias = Literal["accepted", "refused", "left out"]
"""What became of a bot: it could play; something is wrong with it; or this machine could not run it."""


class Known(NamedTuple):
    """A bot of a ladder as a run knew it.

    Args:
        given: the folder or file of the submission, or the text that names the bot in the ladder file.
        id: the id of the entrant; empty if it could not play.
        name: what it is called; empty if that is not known.
        author: who wrote it; may be empty.
        version: its author's name for the version; may be empty.
        digest: the SHA-256 of its content, in hex; empty if it could not play.
        submitted: whether it comes from a folder of submissions.
        state: what became of what was handed in last. If that could not play, and an earlier version played on, then
            `id`, `name`, `author`, `version`, `digest` and `source` are those of the earlier one.
        why: why it could not play and what to do, in lines; what others wrote is not escaped.
        prints: path and prints of its files (`arena.bots.fingerprints`), of a submission that could play; only the
            first run that has it keeps them.
        source: the digest of the sealed copy of what was handed in, before any build; empty if it could not play.
        when: when what was handed in last came, in ISO 8601; empty if that is not known.
    """

    given: str
    id: str = ""
    name: str = ""
    author: str = ""
    version: str = ""
    digest: str = ""
    submitted: bool = False
    state: State = "accepted"
    why: str = ""
    prints: tuple[tuple[str, str], ...] = ()
    source: str = ""
    when: str = ""


def known(found: Found, printed: Collection[str] = ()) -> Known:
    """Return what is known of a bot of a ladder file.

    Args:
        found: the bot.
        printed: the ids of the bots whose prints are kept already.
    """
    plays = Known(found.given, submitted=found.submitted, when=found.when)
    if isinstance(bot := found.outcome, Entrant):
        plays = plays._replace(
            id=bot.id,
            name=bot.name,
            author=bot.author,
            version=bot.version,
            digest=bot.digest,
            prints=tuple(fingerprints(bot.folder).items()) if found.submitted and bot.id not in printed else (),
            source=bot.source or bot.digest,
        )
    match found.trouble:
        case None:
            return plays
        case Unavailable() as left_out:
            return plays._replace(name=plays.name or left_out.name, state="left out", why=left_out.reason[:WHY])
        case ConfigErrors() as error:
            why = "\n".join(error.lines(BOT_FILE))
        case error:
            hint = f"{TO_DO}{hint}" if (hint := hint_for_author(error)) else ""
            why = error.message[: WHY - len(hint)] + hint
    return plays._replace(state="refused", why=why[:WHY])


def as_words(bots: Iterable[Known]) -> dict[str, str]:
    """Return bots as a run keeps them among its settings."""
    return {SETTING: json.dumps([[*bot] for bot in bots])}


def of_entrants(bots: Iterable[Entrant]) -> dict[str, str]:
    """Return the bots of a match as its run keeps them."""
    return as_words(known(Found(bot.given, bot, submitted=False)) for bot in bots)


def bots_of(settings: Mapping[str, str]) -> list[Known]:
    """Return the bots of a run; none if it did not keep them."""
    with suppress(ValueError, TypeError):
        return [_read(Known(*words)) for words in json.loads(settings.get(SETTING, "[]"))]
    return []


def _read(found: Known) -> Known:
    """Return a bot from JSON, which has lists for tuples."""
    return found._replace(prints=tuple((path, print_) for path, print_ in found.prints))


class Roster:
    """Who took part in the runs of a ladder.

    Args:
        runs: all runs, in order.

    Attributes:
        current: the bots of the last run that kept them, in the order of the ladder file.
        by_id: what is known of each entrant, as the last run knew it.
        names: the names under which each submission has played, the latest last, by its folder or file.
        last: the last version of each submission that could play, by its folder or file.
    """

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = [(run, bots) for run in runs if (bots := bots_of(run.settings))]
        self.current: list[Known] = self._runs[-1][1] if self._runs else []
        self.by_id: dict[str, Known] = {}
        self.names: dict[str, list[str]] = {}
        self.last: dict[str, Known] = {}
        for bot in (bot for _, bots in self._runs for bot in bots if bot.id):
            before = self.by_id.get(bot.id, bot)
            self.by_id[bot.id] = bot._replace(prints=bot.prints or before.prints)
            if bot.submitted:
                self.last[bot.given] = bot
                names = [name for name in self.names.get(bot.given, ()) if name != bot.name]
                self.names[bot.given] = [*names, bot.name]

    def versions(self) -> Iterator[tuple[Known, str]]:
        """Yield each version of a submission that could play, with the time (ISO, UTC) of the first run that had it."""
        seen: set[tuple[str, str]] = set()
        for run, bots in self._runs:
            for bot in bots:
                if bot.submitted and bot.id and (bot.given, bot.id) not in seen:
                    seen.add((bot.given, bot.id))
                    yield self.by_id[bot.id]._replace(given=bot.given), run.started

    def handed_in(self, given: str) -> Iterator[tuple[Run, Known]]:
        """Yield what was handed in at a place, each version once: the first run that saw it, and what became of it.

        A version that is called otherwise from some run on is another entrant, so it is another version here.
        """
        before: Known | None = None
        for run, bots in self._runs:
            for bot in bots:
                if bot.given != given:
                    continue
                said = (bot.id, bot.digest, bot.state, bot.why)
                if before is None or said != (before.id, before.digest, before.state, before.why):
                    yield run, bot
                before = bot
