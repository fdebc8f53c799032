"""Machines that call in: agents, which play rooms for an arena elsewhere, and the server that lets them in."""
