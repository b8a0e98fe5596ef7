"""Pads so small that a slow judge can go through all that may happen on them."""

TWO_PLAYERS = """
format = 1
name = "{name}"
prefix = "{prefix}"
title = "Tiny"
sources = ["made up for this test"]
points = [1, 3, 6, 10, 15]
[players]
fewest = 2
most = 2
[dice]
sides = 2
"""
"""How such a pad's file begins."""
