"""A bot that searches: one program for every game, which plays the better the more time it has.

Like `counter` it looks at deals that agree with what it has seen and heard, and compares answers with what `sensible`
would say. But it looks at as many deals as it has time for, and also where it bids, discards or names trump. Answers
that are clearly worse are dropped early, so the time goes to the close ones.

    arena match kaiser "sample:search" ...     takes about a third of its time
    --param ms=30                              thinks 30 ms about each answer, whatever the clock says
    --param deals=50                           looks at 50 deals at most: the same answers on every machine
"""

from math import inf

from arena.client import Turn, run

FEW = 2
"""With so many sides or fewer, twice as many deals for a card are worth as much as deals in which the others would have
bid and played as they did. Cards are put away without these everywhere."""
ALONE = 0.5
"""By how many standard errors another answer must be better for the only player of a game: there are no others."""
PARAMS = {
    "margin_cards": 0.25,  # by how many standard errors another card to play must be better
    "margin": 1.0,  # the same for all other answers
    "share": 0.35,  # the part of the time for an answer: the rest is for reading, writing, and a busy machine
    "ms": 0,  # the most time for an answer in ms; 0 for no such limit
    "deals": 0,  # the most deals for an answer; 0 for as many as there is time for
}


def choose(t: Turn) -> str:
    """Return one of the legal words."""
    if len(t.legal) == 1 or not t.scores:
        return t.sensible()
    sides = len({*t.sides} - {None})
    card = t.kind == "play"
    infer = None if t.kind == "discard" or (card and sides <= FEW) else "sensible"
    margin = ALONE if sides == 1 else t.params["margin_cards" if card else "margin"]
    found = t.compare(
        n=int(t.params["deals"]) or None,
        share=t.params["share"],
        ms=t.params["ms"] or inf,
        margin=margin,
        infer=infer,
        foresight=t.game.foresight if card else 0.0,
    )
    return found.best


if __name__ == "__main__":
    run(choose, "search", "1.0", params=PARAMS, tables=64)
