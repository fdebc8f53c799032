"""As much of ABNF (RFC 5234, RFC 7405) as SPEC.md uses, turned into regular expressions."""

from __future__ import annotations

import re

CORE = {"SP": " ", "VCHAR": "[!-~]", "ALPHA": "[A-Za-z]", "DIGIT": "[0-9]"}
TOKEN = re.compile(
    r'(?:%s)?"(?P<literal>[^"]*)"|%x(?P<low>[0-9A-F]+)(?:-(?P<high>[0-9A-F]+))?|(?P<rule>[A-Za-z][A-Za-z-]*)'
    r"|(?P<least>\d*)\*(?P<most>\d*)|(?P<mark>[()\[\]/])|(?P<space> +)"
)


def rules(abnf: str) -> dict[str, str]:
    """Return the body of each rule, without comment."""
    lines = [line.partition(" ; ")[0].partition("=") for line in abnf.splitlines() if line.strip()]
    return {name.strip(): body.strip() for name, _, body in lines}


def expression(abnf: dict[str, str], name: str) -> str:
    """Return the regular expression of a rule."""
    if name in CORE:
        return CORE[name]
    parts, repeat, after = [], "", []
    for token in tokens(abnf[name]):
        element = ""
        if token["most"] is not None:
            repeat = f"{{{token['least'] or 0},{token['most']}}}"
        elif token["literal"] is not None:
            element = f"(?:{re.escape(token['literal'])})"
        elif token["low"]:
            element = f"[{chr(int(token['low'], 16))}-{chr(int(token['high'] or token['low'], 16))}]"
        elif token["rule"]:
            element = expression(abnf, token["rule"])
        elif token["mark"] in {"(", "["}:
            parts.append("(?:")
            after.append("?" if token["mark"] == "[" else repeat)
            repeat = ""
        elif token["mark"]:
            parts.append("|" if token["mark"] == "/" else ")" + after.pop())
        if element:
            parts.append(element + repeat)
            repeat = ""
    return f"(?:{''.join(parts)})"


def tokens(body: str) -> list[re.Match[str]]:
    """Return the tokens of a rule's body, all of it."""
    found = list(TOKEN.finditer(body))
    assert "".join(token[0] for token in found) == body, f"more ABNF than we read: {body}"
    return found
