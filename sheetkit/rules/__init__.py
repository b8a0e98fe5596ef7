"""What the rules make of a pad: moves, judging, scoring. Knows nothing of pictures."""
