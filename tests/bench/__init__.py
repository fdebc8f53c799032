"""What `make bench` measures: the speed of the arena, as ratios to references of the same run."""
