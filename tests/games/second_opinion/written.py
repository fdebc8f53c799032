"""Records written by hand from the worked examples of a rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def stripped(text: str) -> list[str]:
    """Return the lines of an indented text."""
    return [line.strip() for line in text.strip().splitlines()]


def tricks(text: str, names: str = "01234") -> Iterator[str]:
    """Yield the lines of a record for a table of tricks.

    Args:
        text: a row for each trick, such as `E:AD S:QD | E | 20`: who played what, who won, what the trick counts. A
            suit that is named with a lead is written behind the card: `E:JK=S`.
        names: the letter of each seat.
    """
    for row in stripped(text):
        cards, winner, points = row.split(" | ")
        for play in cards.split():
            who, card = play.split(":")
            card, _, named = card.partition("=")
            yield f"did {names.index(who)} play {card}"
            if named:
                yield f"did {names.index(who)} name-suit {named}"
        yield f"note trick {names.index(winner)} {points}"


def hands(dealt: dict[int, str]) -> list[str]:
    """Return the lines that show what was dealt."""
    return [f"show hand {seat} {hand}" for seat, hand in dealt.items()]


def filled(pack: Iterable[str], dealt: dict[int, str], seats: int, size: int, lines: Iterable[str]) -> dict[int, str]:
    """Return what every seat is dealt; hands that are not given get the rest of the pack, suit by suit.

    Args:
        pack: the cards.
        dealt: the hands that are given.
        seats: the number of hands.
        size: the cards of a hand.
        lines: lines of the record that follow; kitties that they show are nobody's.
    """
    kitties = [line.split()[3:] for line in lines if line.startswith("show kitty")]
    taken = {card for cards in (*map(str.split, dealt.values()), *kitties) for card in cards}
    rest = [card for card in pack if card not in taken]
    return {seat: dealt.get(seat) or " ".join(rest.pop(0) for _ in range(size)) for seat in range(seats)}


def numbers(text: str) -> list[int]:
    """Return numbers from ranges such as `1-3 13-16`."""
    ends = [part.split("-") for part in text.split()]
    return [n for first, last in ends for n in range(int(first), int(last) + 1)]


def joined(*parts: Iterable[str]) -> str:
    """Return lines as a record."""
    return "\n".join(line for part in parts for line in part) + "\n"


def without_the_end(found: Iterable[str]) -> list[str]:
    """Return the differences in a record that breaks off, without that one."""
    return [sentence for sentence in found if not sentence.endswith("the record breaks off")]


class Script:
    """Bidders who say what is written, such as `E 50, S pass`; keeps what each was offered.

    Args:
        text: who says what, in order.
        names: the letter of each seat.
    """

    def __init__(self, text: str, names: str = "01234") -> None:
        self.calls = [call.split() for call in text.split(", ")]
        self.names = names
        self.offered: list[str] = []

    def __call__(self, seat: int, words: Sequence[str]) -> str:
        """Answer a question."""
        who, word = self.calls[len(self.offered)]
        assert seat == self.names.index(who), f"{self.names[seat]} is asked, not {who}"
        assert word in words, f"{word} is not among {words}"
        self.offered.append(" ".join(words))
        return word

    def check_all_asked(self) -> None:
        """See that everything written has been said."""
        assert len(self.offered) == len(self.calls)
