"""A bot that asks a language model: one prompt for each decision, at any endpoint that speaks as OpenAI's does.

Its variables (`env` in the ladder file) say whom it asks, and `network` must open the port: `arena help models`.

    MODEL_URL       the endpoint up to its version, such as https://api.openai.com/v1
    MODEL_NAME      the name of the model
    MODEL_KEY       the key, if it needs one
    MODEL_PRICES    dollars for a million tokens of prompts, and of answers: "0.15 0.60" lets it count the cost
    MODEL_RULES     `no` leaves out the rules of the game, which otherwise begin each prompt (2,000 to 7,000 tokens)
    MODEL_PARSING   `lenient` (default): also the last legal word in the answer counts; `strict`: only `ANSWER: WORD`
    MODEL_TRIES     how often it asks for one decision (default 2)
    MODEL_FALLBACK  what it says when that was no use, or time runs out: `first` (default), `random`, `sensible`; or
                    `none`: what the model said goes to the arena, whose `on_illegal` decides
    MODEL_TOKENS    the most tokens of an answer (default 2000)

All prompts and answers go to standard error: replays show them decision by decision. The lines that begin with `count`
are added up by `arena record LADDER --counts`.
"""

import json
import os
import re
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from arena.client import Turn, Unchecked, run
from arena.games.catalogue import rules_page

SHARE = 0.9
"""The part of its time that it waits for answers."""
UNLIMITED_S = 120.0
PAUSE_S = 1.0
"""What it waits after an error, if the other side does not say how long."""
COUNTED = ("asked", "illegal", "errors", "fallback", "prompt_tokens", "answer_tokens", "ms", "again")
RULES = "You play a card game to win. Cards are rank and suit: TS is the ten of spades. These are the rules.\n\n"
TASK = """

Decide for your seat. Only one of these words is legal: {legal}
Think as long as you need, then end with a line of this form, with one of these words and nothing else:
ANSWER: WORD"""
WRONG = "{said} is not one of the legal words: {legal}. End with a line: ANSWER: WORD"
LINE = re.compile(r"^\W*ANSWER:[ `*]*([!-~]+?)[ `*.]*$", re.IGNORECASE | re.MULTILINE)
SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "`": " ", "*": " ", ".": " ", ",": " "})


class NoAnswer(Exception):  # noqa: N818 - the model is to blame, or the way to it
    """The endpoint gave no answer; the text says why.

    Args:
        why: what happened.
        after: how many seconds to wait before the next try; None if another try is no use.
    """

    def __init__(self, why: str, after: float | None) -> None:
        super().__init__(why)
        self.after = after


def ask(env: Mapping[str, str], messages: Sequence[Mapping[str, str]], seconds: float) -> tuple[str, int, int]:
    """Return the text of the model's answer, and how many tokens the prompt and the answer had.

    Raises:
        NoAnswer: there is none.
    """
    url, key = f"{env['MODEL_URL'].rstrip('/')}/chat/completions", env.get("MODEL_KEY")
    most = int(env.get("MODEL_TOKENS", "2000"))
    body = json.dumps({"model": env.get("MODEL_NAME", ""), "messages": messages, "max_tokens": most}).encode()
    head = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(url, body, head)  # noqa: S310 - the owner of the ladder names it
    try:
        with urllib.request.urlopen(request, timeout=max(0.1, seconds)) as reply:  # noqa: S310
            found: Any = json.load(reply)
        usage = found.get("usage") or {}
        text = found["choices"][0]["message"]["content"] or ""
        return str(text), int(usage.get("prompt_tokens", 0)), int(usage.get("completion_tokens", 0))
    except urllib.error.HTTPError as error:
        with error:  # it is the reply, which is still open
            said, wait = error.read(500).decode(errors="replace"), error.headers.get("Retry-After", "")
        after = float(wait) if re.fullmatch(r"\d+(\.\d+)?", wait) else PAUSE_S
        raise NoAnswer(
            f"HTTP {error.code}: {said}", after if error.code == 429 or error.code >= 500 else None
        ) from None
    except OSError as error:  # no connection, or no answer in time
        raise NoAnswer(f"{url}: {getattr(error, 'reason', error)}", PAUSE_S) from None
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise NoAnswer(f"this is no answer of a model: {error!r}", PAUSE_S) from None


def word_in(text: str, legal: Sequence[str], *, strict: bool) -> tuple[str | None, str]:
    """Return the legal word that a text names, None if it names none; and what it gave as its answer."""
    lines = LINE.findall(text)
    said: str = lines[-1] if lines else ""
    if said in legal or strict:
        return said if said in legal else None, said
    alike = {word.upper(): word for word in legal}
    alike |= {f"10{word[1:]}": word for word in legal if re.fullmatch("T[SHDC]", word)}
    words = [said.translate(SUITS).strip()] if said else text.translate(SUITS).split()
    named = [alike[word.upper()] for word in words if word.upper() in alike]
    return named[-1] if named else None, said


def choose(env: Mapping[str, str], t: Turn) -> str:
    """Return the model's word, or the fallback."""
    if len(t.legal) == 1:
        return t.legal[0]
    ends = time.monotonic() + (UNLIMITED_S if t.ms_left == inf else SHARE * t.ms_left / 1000)
    legal = " ".join(t.legal)
    messages = [{"role": "user", "content": t.text() + TASK.format(legal=legal)}]
    log(f"[{t.kind}] the prompt:", messages[0]["content"])
    if env.get("MODEL_RULES") != "no":
        messages.insert(0, {"role": "system", "content": RULES + rules_page(t.game)})
    open_question = (len(t.events), t.kind)
    count, word, said = dict.fromkeys(COUNTED, 0), None, ""
    if t.memory.get("answered") == open_question:
        messages.append({"role": "user", "content": WRONG.format(said=t.memory["said"], legal=legal)})
        count["again"] = 1
    tries = int(env.get("MODEL_TRIES", "2"))
    for number in range(1, tries + 1):
        begun = time.monotonic()
        if word is not None or begun >= ends:
            break
        count["asked"] += 1
        try:
            text, prompted, answered = ask(env, messages, ends - begun)
        except NoAnswer as error:
            count["errors"] += 1
            log(f"[try {number}] {error}")
            if number == tries or error.after is None or time.monotonic() + error.after >= ends:
                break
            time.sleep(error.after)
            continue
        finally:
            count["ms"] += round((time.monotonic() - begun) * 1000)
        count["prompt_tokens"] += prompted
        count["answer_tokens"] += answered
        word, said = word_in(text, t.legal, strict=env.get("MODEL_PARSING") == "strict")
        count["illegal"] += word is None
        log(f"[try {number}] the answer:", text)
        messages.append({"role": "assistant", "content": text})
        messages.append({"role": "user", "content": WRONG.format(said=said or "That", legal=legal)})
    count["fallback"] = int(word is None)
    prices = zip(("prompt_tokens", "answer_tokens"), env.get("MODEL_PRICES", "0 0").split(), strict=False)
    cost = sum(count[name] * float(price) / 1e6 for name, price in prices)
    log("count " + " ".join(f"{name}={value}" for name, value in count.items()) + f" cost={cost:.6f}")
    t.memory.update(answered=open_question, said=said or "Your answer")
    return word or fallback(t, env.get("MODEL_FALLBACK", "first"), said)


def fallback(t: Turn, kind: str, said: str) -> str:
    """Return what the bot says when the model has said nothing legal."""
    if kind == "none":
        return Unchecked(said if re.fullmatch("[!-~]{1,64}", said) else "none")
    return t.sensible() if kind == "sensible" else t.random() if kind == "random" else t.legal[0]


def log(*lines: str) -> None:
    """Write lines to standard error."""
    print(*lines, sep="\n", file=sys.stderr, flush=True)


def unreachable(url: str) -> str:
    """Return why an endpoint cannot be reached; "" if its port is open."""
    place = urllib.parse.urlsplit(url)
    if place.scheme not in {"http", "https"} or not place.hostname:
        return "MODEL_URL is missing: the line of the bot in the ladder file needs env = { MODEL_URL = ... }"
    host, port = place.hostname, place.port or (443 if place.scheme == "https" else 80)
    try:
        socket.create_connection((host, port), timeout=4).close()
    except OSError as error:
        return f'the line of the bot needs network = ["{host}:{port}"]: {error.strerror or error}'
    return ""


def main() -> None:
    """Say what is wrong with the settings, or play."""
    if problem := unreachable(os.environ.get("MODEL_URL", "")):
        sys.exit(f"{problem} (arena help models)")
    run(partial(choose, os.environ), "model", "1.0")


if __name__ == "__main__":
    main()
