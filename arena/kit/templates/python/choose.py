"""What the bot answers: this is yours to fill in. Print to standard error; standard output is for the arena."""


def choose(seat, kind, legal):
    """Return one of the legal words.

    seat: what is known of the game (seat.py), such as seat.hand, seat.table and seat.trump.
    kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
    legal: the words that may be answered, such as ["pass", "6"] or ["AS", "KS"].
    """
    return legal[0]
