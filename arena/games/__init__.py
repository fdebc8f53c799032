"""The games: one module or small folder each, on a shared kernel.

`catalogue.GAMES` lists them; README.md beside this file tells how one is added and what each word of the kernel is for.
"""
