"""What the bot sees, as a row of zeros and ones: all that the network knows of a deal of Kaiser.

Most of the row are planes: one number for each of the 32 cards. What happens sets numbers, and that is all there is to
remember. Three planes are worked out when a question comes. A network could find them by itself, with more deals to
learn from and more weights.
"""

SUITS = "SHDC"
CARDS = [rank + suit for suit, low in zip(SUITS, ("983", "985", "987", "987"), strict=True) for rank in "AKQJT" + low]
BIDS = [f"{points}{trumps}" for points in range(5, 13) for trumps in ("", "no")]
KINDS = ("bid", "trump", "play")

# The words that the network can say, in the order of its outputs.
WORDS = {word: number for number, word in enumerate([*CARDS, "pass", *BIDS, *SUITS])}

PLACE = {card: place for place, card in enumerate(CARDS)}  # high cards of a suit come before low ones
SEATS = 4

# Where things stand in the row; seats are counted from my own: 1 is to my left, 2 my partner.
ALWAYS = 0  # a one, so that the network can add a number to every sum
MINE = 1  # a plane: the cards in my hand
GONE = MINE + 32  # cards that have been played
LAID = GONE + 32  # cards on the table: a plane for each of the other seats
TRUMPS = LAID + 3 * 32  # of my cards, those that are trumps,
TAKES = TRUMPS + 32  # those that would take the trick as it lies,
HIGHEST = TAKES + 32  # and those that have no higher one of their suit still out
TRUMP = HIGHEST + 32  # spades, hearts, diamonds, clubs, none
LED = TRUMP + 5  # the suit led
VOID = LED + 4  # the suits that the other seats have shown not to hold
COUNT = VOID + 3 * 4  # how many cards are on the table
BEST = COUNT + 4  # whose card takes the trick
BIDDER = BEST + 4  # whose bid is the highest
BID = BIDDER + 4  # and what it is
DECLARER = BID + len(BIDS)
FROZEN = DECLARER + 4  # my side gains by its own contracts only
KIND = FROZEN + 1
SIZE = KIND + len(KINDS)


class Sight:
    """One table as one seat sees it."""

    def __init__(self) -> None:
        self.sit_down("", {})

    def hear(self, verb: str, words: list[str]) -> None:
        """Take in one message."""
        match verb, words:
            case "game", [_, name, *settings]:
                self.sit_down(name, pairs(settings))
            case _ if self.game != "kaiser":
                pass  # its words may be others
            case "note", ["deal", _, *standing]:
                self.new_deal(pairs(standing))
            case "show", ["hand", owner, *cards] if int(owner) == self.seat:
                self.mark(MINE, *(PLACE[card] for card in cards))
            case "did", [seat, kind, word]:
                self.watch(self.from_me(seat), kind, word)
            case "note", ["contract", seat, *_]:
                self.mark(DECLARER, self.from_me(seat))
            case "note", ["trump", trump, *_]:
                self.trump = trump
                self.mark(TRUMP, (*SUITS, "NT").index(trump))
            case "note", ["trick", *_]:
                self.trick = []
                self.clear(LAID, TRUMPS)

    def sit_down(self, name: str, options: dict[str, str]) -> None:
        """Begin a game: which one, at which seat, and what counts of its options."""
        self.game = name
        self.seat = int(options.get("seat", "0"))
        self.freeze_above = int(options.get("freeze_above", "45"))
        self.new_deal({})

    def new_deal(self, standing: dict[str, str]) -> None:
        """Forget the last deal; take in the scores before this one."""
        self.row = bytearray(SIZE)
        self.row[ALWAYS] = 1
        self.trump = ""
        self.trick: list[tuple[int, str]] = []  # the cards on the table, and who played them, counted from me
        mine = standing.get("scores", "0,0").split(",")[self.seat % 2]
        self.row[FROZEN] = int(mine) > self.freeze_above

    def watch(self, seat: int, kind: str, word: str) -> None:
        """See a seat, counted from me, decide something."""
        if kind == "bid" and word != "pass":
            self.clear(BIDDER, DECLARER)
            self.mark(BIDDER, seat)
            self.mark(BID, BIDS.index(word))
        elif kind == "play":
            self.trick.append((seat, word))
            self.mark(GONE, PLACE[word])
            if seat == 0:
                self.row[MINE + PLACE[word]] = 0
                return
            self.mark(LAID, 32 * (seat - 1) + PLACE[word])
            led = self.trick[0][1][1]
            if word[1] != led:
                self.mark(VOID, 4 * (seat - 1) + SUITS.index(led))

    def question(self, kind: str) -> bytes:
        """Return the row for a question of a kind: what was seen, and what follows from it."""
        self.clear(TRUMPS, TRUMP)
        self.clear(LED, VOID)
        self.clear(COUNT, BIDDER)
        self.clear(KIND, SIZE)
        self.mark(KIND, KINDS.index(kind))
        self.mark(COUNT, len(self.trick))
        best = ""
        if self.trick:
            self.mark(LED, SUITS.index(self.trick[0][1][1]))
            seat, best = self.winning()
            self.mark(BEST, seat)
        for place, card in enumerate(CARDS):
            if self.row[MINE + place]:
                self.row[TRUMPS + place] = card[1] == self.trump
                self.row[TAKES + place] = not best or self.beats(card, best)
                self.row[HIGHEST + place] = self.is_highest(place)
        return bytes(self.row)

    def winning(self) -> tuple[int, str]:
        """Return the seat and the card that take the trick as it lies."""
        best = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def beats(self, card: str, other: str) -> bool:
        """Say whether a card takes the trick from another one."""
        return PLACE[card] < PLACE[other] if card[1] == other[1] else card[1] == self.trump

    def is_highest(self, place: int) -> bool:
        """Say whether all higher cards of the suit are gone or mine."""
        return all(self.row[GONE + at] or self.row[MINE + at] for at in range(place - place % 8, place))

    def from_me(self, seat: str) -> int:
        """Return a seat counted from my own."""
        return (int(seat) - self.seat) % SEATS

    def mark(self, begin: int, *places: int) -> None:
        """Set some numbers of the row."""
        for place in places:
            self.row[begin + place] = 1

    def clear(self, begin: int, end: int) -> None:
        """Set a part of the row to zeros."""
        self.row[begin:end] = bytes(end - begin)


def pairs(words: list[str]) -> dict[str, str]:
    """Return words such as `seat=2` as keys and values."""
    return dict(word.split("=", 1) for word in words if "=" in word)
