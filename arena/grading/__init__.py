"""A grade for one submission: does it start and play legally, and does it hold its own against a fixed field."""
