"""Names of bots: letters and digits of any script, but no characters that look like others or cannot be seen."""

from __future__ import annotations

import os
import re
import unicodedata

from arena import escapes

NAME_LENGTH = 32
NAME_RULE = "1 to 32 letters, digits and ASCII signs without spaces, '@' and ','"
"""What a name is, for messages. In ids, records and tables, `@` and `,` separate names."""
_ALIKE = {"LATIN", "GREEK", "CYRILLIC"}
"""Scripts with letters that look the same: a word has letters of one of them."""
_WORD = re.compile(r"[^\W\d_]+")


def is_name(text: str) -> bool:
    """Return whether a text may be the name of a bot.

    It is in the normal form NFKC, so that what looks the same is the same, and no word has Latin letters together with
    Greek or Cyrillic ones.
    """
    return text != "" and _name(text) == text


def name_of(file: str) -> str:
    """Return the name of a file or folder as a name for a bot: what a name may not have becomes `-`.

    Names of files are read as UTF-8, whatever the locale.

    >>> name_of("Иван Пётр")
    'Иван-Пётр'
    """
    return _name(os.fsencode(file).decode(errors="replace"))


def _name(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(c if _fits(c) else "-" for c in plain)
    return _WORD.sub(_of_one_script, escapes.visible(plain, "-"))[:NAME_LENGTH]


def _fits(character: str) -> bool:
    if character.isascii():
        return "!" <= character <= "~" and character not in "@,"
    return unicodedata.category(character)[0] in "LMN"


def _of_one_script(word: re.Match[str]) -> str:
    scripts = [unicodedata.name(c, "").partition(" ")[0] for c in word[0]]
    if len(_ALIKE.intersection(scripts)) < 2:
        return word[0]
    return "".join("-" if script in _ALIKE - {"LATIN"} else c for c, script in zip(word[0], scripts, strict=True))
