"""Bots to learn from and to play against, as plain folders: LANGUAGE/NAME."""
