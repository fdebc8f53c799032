"""Is the new version worse? Two bots head to head, with a test that stops as soon as it knows."""
