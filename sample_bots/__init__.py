"""Bots to learn from and to play against. Each is a plain folder LANGUAGE/NAME."""
