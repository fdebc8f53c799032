import hmac
from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from arena.chance import bot_seeds, commitment, keyed, shuffled

SEEDS = ("94e28ae5944cf4de", "bb51dbe3c2053357", "dc9dc7943c411b5e", "4321f161e45bdd40")


def by_the_book(seed: str, label: str, items: list[int]) -> list[int]:
    """The four steps of the module's docstring, written a second time, slowly."""
    stream = b"".join(
        sha256(seed.encode() + b"\0" + label.encode() + b"\0" + i.to_bytes(8, "big")).digest() for i in range(100)
    )
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(items)
    for i in range(len(cards) - 1, 0, -1):
        while True:
            w = numbers.pop(0)
            if w < 2**32 - 2**32 % (i + 1):
                break
        j = w % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(st.text(max_size=20), st.text(max_size=20), st.integers(0, 54))
def test_a_shuffle_is_what_the_document_says(seed: str, label: str, size: int) -> None:
    items = list(range(size))

    assert list(keyed(seed, label)("pack", items)) == by_the_book(seed, f"{label} pack", items)


def test_the_generator_never_changes() -> None:
    assert keyed("seed", "kaiser:standard set 1")("deal 1 pack", range(8)) == (6, 1, 7, 0, 5, 4, 2, 3)


def test_the_seeds_of_bots_are_what_the_document_says_and_never_change() -> None:
    text = "seed of seat 2 in kaiser:standard set 1"
    found = bot_seeds("seed", "kaiser:standard set 1", 4)

    assert found[2] == hmac.new(b"seed", text.encode(), sha256).hexdigest()[:16]
    assert found == SEEDS
    assert bot_seeds("other", "kaiser:standard set 1", 4)[0] not in found


def test_asking_twice_gives_the_same_and_other_names_give_other_packs() -> None:
    chance = keyed("seed", "game")
    pack = range(32)

    assert chance("a", pack) == chance("a", pack)
    assert len({chance(name, pack) for name in "abcdefgh"}) == 8
    assert keyed("other", "game")("a", pack) != chance("a", pack)


def test_all_orders_come_up_equally_often() -> None:
    chance = keyed("seed", "uniform")
    seen = Counter(chance(str(i), "abc") for i in range(6000))

    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_numbers_that_would_be_uneven_are_passed_over() -> None:
    top = 2**32 - 1  # 2**32 mod 3 is 1, so the highest number is no fair one for three

    assert shuffled("abc", iter([top, 0, 0])) == shuffled("abc", iter([0, 0]))


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("open sesame") == sha256(b"open sesame").hexdigest()
