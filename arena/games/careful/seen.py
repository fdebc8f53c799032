"""What the bot has seen. All that it knows comes from the messages."""

from collections.abc import Callable
from typing import Final, TypeAlias

from arena.games.careful.cards import PRINTED, Unseen, suit

NOBODY: Final = -1
RAISES: Final = ("truc", "retruc")  # words of a turn that are no cards
HIDDEN: Final = "-"  # the word for a card that is played face down
TWO_AGAINST_ALL: Final = ("silent_fixed", "silent_rotating", "called_card")  # formats that give a partner

# The chance in per cent that one of three hands holds none of n cards: about (2/3)^n.
NONE_OF: Final = (100, 67, 44, 30, 20, 13, 9, 6, 4, 3, 2, 1)


class Seen:
    """The seats, the scores and the deal so far; `hear` updates it.

    Args:
        model: another table, of which this becomes a copy that may hear other messages from here on.
    """

    def __init__(self, model: "Seen | None" = None) -> None:
        if model is None:
            self.sit_down("", [])
        else:
            self.take_over(model)

    def hear(self, verb: str, words: list[str]) -> None:
        """Update the table from one message; unknown verbs and kinds are ignored."""
        match verb, words:
            case "game", [_, name, *settings]:
                self.sit_down(name, settings)
            case "show", [kind, owner, *cards]:
                self.see(kind, owner, cards)
            case "did", [seat, kind, word]:
                self.watch(int(seat), kind, word)
            case "note", [kind, *values]:
                self.note(kind, values)

    def sit_down(self, name: str, settings: list[str]) -> None:
        """Begin a game: store its name, its options and my seat."""
        self.game: str = name
        self.options: dict[str, str] = pairs(settings)
        self.seat: int = int(self.options.get("seat", "0"))
        self.sides: list[str] = self.options.get("sides", "0").split(",")
        self.new_deal([])

    def new_deal(self, standing: list[str]) -> None:
        """Forget the last deal; store the scores before this one."""
        told = pairs(standing)
        self.standing: dict[str, str] = told
        self.scores: list[int] = [int(score) for score in told.get("scores", "").split(",") if score]
        self.dealer: int = int(told.get("dealer", "0"))
        self.worth: int = 1  # what the hand is worth where it can be raised
        self.away: int = NOBODY  # the seat that has laid its cards down and does not play
        self.out: list[str] = told.get("out", "").split(",")  # sides that have left the game
        self.seats: list[int] = self.playing()  # the seats that play
        self.keeps: bool = True  # whether it notes the tricks, or finds them noted by another table of the same deal
        self.teams: list[str] = list(self.sides)  # the team of each seat; in some games the contract changes it
        self.silent: int = NOBODY  # the contractor's partner, who does not bid
        self.called: str = ""  # the card whose holder is the contractor's partner
        self.hand: list[str] = []
        self.turned: list[str] = []  # the cards turned up from the stock, from its top or its bottom
        self.dealt: int = 0  # the number of cards of a hand after the deal
        self.faces: dict[int, list[str]] = {}  # the open cards of seats that play from stacks or lay down their hand
        self.gone: set[str] = set()  # cards that are in no hand any more
        self.trick: list[tuple[int, str]] = []  # the cards of this trick, with the seats that played them
        self.voids: set[tuple[int, str]] = set()  # seats that have shown to have no card of a suit
        self.must_follow: bool = True  # whether a suit must be followed before it may be trumped
        self.none_of: tuple[int, ...] = NONE_OF  # the chance in per cent that another hand holds none of n cards
        self.others: Unseen | None = None  # the cards that others may hold, once they have been counted
        self.judged: Judged | None = None  # what the cards played show by another rule than `voids`, once it was asked
        self.played: list[tuple[int, str, str]] = []  # every card played: seat, card, card led
        self.won: list[int] = [0] * len(self.sides)  # the tricks of each seat
        self.trump: str = ""
        self.phase: str = ""  # the phase of a game whose rules change
        self.bidder: int = NOBODY  # the seat with the highest bid
        self.bid: str = ""
        self.bids: dict[int, str] = {}  # the last bid of every seat that has bid
        self.calls: list[tuple[int, str]] = []  # every call: seat, word
        self.we_have_bid: bool = False
        self.declarer: int = NOBODY
        self.contract: str = ""
        self.joker_suit: str = ""  # the suit declared for the joker, in no trump
        self.named: str = ""  # the suit named for a joker that was led

    def see(self, kind: str, owner: str, cards: list[str]) -> None:
        """Note cards that are shown: my hand, the kitty that I take, and cards that lie face up."""
        self.others = None
        if kind == "hand" and owner == str(self.seat):
            self.hand = cards
            self.dealt = len(cards)
        elif kind in {"kitty", "hole"} or (kind in {"drawn", "taken"} and owner == str(self.seat)):
            self.hand = self.hand + cards
        elif kind in {"turn-up", "bottom"}:
            self.turned = self.turned + cards
        elif kind in {"turned", "ignored"} and owner == "-":
            self.turn_up(kind, cards)
        elif kind == "laid":
            for card in cards:
                self.put_away(card)
        elif kind == "turned" and int(owner) not in self.faces:
            self.gone.add(*cards)
        elif kind in {"stacks", "turned", "exposed"}:
            self.faces[int(owner)] = self.faces.get(int(owner), []) + cards

    def turn_up(self, kind: str, cards: list[str]) -> None:
        """Note cards turned up from the stock one by one: they are played to the trick, or out of play."""
        self.gone.update(cards)
        if kind == "turned" and self.keeps:
            self.trick.extend([(NOBODY, card) for card in cards])

    def watch(self, seat: int, kind: str, word: str) -> None:
        """Note the decision of a seat. My own decisions come back in this way too, so they are noted only here."""
        if kind == "play":
            if word not in RAISES:
                self.lay(seat, word)
        elif kind == "bid" and word != "pass":
            self.bidder = seat
            self.bid = self.bid if word == "keep" else word
            self.bids[seat] = self.bid
            self.we_have_bid |= self.partners(seat, self.seat)
        elif kind in {"discard", "exchange", "draw", "turn_up"} and seat == self.seat:
            self.put_away(word)
        elif kind == "call":
            self.calls.append((seat, word))
            self.called = word
            if word in self.hand:
                self.join(self.seat)
        elif kind == "name-suit":
            self.named = word

    def lay(self, seat: int, card: str) -> None:
        """Note a card that is played; a seat that does not follow suit has no card of that suit."""
        if seat == self.seat or self.faces:
            self.put_away(card)
        else:
            self.strike(card)
        if card == self.called:
            self.join(seat)
        if not self.keeps:
            return
        self.trick.append((seat, card))
        lead = self.trick[0][1]
        self.played.append((seat, card, lead))
        if suit(card) != suit(lead):
            self.voids.add((seat, suit(lead)))

    def put_away(self, card: str) -> None:
        """Note that a card is in no hand any more; it may have been in mine, or face up."""
        self.strike(card)
        if card in self.hand:
            self.hand.remove(card)
        for cards in self.faces.values():
            if card in cards:
                cards.remove(card)

    def strike(self, card: str) -> None:
        """Note that others do not hold a card any more."""
        self.gone.add(card)
        if self.others is not None:
            self.others.remove(card)

    def note(self, kind: str, values: list[str]) -> None:
        """Note a public fact."""
        match kind, values:
            case "deal", [_, *standing]:
                self.new_deal(standing)
            case "silent", [seat]:
                self.silent = int(seat)
            case "contract", [seat, *word]:
                self.declarer = seat_of(seat)
                self.contract = word[0] if word else ""
                self.take_sides()
            case "trump", [trump]:
                self.trump = trump
            case "phase", [phase]:
                self.phase = phase
            case "joker-suit", [declared]:
                self.joker_suit = declared
            case "sits-out", [seat]:
                self.away = int(seat)
                self.seats = self.playing()
                self.others = None  # there are fewer cards
            case "partner", [seat]:
                self.join(int(seat))
            case "worth", [worth]:
                self.worth = int(worth)
            case "trick", [seat, *_]:
                self.take(seat_of(seat))
            case "bid", [_, word]:
                self.bid = word

    def take(self, seat: int) -> None:
        """Note who has won the trick; `NOBODY` for the house."""
        if self.keeps:
            if seat != NOBODY:
                self.won[seat] += 1
            self.trick.clear()

    def take_sides(self) -> None:
        """Set the teams when the contract is known: the contractor and a partner, if any, against all others."""
        if self.brings_partner():
            self.teams = [*self.sides]
            self.all_defend()
            self.join(self.silent)

    def brings_partner(self) -> bool:
        """Return whether the contractor gets a partner although every player has a score of their own."""
        return self.options.get("format") in TWO_AGAINST_ALL

    def all_defend(self) -> None:
        """Set the teams: the contractor and all who have joined, against all others together."""
        self.teams = [team if team == "for" else "against" for team in self.teams]
        self.join(self.declarer)

    def join(self, seat: int) -> None:
        """Put a seat, unless it is `NOBODY`, on the contractor's team."""
        if seat != NOBODY:
            self.teams[seat] = "for"

    def partners(self, seat: int, other: int) -> bool:
        """Return whether two seats play together, as far as is known; False if one of them is `NOBODY`."""
        return NOBODY not in (seat, other) and self.teams[seat] == self.teams[other]

    def score(self, seat: int) -> int:
        """Return the score of a seat's side before this deal."""
        side = self.sides[seat]
        return self.scores[int(side)] if side.isdigit() and int(side) < len(self.scores) else 0

    def standing_of(self, kind: str, side: int) -> int:
        """Return a number of a side that was told when the deal began, such as its games; 0 if there is none."""
        numbers = self.standing.get(kind, "").split(",")
        return int(numbers[side]) if side < len(numbers) and numbers[side] else 0

    def follow(self, keeper: "Seen") -> None:
        """From here on, find the tricks of this deal noted by another table, which hears of each card and trick too."""
        self.keeps = False
        self.trick, self.played = keeper.trick, keeper.played
        self.voids, self.won = keeper.voids, keeper.won

    def keep(self) -> None:
        """From here on, note the tricks without the help of another table."""
        self.keeps = True
        self.trick, self.played = self.trick.copy(), self.played.copy()
        self.voids, self.won = self.voids.copy(), self.won.copy()

    def copy(self) -> "Seen":
        """Return a copy, which may hear other messages from here on; if it keeps no notes of tricks, it must follow."""
        seen = Seen(self)
        if seen.keeps:
            seen.keep()
        seen.teams = self.teams.copy()
        seen.hand = self.hand.copy()
        seen.turned = self.turned.copy()
        seen.gone = self.gone.copy()
        seen.bids = self.bids.copy()
        seen.calls = self.calls.copy()
        seen.others = None if self.others is None else self.others.copy()
        seen.judged = None if self.judged is None else self.judged.copy()
        seen.faces = {seat: cards.copy() for seat, cards in self.faces.items()}
        return seen

    def draft(self) -> "Seen":
        """Return a table to think with: it shares all that it knows with this one, so it must not hear anything.

        What is to be otherwise in it must be replaced, and not changed.
        """
        return Seen(self)

    def take_over(self, model: "Seen") -> None:
        """Store what another table has seen; lists are shared with it."""
        self.game = model.game
        self.options = model.options
        self.seat = model.seat
        self.sides = model.sides
        self.standing = model.standing
        self.scores = model.scores
        self.seats = model.seats
        self.keeps = model.keeps
        self.dealer = model.dealer
        self.worth = model.worth
        self.out = model.out
        self.silent = model.silent
        self.called = model.called
        self.dealt = model.dealt
        self.must_follow = model.must_follow
        self.none_of = model.none_of
        self.trump = model.trump
        self.phase = model.phase
        self.bidder = model.bidder
        self.bid = model.bid
        self.we_have_bid = model.we_have_bid
        self.declarer = model.declarer
        self.contract = model.contract
        self.away = model.away
        self.joker_suit = model.joker_suit
        self.named = model.named
        self.teams = model.teams
        self.hand = model.hand
        self.turned = model.turned
        self.gone = model.gone
        self.trick = model.trick
        self.voids = model.voids
        self.played = model.played
        self.won = model.won
        self.bids = model.bids
        self.calls = model.calls
        self.others = model.others
        self.judged = model.judged
        self.faces = model.faces

    def renamed(self, names: dict[str, str]) -> "Seen":
        """Return a draft in which the cards of my hand and of the trick have the names that they count as.

        The cards that were played, and those that lie open, keep the names that are printed on them.

        Args:
            names: card -> its name, for cards that count as another card.
        """
        seen = self.draft()
        seen.hand = [names.get(card, card) for card in self.hand]
        seen.trick = [(seat, names.get(card, card)) for seat, card in self.trick]
        return seen

    def named_faces(self, names: dict[str, str]) -> dict[int, list[str]]:
        """Return the open cards by the names that they count as."""
        return {seat: [names.get(card, card) for card in cards] for seat, cards in self.faces.items()}

    def unseen(self, pack: list[str] | Unseen) -> Unseen:
        """Return the cards of the pack that others may hold: those that are neither gone nor in my hand.

        They are counted once in a deal, and then kept up to date, so `pack` must be the same each time, but for the
        names of its cards. It is quicker to copy a pack that was counted before.
        """
        names = pack.names if isinstance(pack, Unseen) else PRINTED
        if self.others is None or self.others.names is not names:
            if isinstance(pack, Unseen):
                self.others = pack.copy()
                for card in [*self.gone, *self.hand]:
                    self.others.remove(card)
            else:
                known = {*self.gone, *self.hand}
                self.others = Unseen([card for card in pack if card not in known])
        return self.others

    def voids_by(self, rule: "Rule", known: tuple[str, ...]) -> set[tuple[int, str]]:
        """Return the seats that have shown to have no card of a suit, where that goes by other names than printed ones.

        Each card played is looked at once, as long as the rule and what it depends on stay the same.

        Args:
            rule: returns the suit that a seat shows not to have by a card, given the card led; "" for none.
            known: what the rule depends on, such as trump; its third argument.
        """
        judged = self.judged
        if judged is None or judged.known != known:
            judged = self.judged = Judged(known)
        for seat, card, lead in self.played[judged.number :]:
            of = rule(card, lead, known)
            if of:
                judged.voids.add((seat, of))
        judged.number = len(self.played)
        return judged.voids

    def playing(self) -> list[int]:
        """Return the seats that play: their side is still in the game and they have not laid their cards down."""
        return [seat for seat, side in enumerate(self.sides) if side not in self.out and seat != self.away]

    def to_follow(self, seat: int) -> list[int]:
        """Return the seats that still play to this trick after `seat`, in order."""
        seats = self.seats
        left = len(seats) - 1 - len(self.trick)
        if left == 0:
            return []
        order = [other for other in seats if other > seat] + [other for other in seats if other < seat]
        return order[:left]

    def number_to_follow(self) -> int:
        """Return how many seats still play to this trick after the one that plays now."""
        return len(self.seats) - 1 - len(self.trick)


def seat_of(word: str) -> int:
    """Return the seat that a word names; `NOBODY` for any other word, such as `house`."""
    return int(word) if word.isdigit() else NOBODY


def pairs(words: list[str]) -> dict[str, str]:
    """Return words such as `seat=2` as a dictionary."""
    return dict(word.split("=", 1) for word in words if "=" in word)


class Judged:
    """What the cards played show, as far as they were looked at.

    Args:
        known: what it depends on, such as trump.
    """

    def __init__(self, known: tuple[str, ...]) -> None:
        self.known: tuple[str, ...] = known
        self.number: int = 0  # how many of the cards played were looked at
        self.voids: set[tuple[int, str]] = set()  # seats that have shown to have no card of a suit

    def copy(self) -> "Judged":
        """Return a copy."""
        other = Judged(self.known)
        other.number, other.voids = self.number, self.voids.copy()
        return other


Rule: TypeAlias = Callable[[str, str, tuple[str, ...]], str]
"""Returns the suit that a seat shows not to have: given the card, the card led, and what that depends on."""
Choose: TypeAlias = Callable[[Seen, int, list[str]], str]
"""Answers a question: given what was seen, the seat whose hand it is about, and the legal words."""
