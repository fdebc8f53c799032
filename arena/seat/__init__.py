"""A person's seat: a bot that happens to be a terminal or a page, and that knows only what its seat was told."""
