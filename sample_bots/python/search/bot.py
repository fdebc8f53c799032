"""A bot that searches: one program for every game, which plays the better the more time it has.

Like `counter` it looks at deals that agree with what it has seen and heard, and compares answers with what `sensible`
would say. But it looks at as many deals as it has time for, and also where it bids, discards or names trump. Answers
that are clearly worse are dropped early, so the time goes to the close ones.

    python3 bot.py --ms 30        thinks 30 ms about each answer, whatever the clock says
    python3 bot.py --deals 50     looks at 50 deals at most: the same answers on every machine
"""

from argparse import ArgumentParser, Namespace
from functools import partial
from math import inf

from arena.client import Question, Search, View, run, sensible

FEW = 2
"""With so many sides or fewer, twice as many deals for a card are worth as much as deals in which the others would have
bid and played as they did. Cards are put away without these everywhere."""
MARGIN_FOR_CARDS = 0.25
"""By how many standard errors another card to play must be better."""
MARGIN = 1.0
"""The same for all other answers."""
ALONE = 0.5
"""The same for the only player of a game: there are no others."""
SHARE = 0.35
"""The part of the time for an answer that it uses: the rest is for reading, writing, and a busy machine."""
ANSWERS = 40
"""The part of its bank that it uses for an answer is one in so many."""
UNLIMITED_MS = 100.0
"""What it takes for an answer if nothing says how long it may think, in ms."""
DEALS = 2000
"""The most deals that it looks at for an answer. More would hardly change it."""


def choose(settings: Namespace, question: Question, view: View) -> str:
    """Return one of the legal words."""
    answer = sensible(question, view)
    if len(question.legal) == 1 or view.standing is None:
        return answer
    search = Search(view)
    sides = len({*search.sides} - {None})
    card = question.kind == "play"
    infer = None if question.kind == "discard" or (card and sides <= FEW) else "sensible"
    margin = ALONE if sides == 1 else MARGIN_FOR_CARDS if card else MARGIN
    deals = DEALS if settings.deals is None else settings.deals
    budget = time_for(question, settings)
    foresight = search.game.foresight if card else 0.0
    found = search.compare(answer, deals, "sensible", budget, margin=margin, infer=infer, foresight=foresight)
    return found.best


def time_for(question: Question, settings: Namespace) -> float:
    """Return the time for an answer in ms."""
    limit = min(SHARE * question.ms_left, question.bank_ms / ANSWERS)
    if settings.ms is not None:
        return min(limit, settings.ms)
    return UNLIMITED_MS if limit == inf and settings.deals is None else limit


def arguments(words: list[str] | None = None) -> Namespace:
    """Return what the command line says."""
    parser = ArgumentParser(description="A bot for Trick Arena that searches.")
    parser.add_argument("--ms", type=float, help="the time for each answer in ms (default: a part of what is left)")
    parser.add_argument("--deals", type=int, help=f"look at so many deals at most (default: {DEALS})")
    return parser.parse_args(words)


if __name__ == "__main__":
    run(partial(choose, arguments()), "search", "1.0", tables=64)
