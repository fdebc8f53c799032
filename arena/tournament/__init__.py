"""Many rooms at once: what is played next, workers that play it, and every result stored before it is told."""
