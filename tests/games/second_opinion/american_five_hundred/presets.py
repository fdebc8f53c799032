"""The presets table of the American Five Hundred sheet: what differs from the defaults."""

from tests.games.second_opinion.american_five_hundred.sheet import Sheet, read_sheet

PRESETS: dict[str, dict[str, str]] = {
    "st-paul": {},
    "st-paul-no-nullo": {"nullo": "off"},
    "st-paul-rounds": {"auction": "rounds"},
    "st-paul-capped": {"defender_finish": "capped"},
}


def preset(name: str, **more: object) -> Sheet:
    """Return the options of a preset, with others on top."""
    return read_sheet(PRESETS[name] | {option: str(word) for option, word in more.items()})
