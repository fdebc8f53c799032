"""Trick play on integers, for fast searches, and the way into it from a position."""
