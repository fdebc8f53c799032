"""What a ladder file says of one bot alone: its clock, how it is locked in, its variables, and the ports open to it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from arena.errors import UserError
from arena.settings.clock import ClockSettings, OnIllegal
from arena.settings.limits import LEVELS, Level

OwnLevel: TypeAlias = Literal["trusted", "basic", "standard", "strict"]
"""How one bot is locked in: `trusted` not at all."""
OWN_CLOCK = ("start_ms", "move_ms", "bank_ms", "inc_ms", "grace_ms", "strikes", "hard_ms")
"""The time limits that one bot may have for itself."""
LOOKED_UP = "$"
"""How a value begins that names a variable of the arena."""
LEAST_SECRET = 8
"""A value of fewer characters is no secret: blotted out, it would spoil words such as `7` or `pass`."""
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")


class Own(NamedTuple):
    """What one bot plays under, where that differs from the others.

    Args:
        limits: its own values for some limits, by the name of the limit.
        clock: its time limits; None for those of all bots.
        level: how it is locked in, `none` for a bot that is trusted; None for as all bots are.
        env: its variables. In a file, a value of `$NAME` stands for the arena's own variable NAME (`looked_up`).
        secrets: the values that were looked up, if they have `LEAST_SECRET` characters. The arena blots them out in all
            that the bot writes.
        network: the places that it may connect to, as HOST:PORT.
        devices: the devices that it may use, as paths or patterns such as `/dev/nvidia*`.
        on_illegal: what becomes of its illegal answers; the ladder says the same of all bots.
    """

    limits: Mapping[str, int] = {}  # no proxy: an event with bots can be pickled
    clock: ClockSettings | None = None
    level: Level | None = None
    env: Mapping[str, str] = {}
    secrets: tuple[str, ...] = ()
    network: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    on_illegal: OnIllegal = OnIllegal()

    @property
    def needs_this_machine(self) -> bool:
        """Whether it has something that no other machine gives it."""
        return bool(self.level or self.env or self.network or self.devices)

    def looked_up(self, bot: str) -> Own:
        """Return the same with the values of the arena's variables.

        Args:
            bot: the name of the bot, for messages.

        Raises:
            UserError: the arena does not have such a variable, or it is empty.
        """
        found, secrets = dict(self.env), []
        for name, value in self.env.items():
            if value.startswith(LOOKED_UP):
                known = os.environ.get(value[1:])
                if not known:
                    hint = f"set it before you start the arena: export {value[1:]}=..."
                    raise UserError(f"{bot} is to get {name} = {value}, but {value[1:]} is not set", hint, os.EX_CONFIG)
                found[name] = known
                if len(known) >= LEAST_SECRET:
                    secrets.append(known)
        return self._replace(env=found, secrets=tuple(secrets))

    def about(self) -> str:
        """Return it in words, without the values of its variables; empty if there is nothing.

        These words are stored with the results, and shown.
        """
        clock = {} if self.clock is None else {name: getattr(self.clock, name) for name in OWN_CLOCK}
        usual = {name: getattr(ClockSettings(), name) for name in OWN_CLOCK}
        words = [f"{name}={value}" for name, value in clock.items() if value != usual[name]]
        words += [f"{name}={value}" for name, value in self.limits.items()]
        words += [] if self.level is None else ["trusted" if self.level == "none" else f"sandbox {self.level}"]
        words += [" ".join(("env", *self.env))] if self.env else []
        words += [" ".join(("network", *self.network))] if self.network else []
        words += [" ".join(("devices", *self.devices))] if self.devices else []
        return ", ".join(words)


def level_of(word: OwnLevel | None) -> Level | None:
    """Return the level that a word of a file means."""
    return next((level for level in LEVELS if level == ("none" if word == "trusted" else word)), None)


def place_of(text: str) -> tuple[str, int]:
    """Return the host and the port of HOST:PORT.

    Raises:
        ValueError: it is none.
    """
    host, _, port = text.rpartition(":")
    if not _HOST.fullmatch(host) or not port.isascii() or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise ValueError(text)
    return host, int(port)
