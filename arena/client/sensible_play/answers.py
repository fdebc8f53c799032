"""Which player answers: each game has a module that decides, by kinds of questions."""

from arena.client.sensible_play import (
    back_alley,
    bester_bube,
    bridge_solitaire,
    bridgette,
    five_hundred,
    french,
    jo_jotte,
    kaiser,
    malilla,
    nine_card_don,
    scotch_whist,
    tribello,
    truc,
    twenty_five,
    two_hundred,
)
from arena.client.sensible_play.seen import Choose, Seen

GAMES: dict[str, dict[str, Choose]] = {
    "kaiser": kaiser.CHOOSE,
    "two-hundred": two_hundred.CHOOSE,
    "five-hundred": five_hundred.CHOOSE,
    "american-five-hundred": five_hundred.CHOOSE,
    "scotch-whist": scotch_whist.CHOOSE,
    "nine-card-don": nine_card_don.CHOOSE,
    "ecarte": french.CHOOSE,
    "triomphe": french.CHOOSE,
    "homme-d-auvergne": french.CHOOSE,
    "tribello": tribello.CHOOSE,
    "twenty-five": twenty_five.CHOOSE,
    "bester-bube": bester_bube.CHOOSE,
    "malilla": malilla.CHOOSE,
    "back-alley": back_alley.CHOOSE,
    "truc": truc.CHOOSE,
    "bridgette": bridgette.CHOOSE,
    "jo-jotte": jo_jotte.CHOOSE,
    "bridge-solitaire": bridge_solitaire.CHOOSE,
}


def answer(table: Seen, seat: int, kind: str, legal: list[str]) -> str:
    """Choose one of the legal words; `seat` is the seat whose hand the question is about, nearly always mine."""
    choose = GAMES.get(table.game, {}).get(kind)
    if choose is None or len(legal) == 1:
        return careful(legal)
    return choose(table, seat, legal)


def careful(legal: list[str]) -> str:
    """Return a word that commits to nothing, for questions that this bot does not know."""
    return next((word for word in ("pass", "take") if word in legal), legal[0])
