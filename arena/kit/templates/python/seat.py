"""What the seat knows: kept from the lines of the arena, for any game."""


class Seat:
    """What one seat knows.

    game: the name of the game.   me: my seat, as a text.   seats: how many seats there are.
    ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
    trump: such as "S"; "" while there is none.   hand: my cards.
    table: the cards of this trick, as (seat, card).   gone: the cards played in this deal.
    """

    def __init__(self):
        self.game, self.me, self.seats, self.ms, self.scores = "", "0", 0, 0, []
        self.new_deal()

    def new_deal(self):
        """Forget the cards of the last deal."""
        self.trump, self.hand, self.table, self.gone = "", [], [], []

    def hear(self, verb, words):
        """Take in a line: its first word, and the others. Whatever is not known is ignored."""
        if verb == "game":  # game ID NAME KEY=VALUE...
            self.__init__()
            self.game = words[1]
            told = dict(word.split("=", 1) for word in words[2:])
            self.me, self.seats, self.ms = told["seat"], int(told["seats"]), int(told.get("move_ms", 0))
        elif verb == "clock":  # clock MOVE_MS BANK_MS
            self.ms = int(words[0])
        elif verb == "note":  # note KIND VALUE...
            self.note(words[0], words[1:])
        elif verb == "show":  # show KIND OWNER CARD...
            self.see(words[0], words[1], words[2:])
        elif verb == "did":  # did SEAT KIND WORD
            self.watch(words[0], words[1], words[2])

    def note(self, kind, values):
        """Take in a public fact."""
        if kind == "deal":
            self.new_deal()
        elif kind == "trump":
            self.trump = values[0]
        elif kind == "trick":
            self.table = []
        elif kind == "scores":
            self.scores = [int(value) for value in values]

    def see(self, kind, owner, cards):
        """Take in cards that I see now: my hand, and what comes to it."""
        if kind == "hand" and owner == self.me:
            self.hand = cards
        elif kind in ("kitty", "hole") or (kind in ("drawn", "taken") and owner == self.me):
            self.hand = self.hand + cards

    def watch(self, seat, kind, word):
        """Take in what a seat did. My own answers come back in this way too."""
        if kind == "play" and not word[0].islower():  # a word such as truc is no card
            self.table.append((seat, word))
            self.gone.append(word)
        if seat == self.me and kind not in ("bid", "call") and word in self.hand:
            self.hand.remove(word)
