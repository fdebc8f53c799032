"""What people write in ladder files, as plain values: games, bots, clocks, limits, schedules. Nothing runs here."""
