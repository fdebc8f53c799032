"""Whether the intervals and tests of `ladders` hold what they promise, on games of ours (`make calibrate`)."""
