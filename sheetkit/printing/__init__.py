"""A design on paper: PDF. The one place that knows reportlab and points."""
