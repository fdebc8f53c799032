"""For authors of bots: a folder to begin with in many languages, and a check of what a bot says."""
