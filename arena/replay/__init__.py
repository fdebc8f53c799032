"""A game as card players read it: what lies where after every line of its record, as each seat was told it."""
