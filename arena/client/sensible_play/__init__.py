"""The players of the sample bot `sensible`: what was seen at a table, and what to do about it, game by game."""
