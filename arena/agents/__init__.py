"""Machines that call in: agents, which play rooms for an arena elsewhere, and the door that lets them in."""
