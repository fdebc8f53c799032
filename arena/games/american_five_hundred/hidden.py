"""What a seat knows about the cards in American Five Hundred (AF-47)."""

from __future__ import annotations

from arena.games.american_five_hundred.bidding import (
    ANNOUNCED,
    LOW,
    PACK,
    SEATS,
    contract_of,
    dealing,
    may_announce,
)
from arena.games.hidden.joker import joker_tricks_tell
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import Sampler, View
from arena.games.parts.auction import Call

ACES = tuple(card for card in PACK if card[0] == "A")


def hidden(view: View) -> Sampler:
    """Return the sampler of the hands, the middle and the discards that a seat has not seen.

    A seat that claimed was dealt an ace and nine low cards (AF-9). A seat that announced `NO` was dealt the joker or
    split bowers (AF-22).
    """
    known = Whereabouts(view, PACK, dealing(view.standing.dealer))
    claims = [int(seat) for (seat,) in known.facts.notes.get("claim", ())]
    for seat in SEATS:
        known.word(seat, "ace-no-face", "claim" if seat in claims else "no-claim")
        if seat in claims:
            known.dealt_just(seat, [(1, ACES), (9, tuple(LOW))])
    for did in known.said("bid"):
        if did.word in ANNOUNCED and view.options.special_no == "truthful":
            known.dealt(did.seat, may_announce)
    if (call := known.facts.last("contract")) is not None:
        contract = contract_of(Call(int(call[0]), str(call[1])))
        joker_tricks_tell(known, contract.trump, len(contract.seats), contract.law, contract.contractor)
    return known.sampler()
