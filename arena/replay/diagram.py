"""Deals as text: hands round the table, the auction, tricks in rows, and the score sheet of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from arena.games.kernel import Card, Place
from arena.games.parts.cards import SUITS, TURNED, printed_suit
from arena.replay.frames import ALL, Frame, Replay, row_of

COMPASS: Final = 4
"""So many hands are drawn round the table; fewer or more stand in rows."""
NO_SUIT: Final = "-"
"""Stands before cards without a suit, such as jokers."""
GAP: Final = "  "
REMARK: Final = 44
"""The width of what is said beside a trick, in characters."""


class Part(NamedTuple):
    """A deal of a replay, or what came before the first one.

    Args:
        number: the number of the deal; 0 before the first.
        start: the number of its first frame in the replay.
        frames: its frames; that of the deal first.
    """

    number: int
    start: int
    frames: Sequence[Frame]


class Message(NamedTuple):
    """A line of the protocol: the verb, then its words; the text of table talk is one word."""

    verb: str
    words: list[str]


def parts(frames: Sequence[Frame]) -> list[Part]:
    """Return the deals of a view, each with its frames; what came before the first deal has the number 0."""
    starts = [0, *(at for at, frame in enumerate(frames) if frame.deal and at)]
    ends = [*starts[1:], len(frames)]
    return [Part(frames[a].deal, a, frames[a:b]) for a, b in zip(starts, ends, strict=True) if a < b]


def diagrams(replay: Replay) -> list[str]:
    """Return a text for each deal of a replay, and for what came before the first one if it was anything."""
    return [diagram(replay, part) for part in parts(replay.views[ALL])]


def diagram(replay: Replay, part: Part) -> str:
    """Return a deal as text: hands, then what happened in its order.

    Args:
        replay: the replay.
        part: one of the deals of one of its views.
    """
    first = part.frames[0]
    blocks = [[_head(first)] if part.number else ["Before the first deal"]]
    if hands := _dealt(part.frames):
        blocks.append(list(_hands(replay, hands)))
    blocks += _happened(replay, part.frames)
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def score_sheet(replay: Replay) -> str:
    """Return a line for each deal: what was played, the points of the deal, the scores after it. "" if none has any."""
    rows = []
    for part in parts(replay.frames):
        said = [told(part.frames, kind) for kind in ("contract", "points", "scores")]
        if part.number and any(said):
            rows.append((str(part.number), *said))
    if not rows:
        return ""
    columns = [
        column for column in zip(("deal", "contract", "points", "scores"), *rows, strict=True) if any(column[1:])
    ]
    return "\n".join(line.rstrip() for line in _columns(list(zip(*columns, strict=True))))


def read(line: str) -> Message:
    """Return the words of a line of a frame."""
    verb, *words = line.split(" ")
    if verb == "say":
        words = line.split(" ", 2)[1:]
    return Message(verb, words)


def told(frames: Iterable[Frame], kind: str) -> str:
    """Return what the last note of a kind said in a deal; of the contract, all that was said of it."""
    lines = [read(frame.line).words for frame in frames if frame.kind in {"contract", "score"}]
    if kind == "contract":
        agreed = [read(frame.line).words for frame in frames if frame.kind == "contract"]
        return ", ".join([" ".join(words[1:] if words[0] == kind else words) for words in agreed])
    found = [words[1:] for words in lines if words[0] == kind]
    return " ".join(found[-1]) if found else ""


def _head(frame: Frame) -> str:
    """Return the headline of a deal: its number, and the standing before it."""
    _, number, *standing = read(frame.line).words
    return f"Deal {number}: {', '.join(word.replace('=', ' ', 1).replace(',', ' ') for word in standing)}".rstrip(": ")


def _dealt(frames: Iterable[Frame]) -> Mapping[Place, tuple[Card, ...]]:
    """Return the cards of each place as they were dealt: as they are known before the first answer."""
    found: dict[Place, tuple[Card, ...]] = {}
    for frame in frames:
        if frame.kind not in {"deal", "show", "note", ""}:
            break
        found |= frame.places or {}
    return {place: cards for place, cards in found.items() if cards}


def _suits(cards: Iterable[Card]) -> dict[str, str]:
    """Return the ranks of the cards of each suit, and the cards without one."""
    found: dict[str, list[str]] = {}
    for card in cards:
        suit = printed_suit(card)
        found.setdefault(suit or NO_SUIT, []).append(card[:-1] if suit else card)
    return {suit: " ".join(found[suit]) for suit in (*SUITS, NO_SUIT) if suit in found}


def _hands(replay: Replay, hands: Mapping[Place, Sequence[Card]]) -> Iterator[str]:
    """Yield the lines of the hands: four round the table, seat 0 below; else in rows. Then the other places."""
    seats = sorted(place for place in hands if isinstance(place, int))
    others = sorted(place for place in hands if isinstance(place, str))
    if len(replay.names) == COMPASS and len(seats) == COMPASS:
        yield from _compass(replay, hands)
        yield from ([""] if others else [])
        yield from (f"{place}: {' '.join(hands[place])}" for place in others)
        return
    suits = [suit for suit in (*SUITS, NO_SUIT) if any(suit in _suits(cards) for cards in hands.values())]
    rows: list[Sequence[str]] = [("", *suits)]
    places: list[Place] = [*seats, *others]
    for place in places:
        held = _suits(hands[place])
        rows.append((_who(replay, place), *(held.get(suit, "") for suit in suits)))
    yield from _columns(rows)


def _compass(replay: Replay, hands: Mapping[Place, Sequence[Card]]) -> Iterator[str]:
    """Yield four hands round the table: seat 0 below, 1 on the left, 2 above, 3 on the right."""
    blocks = [
        [_who(replay, seat), *(f"{suit} {its}" for suit, its in _suits(hands[seat]).items())] for seat in range(4)
    ]
    below, left, above, right = blocks
    wide = max(map(len, left)) + 8
    middle = " " * (wide // 2)
    yield from (f"{middle}{line}" for line in above)
    yield from (f"{one:{wide}}{other}" for one, other in zip_longest(left, right, fillvalue=""))
    yield from (f"{middle}{line}" for line in below)


def _who(replay: Replay, place: Place) -> str:
    """Return what to call a place: the number of the seat and its entrant, or the name of the place."""
    return f"{place} {replay.names[place]}" if isinstance(place, int) else place


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines, with columns as wide as their widest cells."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield GAP.join([f"{cell:{width}}" for cell, width in zip(row, wide, strict=True)])


def _happened(replay: Replay, frames: Sequence[Frame]) -> list[list[str]]:
    """Return what happened in a deal as blocks of lines, in its order."""
    blocks: list[list[str]] = []
    playing = False  # a trick has begun and is not taken yet

    def block(frame: Frame) -> str:
        nonlocal playing
        if frame.kind == "play" and len(frame.line.split()) == 4 and frame.trick is not None:
            playing = True
        if playing or frame.kind in {"play", "trick"}:
            playing = playing and frame.kind not in {"trick", "over", "score"}
            return "tricks"
        return {"call": "calls", "say": "calls"}.get(frame.kind, "lines")

    heard = [frame for frame in frames if frame.kind not in {"", "deal", "board"}]
    for kind, group in groupby(heard, block):
        made = {"calls": _calls, "tricks": _tricks, "lines": _lines}[kind](replay, list(group))
        if made:
            blocks.append(made)
    if board := _board(frames):
        blocks.append(board)
    return blocks


def _board(frames: Sequence[Frame]) -> list[str]:
    """Return the rows of the last board of a deal; none if it has no board."""
    rows: list[str] = []
    before = ""
    for frame in frames:
        if frame.kind == "board":
            rows = [*(rows if before == "board" else ()), row_of(frame.line)]
        before = frame.kind
    return rows


def _calls(replay: Replay, frames: Sequence[Frame]) -> list[str]:
    """Return an auction or another dialogue: a column for each seat, a row for each round."""
    lines = [read(frame.line) for frame in frames]
    usual = Counter(line.words[1] for line in lines if line.verb == "did").most_common(1)
    seats = [*range(len(replay.names))]
    first = int(lines[0].words[0])
    order = seats[first:] + seats[:first]
    rows: list[dict[int, str]] = []
    last = len(order)
    for line in lines:
        seat = int(line.words[0])
        text = f'"{line.words[1]}"' if line.verb == "say" else _call(line, usual[0][0])
        if line.verb == "say" and rows and seat in rows[-1]:
            rows[-1][seat] += f" {text}"
            continue
        if order.index(seat) <= last or not rows:
            rows.append({})
        last = order.index(seat)
        rows[-1][seat] = f"{rows[-1][seat]} {text}" if seat in rows[-1] else text
    spoke = [seat for seat in order if any(seat in row for row in rows)]
    head = usual[0][0] if usual else "talk"
    if len(rows) == 1 and len(spoke) == 1:
        return [f"{head}: {spoke[0]} {rows[0][spoke[0]]}"]
    cells = [(head, *map(str, spoke)), *(("", *(row.get(seat, "") for seat in spoke)) for row in rows)]
    return list(_columns(cells))


def _call(line: Message, usual: str) -> str:
    """Return an answer that is no card: its word, with its kind if that is not the usual one here."""
    _, kind, word = line.words
    return word if kind == usual else f"{kind} {word}"


def _lines(replay: Replay, frames: Sequence[Frame]) -> list[str]:
    """Return cards laid aside, cards shown and notes: a line for each, cards that one seat lays aside together."""
    del replay
    found: list[str] = []
    before = ""
    for frame in frames:
        verb, words = read(frame.line)
        if verb == "show" and words[0] == "hand":
            continue
        if verb == "did":
            begin = f"{words[1]}: {words[0]}"
            if begin == before:
                found[-1] += f" {words[2]}"
            else:
                found.append(f"{begin} {words[2]}")
            before = begin
            continue
        before = ""
        if verb == "show":
            kind, owner, *cards = words
            found.append(f"{kind}: {'' if owner == '-' else owner + ' '}{' '.join(cards)}")
        else:
            found.append(f"{words[0]}: {' '.join(words[1:])}".rstrip(": "))
    return found


def _tricks(replay: Replay, frames: Sequence[Frame]) -> list[str]:
    """Return tricks in rows: under each seat its card, the lead marked with >, the winner with *, then what it took."""
    seats = [*range(len(replay.names))]
    rows: list[list[str]] = []
    cards: dict[int, list[str]] = {}
    remarks: list[str] = []
    led = False

    def end(winner: str, took: str) -> None:
        nonlocal led
        cells = []
        for seat in seats:
            cell = " ".join(cards.get(seat, ()))
            cells.append(f"{cell}*" if str(seat) == winner and cell else cell)
        said = wrap(", ".join([took, *remarks] if took else remarks), REMARK, break_long_words=False) or [""]
        rows.extend([[*cells, said[0]], *([*[""] * len(cells), more] for more in said[1:])])
        cards.clear()
        remarks.clear()
        led = False

    for frame in frames:
        words = read(frame.line).words
        if frame.kind == "play" and frame.trick is not None:
            seat = int(words[0])
            if not led and frame.trick[0][0] is None:
                remarks.append(f"turned {frame.trick[0][1]}")
            cards.setdefault(seat, []).append(words[2] if led else f">{words[2]}")
            led = True
        elif frame.kind == "trick":
            end(frame.winner, " ".join(words[2:]))
        elif not (frame.kind == "show" and words[0] == TURNED):
            remarks.append(" ".join([word for word in words if word != "-"]))
    if cards or remarks:
        end("", "")
    return list(_columns([(*map(str, seats), "took"), *rows]))
