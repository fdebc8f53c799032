"""The loop: it reads what the arena says and answers its questions. You need not change it."""

from choose import choose

from arena.client import run

if __name__ == "__main__":
    run(choose, "@NAME@", "1")
