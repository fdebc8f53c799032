"""The play of hands in whole numbers, for searches, and the way there from a position."""
