"""Print Qwixx score pads, read photos of finished sheets, rule on disputes. Unofficial."""

__version__ = "0.1.0"
