"""A bot that counts: before it plays a card, it looks at a few deals that agree with all that it has seen and heard.

The library works out where the unseen cards may be: cards that were shown, suits that somebody did not follow, hands
that cannot have been dealt. Among the deals that are left, it takes those in which the others would have bid and played
as they did. In each of them it tries every card, with the sample bot `sensible` in all seats to the end of the deal.

It answers as `sensible` does, and plays another card only if that has gained clearly more in the same deals.
"""

from arena.client import Turn, run

DEALS = 12
"""How many deals it looks at: always the same number, so it plays the same however fast the machine is."""
SHARE = 0.4
"""The part of its time after which it stops looking, if the machine is that slow."""


def choose(t: Turn) -> str:
    """Return one of the legal words."""
    if t.kind != "play" or len(t.legal) == 1:
        return t.sensible()
    return t.compare(n=DEALS, share=SHARE, infer="sensible").best


if __name__ == "__main__":
    run(choose, "counter", "1.0", tables=64)
