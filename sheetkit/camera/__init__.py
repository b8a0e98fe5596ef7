"""Pens, paper, light and lens in simulation, for tests and the demo."""
