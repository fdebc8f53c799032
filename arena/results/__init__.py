"""What stored results mean: input for ratings, games replayed, records checked."""
