"""The figures that sheetkit promises, measured as ratios within one run: ``make bench``."""
