"""One game at a table, from the pipes of its bots to its record; and the rooms that such games are played in."""
