"""Who meets whom, as a ladder file sets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, field_validator, model_validator

from arena.errors import Problem
from arena.settings.toml import Section, Words, problems_here

Deals: TypeAlias = Literal["shared", "fresh", "once"]
"""Which games play the same packs: with `shared` the rooms of a set in all pairings, with `fresh` those of one pairing,
with `once` only games without a common entrant."""
Kind: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knock-out", "adaptive"]
FROM = "from "
"""How a seeding begins that is taken from another ladder."""


class ScheduleSettings(Section):
    """Who meets whom (see docs/schedules.md).

    Args:
        kind: the kind of schedule.
        new: for gauntlet, the names of the bots that meet all others; empty for the last bot of the file.
        rounds: for swiss, the number of rounds; None for ceil(log2 n) + 1.
        seeding: for swiss and knock-out, by place in the `file`, drawn with the ladder's seed (`random`), or by the
            ranks of another ladder (`from class.toml`).
        seeds: for swiss and knock-out, the names of the bots seeded ahead of all others, the best first.
        limit: for knock-out, the most sets that an undecided match may take; None for twice its sets.
        third_place: for knock-out, whether the losers of the semifinals meet.
        total: for adaptive, the number of sets in each game; None for as many as a round-robin has.
    """

    kind: Kind = "round-robin"
    new: Words = ()
    rounds: Annotated[int, Field(ge=1, le=10_000)] | None = None
    seeding: str = "file"
    seeds: Words = ()
    limit: Annotated[int, Field(ge=1, le=2_000_000)] | None = None
    third_place: bool = False
    total: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None

    @field_validator("seeding")
    @classmethod
    def _is_a_seeding(cls, text: str) -> str:
        if text not in {"file", "random"} and not (text.startswith(FROM) and text.endswith(".toml")):
            raise problems_here([Problem("", f'needs "file", "random" or "{FROM}OTHER.toml", not {text!r}')])
        return text

    @property
    def seeded_from(self) -> str:
        """The ladder file whose ranks are the seeds; empty if there is none."""
        return self.seeding.removeprefix(FROM) if self.seeding.startswith(FROM) else ""

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        wrong = [key for key in sorted(self.model_fields_set) if self.kind not in _KINDS_OF.get(key, (self.kind,))]
        problems = [Problem(key, f"belongs to {' and '.join(_KINDS_OF[key])}, not to {self.kind}") for key in wrong]
        for key, names in (("new", self.new), ("seeds", self.seeds)):
            twice = sorted({name for name in names if names.count(name) > 1})
            problems += [Problem(key, f"{name} is listed twice") for name in twice]
        if problems:
            raise problems_here(problems)
        return self

    def problems(self, contest: str, sides: int, sets: int) -> Iterator[str]:
        """Yield the reasons why this schedule does not fit a contest.

        Args:
            contest: the label of the contest.
            sides: how many entrants a game takes.
            sets: how many sets each pairing plays.
        """
        if sides != 2 and self.kind == "knock-out":
            instead = "swiss (tables of neighbors), adaptive or round-robin" if sides > 1 else "round-robin"
            yield f"a knock-out match is between two bots, and {contest} takes {sides}; use {instead}"
        elif sides < 2 and self.kind != "round-robin":
            yield f"{contest} is played alone, so there are no pairings; use round-robin"
        if self.limit is not None and self.limit < sets:
            yield f"a match of {contest} has {sets} sets already; limit = {self.limit} is less"


_KINDS_OF: Mapping[str, tuple[Kind, ...]] = {
    "new": ("gauntlet",),
    "rounds": ("swiss",),
    "seeding": ("swiss", "knock-out"),
    "seeds": ("swiss", "knock-out"),
    "limit": ("knock-out",),
    "third_place": ("knock-out",),
    "total": ("adaptive",),
}
"""The kinds of schedule that a key is for; other keys are for all kinds."""
