"""`arena watch`: its options, its help and what it does."""

from __future__ import annotations

import click


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.option("--once", is_flag=True, help="Show in a line how it stands, and end.")
def watch(ladder: str, *, once: bool) -> None:
    """Watch a ladder while `arena run` plays it in another terminal.

    The screen shows the standings, how many games are played, how fast, and the newest games. It follows what is
    stored, and takes nothing from the run. It ends when the run has ended, and prints the ladder; Ctrl-C ends it at
    once. Where the output is no terminal, it prints a line a minute.

    \b
      arena watch mine.toml          follow the run of a ladder
      arena watch mine.toml --once   a line for a script or a status bar
    """
    from arena.app.ladders import reading_of
    from arena.cli.ladder import print_ladders
    from arena.cli.results import open_results
    from arena.cli.screen import err, out, say_commands
    from arena.cli.watch import Watcher

    watcher, ended = Watcher(ladder), False
    while not ended:  # until then, a new run or `arena verify --rebuild` may exchange the file of the results
        with open_results(ladder) as store:
            if once:
                out.print(watcher.line(store), soft_wrap=True)
                return
            if not store.is_running():
                err.print("no run is playing now; waiting for one (Ctrl-C ends)", style="dim")
            if ended := watcher.follow(store):
                reading = reading_of(ladder)
                labels = sorted({str(label) for label in store.columns().contest.present().values})
                say_commands(*print_ladders(store, ladder, labels, reading))
