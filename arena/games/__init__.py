"""The games: one module or small folder each, on a shared kernel.

`catalogue.GAMES` lists them. README.md beside this file explains each word of the kernel, and how to add a game.
"""
