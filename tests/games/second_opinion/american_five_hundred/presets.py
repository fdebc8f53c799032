"""The presets table of the American Five Hundred sheet: what differs from the defaults."""

PRESETS: dict[str, dict[str, str]] = {
    "st-paul": {},
    "st-paul-no-nullo": {"nullo": "off"},
    "st-paul-rounds": {"auction": "rounds"},
    "st-paul-capped": {"defender_finish": "capped"},
}
