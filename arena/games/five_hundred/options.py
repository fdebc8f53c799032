"""The house rules of Five Hundred."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.games.kernel import Side
from arena.games.kernel.options import (
    MOST,
    SWITCH,
    Need,
    WrongOption,
    derived,
    named_seat,
    option,
    seat_words,
    unmet,
    variations,
    word,
)
from arena.games.kernel.options import Options as BaseOptions


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(3, range(2, 6), "The number of players; four play in partnerships, others alone.", "FH-1")
    two_player: str = option(
        "dummy", ("dummy", "short"), "Whether two players have a dummy hand, or play with 24 cards.", "FH-11, FH-12"
    )
    joker: str = option("auto", SWITCH, "Whether there is a joker; `auto` is off with 24 cards, else on.", "FH-13")
    widow_deal: str = option(
        "after_first_packet", ("after_first_packet", "after_hands"), "When the widow is dealt.", "FH-22"
    )
    schedule: str = option(
        "avondale", ("avondale", "classic", "inverted"), "The values of bids and their order.", "FH-31 to FH-34"
    )
    auction: str = option(
        "auto",
        ("auto", "single", "rounds"),
        "Whether each seat speaks once, or bidding goes round; `auto` is rounds for four players, else single.",
        "FH-27, FH-28",
    )
    nullo: bool = option(False, (), "Whether two or three players may bid to win no trick.", "FH-35")
    misere: str = option("auto", SWITCH, "Whether misere may be bid; `auto` is on for four players.", "FH-36, FH-37")
    open_misere: str = option(
        "auto", SWITCH, "Whether misere with an exposed hand may be bid; `auto` is on for four players.", "FH-38"
    )
    passed_deal: str = option(
        "throw_in", ("throw_in", "play"), "Whether hands without a bid are thrown in or played.", "FH-29, FH-63"
    )
    nt_joker: str = option(
        "auto",
        ("auto", "free", "restricted"),
        "The rules of the joker at no trump; `auto` is restricted for four players, else free.",
        "FH-52 to FH-56",
    )
    slam_bonus: str = option(
        "on",
        ("on", "off", "auto"),
        "Whether winning all ten tricks scores at least 250; `auto` is on if each seat speaks once.",
        "FH-68",
    )
    card_bonus: bool = option(False, (), "Whether the cards in tricks score too.", "FH-75")
    target: int = option(500, range(10, MOST + 1, 10), "The score that wins the game.", "FH-77")
    loss_floor: str | int = option(
        -500, ("none", range(-MOST, 0, 10)), "The score that ends the game for its loser.", "FH-81"
    )
    defender_finish: str = option(
        "auto",
        ("auto", "wins", "capped", "must_contract"),
        "Whether points made in defense can win; `auto` is capped for four players, else wins.",
        "FH-77 to FH-83",
    )
    partner_6_7: str = option(
        "called_card",
        ("called_card", "chosen_player", "either"),
        "How the contractor among five players finds a partner for six or seven tricks.",
        "FH-42 to FH-44",
    )
    five_alone: bool = option(False, (), "Whether the contractor among five players may play alone.", "FH-46")
    first_dealer: str = option("draw", ("draw", *seat_words(5)), "Who deals first.", "FH-5")
    max_deals: int = option(200, range(1, MOST + 1), "The game stops after this many deals.", "FH-84")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem for a first dealer that does not exist, and for options that need other players."""
        if self.first_dealer != "draw" and named_seat(self.first_dealer) >= self.players:
            yield WrongOption(
                ("first_dealer",),
                f"there is no seat {self.first_dealer} with players={self.players}; "
                f"take P0 to P{self.players - 1} or first_dealer=draw",
            )
        yield from unmet(self, NEEDS)

    def in_force(self) -> dict[str, str]:
        """Return the words of the `game` line, with every `auto` replaced by what it stands for."""
        meant: dict[str, str | bool] = {
            "joker": self.has_joker,
            "auction": "rounds" if self.rounds else "single",
            "misere": self.has_misere,
            "open_misere": self.has_open_misere,
            "nt_joker": "restricted" if self.restricted else "free",
            "slam_bonus": self.slam,
            "defender_finish": self.finish,
        }
        return self.words() | {name: word(value) for name, value in meant.items()}

    @derived
    def partnerships(self) -> bool:
        """Whether four play in two fixed partnerships (FH-3)."""
        return self.players == 4

    @derived
    def sides(self) -> tuple[Side, ...]:
        """The side of each seat (FH-2 to FH-4)."""
        return (0, 1, 0, 1) if self.partnerships else tuple(range(self.players))

    @derived
    def dummy(self) -> bool:
        """Whether a dummy hand is dealt (FH-23)."""
        return self.players == 2 and self.two_player == "dummy"

    @derived
    def short(self) -> bool:
        """Whether two players play with 24 cards (FH-12)."""
        return self.players == 2 and self.two_player == "short"

    @derived
    def has_joker(self) -> bool:
        """Whether there is a joker (FH-12, FH-13)."""
        return not self.short if self.joker == "auto" else self.joker == "on"

    @derived
    def widow(self) -> int:
        """The number of cards in the widow (FH-22)."""
        return 4 if self.short else 2 + self.has_joker

    @derived
    def rounds(self) -> bool:
        """Whether bidding goes round until all but one have passed (FH-28)."""
        return self.partnerships if self.auction == "auto" else self.auction == "rounds"

    @derived
    def has_misere(self) -> bool:
        """Whether misere may be bid (FH-36)."""
        return self.partnerships if self.misere == "auto" else self.misere == "on"

    @derived
    def has_open_misere(self) -> bool:
        """Whether open misere may be bid (FH-38)."""
        return self.partnerships if self.open_misere == "auto" else self.open_misere == "on"

    @derived
    def restricted(self) -> bool:
        """Whether a joker without a suit is restricted, and a suit may be declared for it (FH-53 to FH-56)."""
        return self.partnerships if self.nt_joker == "auto" else self.nt_joker == "restricted"

    @derived
    def slam(self) -> bool:
        """Whether winning all ten tricks scores at least 250 (FH-68)."""
        return not self.rounds if self.slam_bonus == "auto" else self.slam_bonus == "on"

    @derived
    def finish(self) -> str:
        """Whether points made in defense can win: `wins`, `capped` or `must_contract` (FH-77 to FH-83)."""
        usual = "capped" if self.partnerships else "wins"
        return usual if self.defender_finish == "auto" else self.defender_finish

    @derived
    def floor(self) -> int | None:
        """The score that ends the game for its loser, None if there is none (FH-81)."""
        return None if self.loss_floor == "none" else int(self.loss_floor)


NEEDS = (
    Need(("two_player",), lambda o: o.players == 2, "two players", "players=2"),
    Need(("joker",), lambda o: not (o.short and o.joker == "on"), "more than 24 cards", "two_player=dummy"),
    Need(("nullo",), lambda o: o.players in {2, 3}, "two or three players", "players=2 or 3"),
    Need(("misere",), lambda o: o.partnerships or o.misere == "off", "four players", "players=4"),
    Need(("open_misere",), lambda o: o.partnerships or o.open_misere == "off", "four players", "players=4"),
    Need(("passed_deal",), lambda o: not o.partnerships, "players without fixed partners", "players=2, 3 or 5"),
    Need(("partner_6_7", "five_alone"), lambda o: o.players == 5, "five players", "players=5"),
)
"""The options that make sense only together with others."""

PRESETS = {
    "standard": Options(),
    "sans-joker": Options(joker="off"),
    "nullo": Options(nullo=True),
    "classic": Options(schedule="classic"),
    "inverted": Options(schedule="inverted"),
    "passed-deal": Options(passed_deal="play"),
    "one-thousand": Options(card_bonus=True, target=1000),
    "fifteen-hundred": Options(card_bonus=True, target=1500),
    "four-player": Options(players=4),
    "four-player-no-joker": Options(players=4, joker="off"),
    "australian-one-round": Options(players=4, auction="single", defender_finish="must_contract"),
    "australian-rounds": Options(players=4, auction="rounds", slam_bonus="auto", defender_finish="must_contract"),
    "two-player-dummy": Options(players=2),
    "two-player-short": Options(players=2, two_player="short"),
    "five-player": Options(players=5),
    "five-player-chosen": Options(players=5, partner_6_7="chosen_player"),
}
"""The named variations, each with its differences from the standard game."""
