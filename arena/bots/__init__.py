"""Bots before they play: found, checked, copied aside, built, and known by their content."""
