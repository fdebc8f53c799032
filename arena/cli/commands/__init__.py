"""The commands as click sees them: their options and their help, without what they do.

A module here imports nothing heavy, so help and errors in arguments come at once. Its work is imported when
the command runs; `Command` says from where.
"""
