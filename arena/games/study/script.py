"""The answers of a study: bids and plays, derived from a contract or given word for word."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.games.kernel import Ask, Card, Note, Seat, Word
from arena.games.kernel.position import Position
from arena.games.study.problems import StudyError, question, seat_of, stands, table_of, words_of

PLAY: Final = "play"
"""The kind of the question for a card to play."""
AUCTION: Final = ("bid", "call")
"""The kinds of questions of an auction."""


class Lines:
    """The answers to questions of one kind, used one after the other.

    Args:
        key: the key of the study.
        words: the answers, at least one.
    """

    def __init__(self, key: str, words: Sequence[Word]) -> None:
        self.key = key
        self.words = words
        self.used: int = 0

    def word(self, ask: Ask) -> Word | None:
        """Return the next answer. After the last one, repeat it while it is legal; else return None."""
        if self.used < len(self.words):
            self.used += 1
            return self.words[self.used - 1]
        return self.words[-1] if self.words[-1] in ask.legal else None


class Contract:
    """A bid that a seat must make.

    Args:
        seat: the contractor.
        bid: the word of the bid.
    """

    def __init__(self, seat: Seat, bid: Word) -> None:
        self.seat = seat
        self.bid = bid
        self.said: bool = False
        self.refused: Ask | None = None
        """The last question at which the bid was not legal."""

    def word(self, ask: Ask) -> Word | None:
        """Return the bid if the contractor is asked and it is legal and not made yet; else None."""
        if ask.seat != self.seat or self.said:
            return None
        if self.bid not in ask.legal:
            self.refused = ask
            return None
        self.said = True
        return self.bid

    def check(self, position: Position[Any]) -> None:
        """Check that the auction ended in the contract.

        Raises:
            StudyError: it did not.
        """
        told = [event.values for event in position.log if isinstance(event, Note) and event.kind == "contract"]
        found = [str(value) for value in told[-1]] if told else []
        if found[:2] == [str(self.seat), self.bid] or (self.said and not found):
            return
        if self.said:
            raise StudyError([f"contract: seat {self.seat} said {self.bid}, but the contract became {' '.join(found)}"])
        if self.refused is not None:
            raise StudyError([f"contract.bid: {self.bid} is not legal; {question(self.refused)}"])
        raise StudyError([f"contract: seat {self.seat} was not asked for a bid; {stands(position)}"])


class Script:
    """The part of a study that gives answers.

    Args:
        study: the study.
        seats: the number of seats.
        silent: words that do nothing special (`Game.silent`). The first legal one answers a question for which the
            study has no answer.
        problems: errors are appended to it.
    """

    def __init__(self, study: Mapping[str, Any], seats: int, silent: Sequence[Word], problems: list[str]) -> None:
        self._silent = silent
        self._words = words_of("words", study.get("words", ""), problems)
        self._cards: deque[Card] = deque(words_of("play", study.get("play", ""), problems))
        self._goes_on = bool(self._cards) or "contract" in study or "says" in study
        self._says: dict[str, Lines] = {}
        self._contract: Contract | None = None
        self._asked: dict[str, None] = {}
        """The kinds of questions that were asked, in order."""
        double = [key for key in ("contract", "says") if key in study and "words" in study]
        problems += [f"words: replaces {key}; leave out one of them" for key in double]
        for kind, value in table_of(study, "says", 'misdeal = "play"', problems).items():
            self._add(kind, f"says.{kind}", value, problems)
        contract = table_of(study, "contract", 'seat = 1, bid = "7"', problems)
        if isinstance(study.get("contract"), Mapping):
            self._take(contract, seats, problems)

    def _take(self, said: Mapping[str, Any], seats: int, problems: list[str]) -> None:
        """Read a contract: its seat and bid, and this seat's answers to other questions."""
        seat, bid = seat_of(said.get("seat"), seats), said.get("bid")
        if seat is None:
            problems.append(f"contract.seat: needs the seat of the contractor, 0 to {seats - 1}")
        if not isinstance(bid, str):
            problems.append("contract.bid: needs the word of the bid in quotes")
        if seat is not None and isinstance(bid, str):
            self._contract = Contract(seat, bid)
        for kind, value in said.items():
            if kind not in {"seat", "bid"}:
                self._add(f"{seat} {kind}", f"contract.{kind}", value, problems)

    def _add(self, kind: str, key: str, value: object, problems: list[str]) -> None:
        """Read the answers to the questions of one kind."""
        before = len(problems)
        words = words_of(key, value, problems)
        if words:
            self._says[kind] = Lines(key, words)
        elif len(problems) == before:
            problems.append(f"{key}: needs a word")

    def follow(self, position: Position[Any]) -> None:
        """Play a deal from its first question to the position of the study.

        Raises:
            StudyError: the rules do not allow an answer, or an answer was not needed.
        """
        for number, word in enumerate(self._words, 1):
            _answer(position, word, f"words: word {number}")
        if not self._goes_on:
            return
        while (ask := position.ask) is not None and ask.kind != PLAY and self._say(position, ask):
            pass
        if self._contract is not None:
            self._contract.check(position)
        self._play(position)
        self._check_all_used(position)

    def _play(self, position: Position[Any]) -> None:
        """Play the cards, and answer the questions between them."""
        number = 0
        while self._cards:
            ask, card = position.ask, self._cards[0]
            if ask is None or ask.kind == PLAY:
                number += 1
                _answer(position, self._cards.popleft(), f"play: card {number}")
            elif not self._say(position, ask):
                raise StudyError([f"play: before {card} {question(ask)}; say it in says.{ask.kind}, or with words"])

    def _say(self, position: Position[Any], ask: Ask) -> bool:
        """Answer a question that is not for a card; return whether the study has an answer."""
        self._asked[ask.kind] = None
        for kind in (f"{ask.seat} {ask.kind}", ask.kind):
            if kind in self._says and (word := self._says[kind].word(ask)) is not None:
                _answer(position, word, self._says[kind].key)
                return True
        word = self._bid_or_innocent(ask)
        if word is not None:
            position.play(word)
        return word is not None

    def _bid_or_innocent(self, ask: Ask) -> Word | None:
        """Return the answer to a question for which the study gives no words; None if there is none."""
        innocent = next((word for word in self._silent if word in ask.legal), None)
        only = ask.legal[0] if len(ask.legal) == 1 else None
        if ask.kind not in AUCTION:
            return innocent or only
        if self._contract is None:
            return None
        forced = ask.legal[0] if ask.kind == "bid" else only
        return self._contract.word(ask) or innocent or forced

    def _check_all_used(self, position: Position[Any]) -> None:
        """Check that every answer was needed, except answers that do nothing special."""
        idle = [
            lines for lines in self._says.values() if not lines.used and not set(self._silent).issuperset(lines.words)
        ]
        if idle:
            asked = ", ".join(self._asked) or "nothing"
            raise StudyError(
                [f"{lines.key}: answers no question; asked: {asked}; {stands(position)}" for lines in idle]
            )


def _answer(position: Position[Any], word: Word, key: str) -> None:
    """Answer the open question."""
    ask = position.ask
    if ask is None:
        raise StudyError([f"{key}: the deal is over before {word}; leave it out, and what follows"])
    if word not in ask.legal:
        raise StudyError([f"{key}: {word} is not legal; {question(ask)}"])
    position.play(word)
