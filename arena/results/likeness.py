"""Which submissions of a class are alike: how they are written and how they answer; hints for the teacher, no proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

from arena import protocol
from arena.bots.fingerprints import MOST, prints_of, read_prints
from arena.bots.samples import SAMPLE, samples
from arena.errors import UserError
from arena.games.kernel import IllegalWord, Seat
from arena.games.kernel.knowledge import tell
from arena.results.authors import seats_of
from arena.results.replay import NotARecord, position_of
from arena.results.roster import Roster
from arena.store import Store
from arena.table import record

LEAST = 10
"""With fewer prints a submission says too little."""
SHARE = 0.5
"""From this share of common prints on, two submissions are called alike."""
COMMON = 10
"""What more submissions have in common was given to them."""
POSITIONS = 30
"""With fewer positions, answers say too little."""
ANSWERS = 0.95
"""From this share of the same answers on, two submissions are called alike."""
GAMES = 4000
"""So many of the newest games are looked at."""


class Written(NamedTuple):
    """A version of a submission, or a sample bot, and what it is written like.

    Args:
        given: the folder or file of the submission, or the name of the sample.
        since: the time (ISO 8601, UTC) when the first run that had it began; empty for a sample.
        source: the digest of the sealed copy of what was handed in; empty for a sample.
        prints: its prints.
        top: all of its prints up to this one are known.
    """

    given: str
    since: str
    source: str
    prints: frozenset[int]
    top: int


class Answers(NamedTuple):
    """How two submissions answered in the same positions: with the same cards, the same had happened before their eyes.

    Args:
        alike: how many of the answers were the same.
        positions: how many there were, without those where there was nothing to choose.
    """

    alike: int = 0
    positions: int = 0


class Likeness(NamedTuple):
    """Two submissions that are alike, or one and a sample bot.

    Args:
        first: the one that was there first.
        second: the other.
        share: how much of the shorter one the other has too, from 0 to 1.
        answers: how they answered.
    """

    first: Written
    second: Written
    share: float
    answers: Answers


def likenesses(store: Store) -> tuple[list[Likeness], float]:
    """Return which submissions are alike, the most alike first, and the share of same answers of all pairs.

    A version of one of the two played in the last run.

    Args:
        store: the results of the ladder.
    """
    roster = Roster(store.runs())
    versions = [*_versions(roster)]
    now = {bot.given for bot in roster.current if bot.submitted}
    answers = answers_alike(store, {bot.id: bot.given for bot in roster.by_id.values() if bot.given in now})
    found = {pair: (one, other, share) for pair, one, other, share in _written_alike(versions, roster)}
    newest = {each.given: each for each in versions}
    for pair, told in answers.items():
        if pair not in found and told.positions >= POSITIONS and told.alike >= ANSWERS * told.positions:
            one, other = (newest.get(given, Written(given, "", "", frozenset(), 0)) for given in pair)
            found[pair] = (one, other, 0.0)
    every = [*answers.values()]
    usual = sum(each.alike for each in every) / max(1, sum(each.positions for each in every))
    alike = []
    for pair, (one, other, share) in found.items():
        first, second = sorted((one, other), key=lambda each: (each.since, each.given))
        alike.append(Likeness(first, second, share, answers.get(pair, Answers())))
    return sorted(alike, key=lambda each: (-each.share, -each.answers.alike, each.first.given)), usual


def _versions(roster: Roster) -> Iterator[Written]:
    """Yield all versions with prints, the newest of a submission last."""
    for bot, since in roster.versions():
        prints = frozenset().union(*read_prints(bot.prints).values())
        top = max(prints) if len(prints) >= MOST else 1 << 32
        yield Written(bot.given, since, bot.source, prints, top)


def _samples() -> list[Written]:
    """Return the sample bots."""
    found = []
    for name, folder in samples().items():
        prints = sorted(set().union(*prints_of(folder).values()))[:MOST]
        found.append(Written(SAMPLE + name, "", "", frozenset(prints), prints[-1] if len(prints) == MOST else 1 << 32))
    return found


def _written_alike(
    versions: Sequence[Written], roster: Roster
) -> Iterator[tuple[tuple[str, str], Written, Written, float]]:
    """Yield pairs of a submission and another one, or a sample bot, that are written alike, each in its best versions.

    Between submissions, what a sample bot has does not count, nor what very many have.
    """
    known = _samples()
    of_samples = frozenset().union(*(each.prints for each in known))
    holders = Counter(print_ for _, print_ in {(each.given, print_) for each in versions for print_ in each.prints})
    common = {print_ for print_, number in holders.items() if number > COMMON}
    sources = {bot.source for bot in roster.current}
    best: dict[tuple[str, str], tuple[Written, Written, float]] = {}

    def look(one: Written, other: Written, given: Collection[int]) -> None:
        top = min(one.top, other.top)
        mine, others = ({each for each in side.prints if each <= top and each not in given} for side in (one, other))
        least = min(len(mine), len(others))
        share = len(mine & others) / least if least >= LEAST else 0.0
        pair = (one.given, other.given) if one.given < other.given else (other.given, one.given)
        if share >= max(SHARE, best[pair][2] if pair in best else 0.0):
            best[pair] = (one, other, share)

    for one in (each for each in versions if each.source in sources):
        for other in versions:
            if other.given != one.given and not one.prints.isdisjoint(other.prints):
                look(one, other, of_samples | common)
        for sample in known:
            if not one.prints.isdisjoint(sample.prints):
                look(one, sample, common)
    for pair, (one, other, share) in best.items():
        yield pair, one, other, share


def answers_alike(store: Store, whose: Mapping[str, str]) -> dict[tuple[str, str], Answers]:
    """Return how pairs of submissions answered in the same positions, in the newest games with a record.

    Args:
        store: the results.
        whose: the id of a bot -> its submission.
    """
    met: dict[bytes, dict[str, str]] = {}
    for listed in store.games_of(store.numbers()[-GAMES:]).values():
        if whose.keys().isdisjoint(listed.sides):
            continue
        try:
            game, text = store.game(listed.id), store.record(listed.id)
        except UserError:  # its record was not kept
            continue
        seats = seats_of(game.contest)
        sits = {seat: whose.get(game.sides[side], "") for seat, side in enumerate(seats) if side is not None}
        for seat, position, word in decisions(text, game.chance, store.season_of(game.id).key):
            if given := sits.get(seat):
                met.setdefault(position, {}).setdefault(given, word)
    alike: Counter[tuple[str, str]] = Counter()
    count: Counter[tuple[str, str]] = Counter()
    for words in met.values():
        for one, other in combinations(sorted(words), 2):
            count[one, other] += 1
            alike[one, other] += words[one] == words[other]
    return {pair: Answers(alike[pair], number) for pair, number in count.items()}


def decisions(text: str, chance: str, seed: str) -> Iterator[tuple[Seat, bytes, str]]:
    """Yield the decisions of a game: who decided, a digest of all that this seat had been told, and the answer.

    Questions with one legal answer are left out, and so is everything if this arena cannot play the record again.

    Args:
        text: the record.
        chance: the label of the game's draws.
        seed: the key of its packs.
    """
    try:
        lines = record.parse(text)
        _, position = position_of(lines[0], chance, seed)
        words = record.words(lines)
    except (NotARecord, protocol.ArenaFault):
        return
    assert isinstance(lines[0], protocol.Game)
    options = {name: value for name, value in lines[0].settings.items() if name not in {"names", "seeds"}}
    told: dict[Seat, tuple[int, blake2b]] = {}
    for word, said in words:
        ask = position.ask
        if ask is None:
            return
        seen, digest = told.get(ask.seat) or (0, blake2b(repr((lines[0].name, options, ask.seat)).encode()))
        for event in position.log[seen:]:
            if (learnt := tell(event, ask.seat)) is not None:
                digest.update(repr(learnt).encode())
        told[ask.seat] = len(position.log), digest
        if len(ask.legal) > 1:
            yield ask.seat, digest.digest(), word
        try:
            position.play(word, said)
        except IllegalWord:
            return
