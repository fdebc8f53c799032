"""Pages: a site of a ladder, replays and live tables, from templates, one style sheet and plain scripts."""
