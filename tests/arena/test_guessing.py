"""A bot that knows everything published looks for the key of its packs, and holds each guess against its own cards.

The attack finds the seed of a ladder that names one and is reproducible, as every ladder was before there were seasons.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from arena.app.seasons import season_data
from arena.chance import bot_seeds, key_of, keyed, new_secret
from arena.games import kaiser
from arena.games.kernel import Card, Chance, Show
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import play_game
from arena.schedules.plan import games_of
from arena.store import Store
from tests.arena.store.examples import ANN, BOB

LABELS = ("kaiser:standard set 1", "kaiser:standard set 2")
"""One hand of eight cards is dealt by one key in three million, so the bot looks at two."""
SEAT = 2
Hands: TypeAlias = tuple[frozenset[Card], ...]
MILLION = 1_000_000
WORDS = (
    *("quickstart", "seed", "secret", "password", "arena", "trick", "ladder", "class", "test", "exam", "contest"),
    *("kaiser", "two-hundred", "five-hundred", "ecarte", "final", "spring", "summer", "fall", "winter", "monday"),
    *("january", "march", "june", "september", "montreal", "toronto", "quebec", "ottawa", "ann", "bob", "carol"),
)


def plausible() -> Iterator[str]:
    """What people call a seed: words, dates, and words with a number or a year."""
    yield from WORDS
    for day in range(15_000):
        when = date(1990, 1, 1) + timedelta(days=day)
        yield from (when.isoformat(), when.strftime("%Y%m%d"), when.strftime("%d.%m.%Y"))
    yield from (f"{word}{mark}{number}" for number, word, mark in product(range(10_000), WORDS, ("", "-", "_", " ")))


def hand_of(key: str, label: str) -> frozenset[Card]:
    """What the bot is dealt in the first deal of a game."""
    position = play_game(kaiser.GAME, kaiser.Options(), keyed(key, label))
    [hand] = [
        learnt.cards
        for event in position.log
        if isinstance(learnt := tell(event, SEAT), Show) and learnt.kind == "hand" and learnt.owner == SEAT
    ]
    return frozenset(hand)


def seeds_of(key: str) -> tuple[str, ...]:
    """What the bot is told for its own random numbers in these games."""
    return tuple(bot_seeds(key, label, 4)[SEAT] for label in LABELS)


def hands_of(key: str) -> Hands:
    """What the bot is dealt in the first deals of two sets."""
    return tuple(hand_of(key, label) for label in LABELS)


class Deal:
    """How the game deals, which anyone can find out at home: the pack before the shuffle, and who gets which part."""

    def __init__(self) -> None:
        self.pack: Sequence[Any] = ()
        self.parts: set[tuple[int, ...]] = set()
        """The places in the pack of the cards that the bot may get; they depend on who deals."""
        for home in map(str, range(30)):
            play_game(kaiser.GAME, kaiser.Options(), partial(self._note, keyed(home, LABELS[0])))
            shuffled: Sequence[Card] = keyed(home, LABELS[0])(self.name, self.pack)
            mine = hand_of(home, LABELS[0])
            self.parts.add(tuple(at for at, card in enumerate(shuffled) if card in mine))
        assert {len(part) for part in self.parts} == {8}
        assert len(self.parts) == 4

    def _note(self, draw: Chance, name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Draw, and note the first draw of a whole pack."""
        if not self.pack and len(items) == 32:
            self.name, self.pack = name, items
        return draw(name, items)

    def gives(self, key: str, hands: Hands) -> bool:
        """Whether a key deals these hands."""
        return all(self._gives(key, label, hand) for label, hand in zip(LABELS, hands, strict=True))

    def _gives(self, key: str, label: str, hand: frozenset[Card]) -> bool:
        shuffled: Sequence[Card] = keyed(key, label)(self.name, self.pack)
        return any(all(shuffled[at] in hand for at in part) for part in self.parts)


DEAL = Deal()


def derived(published: Sequence[dict[str, Any]], words: Sequence[str]) -> Iterator[str]:
    """Every key that follows from what is published, by the documented steps and by near misses."""
    told = [value for one in published for value in (*one.values(), *one.get("told", ())) if isinstance(value, str)]
    yield from told
    for number, seed, secret in product(range(4), (*told, *words, ""), (*told, None)):
        yield key_of(number, seed, secret)


def attack(
    published: list[dict[str, Any]], hands: Hands, game: str, names: int, seeds: Sequence[str] = ()
) -> str | None:
    """Return the key that deals some hands; None if the bot does not find it.

    Args:
        published: what is known of every season; the last one is played.
        hands: what the bot was dealt.
        game: the id of the game, which bots are told.
        names: how many names are held against the hands; a million are held against the digest.
        seeds: what the bot was told for its own random numbers in the games of `LABELS`.
    """
    published = [*published[:-1], {**published[-1], "told": seeds}]
    digest = published[-1]["key_sha256"]
    for name in chain(islice(plausible(), MILLION), derived(published, WORDS)) if digest else ():
        if sha256(name.encode()).hexdigest() == digest:
            return name
    for name in chain(derived(published, WORDS), islice(plausible(), names)):
        if DEAL.gives(name, hands) or first_game(name) == game or seeds == seeds_of(name):
            return name
    return None


def first_game(key: str) -> str:
    """The id of the first game of a season."""
    return next(games_of("kaiser:standard", (ANN.id, BOB.id), [1], key, "shared")).id


def season(path: Path, *, secret: bool) -> tuple[list[dict[str, Any]], Hands, str]:
    """What a bot may know in the third season of a ladder that names `quickstart`; its hands, and its game."""
    with Store.open(path, writing=True) as store:
        for _ in range(2):
            store.start_run("quickstart", {}, secret=secret)
            store.close_season("quickstart", secret=secret)
        key = store.season().key
        published = [season_data(one) for one in store.seasons()]
    return published, hands_of(key), first_game(key)


@pytest.mark.slow
@pytest.mark.parametrize("names", [3_000, pytest.param(30_000, marks=pytest.mark.thorough)])
def test_who_knows_all_that_is_published_and_a_million_names_cannot_tell_the_packs(tmp_path: Path, names: int) -> None:
    published, hands, game = season(tmp_path / "x.db", secret=True)
    with Store.open(tmp_path / "x.db", writing=False) as store:
        seeds = seeds_of(store.season().key)

    assert [("secret" in one) for one in published] == [True, True, False]
    assert attack(published, hands, game, names, seeds) is None


def test_a_seed_is_as_good_as_a_hand_for_an_attack_and_no_better(tmp_path: Path) -> None:
    bare, nothing = [{"key_sha256": ""}], (frozenset[Card](), frozenset[Card]())

    assert attack(bare, nothing, "", 100, seeds_of("quickstart")) == "quickstart", "of a name that can be guessed"
    key = key_of(1, "quickstart", new_secret())
    assert attack(bare, nothing, "", 1_000, seeds_of(key)) is None


def test_the_seeds_of_bots_show_nothing_of_the_packs_nor_of_each_other() -> None:
    for seed in seeds_of("key"):
        for label in LABELS:
            drawn = sha256(b"key\0" + f"{label} deal 1 pack".encode() + b"\0" + bytes(8)).hexdigest()
            assert seed not in drawn
        assert hand_of(seed, LABELS[0]) != hand_of("key", LABELS[0])
    every = [seed for n in range(200) for seed in bot_seeds("key", f"set {n}", 4)]
    assert len(set(every)) == 800
    bits = sum(int(seed, 16).bit_count() for seed in every) / (64 * 800)
    assert 0.49 < bits < 0.51


@pytest.mark.slow
def test_the_same_attack_finds_a_seed_that_was_chosen(tmp_path: Path) -> None:
    published, hands, game = season(tmp_path / "x.db", secret=False)
    bare = [{"key_sha256": ""}]

    assert attack(published, hands, game, 0) == "quickstart season 3"
    assert attack(bare, hands_of("quickstart"), "", 100) == "quickstart", "two hands alone give the seed away"
    assert attack(bare, hands_of("1993-05-17"), "", 10_000) == "1993-05-17"
    assert DEAL.gives("quickstart", hands_of("quickstart"))
    assert not DEAL.gives("quickstart", hands_of("other"))


def test_the_key_of_a_closed_season_is_found_so_the_search_is_a_real_one(tmp_path: Path) -> None:
    published, *_ = season(tmp_path / "x.db", secret=True)
    first = published[0]
    key = key_of(1, first["seed"], first["secret"])

    assert attack([*published[:2], {"key_sha256": ""}], hands_of(key), "", 0) == key
