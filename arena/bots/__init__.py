"""Bots before they play: found, checked, copied, built, and identified by their content."""
