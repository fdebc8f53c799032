"""`arena help`: its options, its help and what it does."""

from __future__ import annotations

import os

import click

from arena.errors import UserError


@click.command()
@click.argument("topic", required=False)
def help(topic: str | None) -> None:  # noqa: A001 - the name of the command
    """Print a page of the manual, or list its pages.

    TOPIC is a page from that list, a game or its file (its rules), a ladder that comes with the arena (its file), a
    sample bot (where it is), or a command. TOPIC#SECTION prints one section of a page. A page that is longer than the
    terminal is shown in a pager ($PAGER, or less). A pipe or a file gets Markdown.

    \b
    Examples:
      arena help
      arena help protocol                 what bots and the arena say
      arena help protocol#clocks          one section of that page
      arena help ladder-keys              everything that a ladder file can say
      arena help quickstart > mine.toml   a ladder file to begin with
      arena help sample:sensible          where this bot is, to copy it
    """
    from arena.app.manual import ALSO, pages, rules, rules_of
    from arena.cli.pages import list_topics, print_command, print_sample, show
    from arena.games.kernel.text import nearest

    if topic is None:
        list_topics()
        return
    if topic.startswith("sample:"):
        print_sample(topic)
        return
    topic, _, section = topic.partition("#")
    if topic.endswith(".py"):
        show(rules_of(topic), section)
        return
    word = topic.rpartition("/")[2].removesuffix(".md").removesuffix(".toml").lower()
    word = ALSO.get(word, word)
    found = pages().get(word) or rules().get(word)
    if found is not None:
        show(found, section)
    elif not print_command(word):
        from arena.cli.group import COMMANDS

        known = (*pages(), *rules(), *COMMANDS)
        raise UserError(f"there is no page {topic!r}{nearest(word, known)}", "arena help lists them", os.EX_USAGE)
