"""Deals on which two bots differed: the first answer at which the rooms of a set part, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from arena.bots.entrants import Entrant
from arena.games.kernel import IllegalWord
from arena.protocol import ArenaFault
from arena.regression.head_to_head import HeadToHead
from arena.replay.diagram import Part, diagram, parts, read
from arena.replay.frames import Replay, replay_of
from arena.replay.other_rooms import DealResult, deals_compared
from arena.results.replay import NotARecord
from arena.store import PlayedGame, Reader

TRIED = 50
"""At most so many sets are looked through: bots that fail at once may never part over a card."""


class Difference(NamedTuple):
    """A deal on which the two bots differed.

    Args:
        set: the number of the set.
        deal: the number of the deal.
        lead: by how many points a game the new bot was ahead in the set; None if the game records none.
        score: what the new bot scored in the set, 0 to 1.
        games: the ids of the two games, that with the answer of the new bot first.
        seat: the seat that answered.
        kind: what it was asked.
        new: the answer of the new bot.
        old: the answer of the old bot, after the same calls and cards.
        outcomes: what became of the deal in these games.
        diagram: the deal in the game of the new bot, as text.
    """

    set: int
    deal: int
    lead: float | None
    score: float
    games: tuple[str, str]
    seat: int
    kind: str
    new: str
    old: str
    outcomes: tuple[DealResult, DealResult]
    diagram: str

    def data(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        plain = [{"contract": each.contract, "counted": each.counted} for each in self.outcomes]
        return self._asdict() | {"games": list(self.games), "outcomes": plain}


def differences(
    head_to_head: HeadToHead, new: Entrant, old: Entrant, store: Reader, key: str, most: int
) -> list[Difference]:
    """Return where two bots first differ in a set: those sets first that the new one lost by the most.

    Args:
        head_to_head: the sets that were counted; the new bot is its first.
        new: the new bot.
        old: the old one.
        store: the records.
        key: the key of all packs.
        most: how many are wanted, one of each set.
    """
    found: list[Difference] = []
    for number, lead, score in head_to_head.worst()[:TRIED]:
        if len(found) >= most:
            break
        games = head_to_head.sets[number]
        first = next(_of_set(games, (new, old), store, key), None)
        if first is not None:
            found.append(first._replace(set=games[0].game.set, lead=lead, score=score))
    return found


def _of_set(
    games: Sequence[PlayedGame], bots: tuple[Entrant, Entrant], store: Reader, key: str
) -> Iterator[Difference]:
    """Yield the answers at which two rooms of a set part between the two bots; one of each pair of rooms."""
    names = {bot.id: bot.name for bot in bots}
    replays = [replay for game in games if (replay := _replay(game, names, store, key)) is not None]
    for here, there in combinations(replays, 2):
        for row in deals_compared(here, [there]):
            [other] = row.others
            if other is None or not other.same:
                break  # the cards or the dealer differ from here on
            if other.fork is None:
                continue
            if (difference := _difference(here, there, row.number, (row.own, other), bots)) is not None:
                yield difference
            break


def _replay(game: PlayedGame, names: dict[str, str], store: Reader, key: str) -> Replay | None:
    """Return the replay of a game, with the names of the two bots; None if it cannot be played again."""
    try:
        replay = replay_of(store.record(game.game.id), game.game.chance, key, seats=False)
    except (NotARecord, IllegalWord, ArenaFault, ValueError, KeyError):
        return None
    return replace(replay, names=tuple([names.get(id_, id_) for id_ in replay.names]))


def _difference(
    here: Replay, there: Replay, deal: int, outcomes: tuple[DealResult, DealResult], bots: tuple[Entrant, Entrant]
) -> Difference | None:
    """Return what happened where two rooms part; None if others than the two bots sat there, or the deal only ended."""
    fork = outcomes[1].fork
    assert fork is not None
    if not fork.here or not fork.there:
        return None
    seat, kind, word = read(f"did {fork.here}").words
    _, _, other = read(f"did {fork.there}").words
    asked = here.answers[int(seat)]
    new, old = bots[0].name, bots[1].name
    match here.names[asked], there.names[asked]:
        case (first, second) if (first, second) == (new, old):
            replay, mine, yours, games = here, word, other, (here.id, there.id)
        case (first, second) if (first, second) == (old, new):
            replay, mine, yours, games = there, other, word, (there.id, here.id)
            outcomes = outcomes[1]._replace(fork=None), outcomes[0]
        case _:
            return None
    text = diagram(replay, _part(replay, deal))
    return Difference(0, deal, None, 0.5, games, int(seat), kind, mine, yours, outcomes, text)


def _part(replay: Replay, deal: int) -> Part:
    return next(part for part in parts(replay.frames) if part.number == deal)


def as_text(difference: Difference, new: str, old: str) -> str:
    """Return a difference for a terminal: what was answered, what came of it, and the deal.

    Args:
        difference: the difference.
        new: the name of the new bot.
        old: that of the old one.
    """
    lead = f"{difference.lead:+.3g} points a game" if difference.lead is not None else f"score {difference.score:.2f}"
    counted = [each.counted or each.contract for each in difference.outcomes]
    came = f"  with {new}: {counted[0]}; with {old}: {counted[1]}" if any(counted) else ""
    head = (
        f"set {difference.set}, deal {difference.deal}: seat {difference.seat} answers {difference.kind} with "
        f"{difference.new} as {new}, with {difference.old} as {old}  ({new} in this set: {lead})"
    )
    return "\n".join(filter(None, (head, came, "", difference.diagram)))
