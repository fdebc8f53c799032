"""What the bot has seen, as a row of zeros and ones: all that the network knows about a deal of Kaiser.

Most of the row consists of planes, which have one number for each of the 32 cards. Messages set numbers of the row, and
this is almost all that the bot remembers. Three planes are computed when a question arrives. A larger network could
learn them from more deals.
"""

SUITS = "SHDC"
CARDS = [rank + suit for suit, low in zip(SUITS, ("983", "985", "987", "987"), strict=True) for rank in "AKQJT" + low]
BIDS = [f"{points}{trumps}" for points in range(5, 13) for trumps in ("", "no")]
KINDS = ("bid", "trump", "play")

# The words that the network can say, in the order of its outputs.
WORDS = {word: number for number, word in enumerate([*CARDS, "pass", *BIDS, *SUITS])}

PLACE = {card: place for place, card in enumerate(CARDS)}  # in each suit, high cards come before low ones
SEATS = 4

# The positions in the row. Seats are counted from mine: 1 is to my left, 2 is my partner.
ALWAYS = 0  # always 1, so that the network can add a constant to every sum
MINE = 1  # a plane: the cards in my hand
GONE = MINE + 32  # cards that have been played
LAID = GONE + 32  # cards on the table: a plane for each of the other seats
TRUMPS = LAID + 3 * 32  # those of my cards that are trumps
TAKES = TRUMPS + 32  # those that would take the trick
HIGHEST = TAKES + 32  # those with no higher card of their suit in other hands
TRUMP = HIGHEST + 32  # spades, hearts, diamonds, clubs, none
LED = TRUMP + 5  # the suit led
VOID = LED + 4  # the suits of which the other seats have shown to have no card
COUNT = VOID + 3 * 4  # the number of cards on the table
BEST = COUNT + 4  # the seat that is winning the trick
BIDDER = BEST + 4  # the seat with the highest bid
BID = BIDDER + 4  # the highest bid
DECLARER = BID + len(BIDS)
FROZEN = DECLARER + 4  # whether my side gains only by its own contracts
KIND = FROZEN + 1
SIZE = KIND + len(KINDS)


class Sight:
    """A table as seen from one seat."""

    def __init__(self) -> None:
        self.sit_down("", {})

    def hear(self, verb: str, words: list[str]) -> None:
        """Update the row from one message."""
        match verb, words:
            case "game", [_, name, *settings]:
                self.sit_down(name, pairs(settings))
            case _ if self.game != "kaiser":
                pass  # the words of other games may be different
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
        """Begin a game: store its name, my seat and the option that matters."""
        self.game = name
        self.seat = int(options.get("seat", "0"))
        self.freeze_above = int(options.get("freeze_above", "45"))
        self.new_deal({})

    def new_deal(self, standing: dict[str, str]) -> None:
        """Forget the last deal; note the scores before this one."""
        self.row = bytearray(SIZE)
        self.row[ALWAYS] = 1
        self.trump = ""
        self.trick: list[tuple[int, str]] = []  # the cards of this trick, with the seats counted from mine
        mine = standing.get("scores", "0,0").split(",")[self.seat % 2]
        self.row[FROZEN] = int(mine) > self.freeze_above

    def watch(self, seat: int, kind: str, word: str) -> None:
        """Note the decision of a seat, counted from mine."""
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
        """Return the row for a question of this kind, including the planes that are computed."""
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
        """Return the seat and the card that are winning the trick."""
        best = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def beats(self, card: str, other: str) -> bool:
        """Return whether a card takes the trick from a card that was played before it."""
        return PLACE[card] < PLACE[other] if card[1] == other[1] else card[1] == self.trump

    def is_highest(self, place: int) -> bool:
        """Return whether all higher cards of the suit are gone or mine."""
        return all(self.row[GONE + at] or self.row[MINE + at] for at in range(place - place % 8, place))

    def from_me(self, seat: str) -> int:
        """Return the number of a seat counted from mine."""
        return (int(seat) - self.seat) % SEATS

    def mark(self, begin: int, *places: int) -> None:
        """Set numbers of the row to 1."""
        for place in places:
            self.row[begin + place] = 1

    def clear(self, begin: int, end: int) -> None:
        """Set a part of the row to 0."""
        self.row[begin:end] = bytes(end - begin)


def pairs(words: list[str]) -> dict[str, str]:
    """Return words such as `seat=2` as a dictionary."""
    return dict(word.split("=", 1) for word in words if "=" in word)
