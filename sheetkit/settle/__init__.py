"""The sheets of one game together: what they prove about each other, and who won."""

from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.verdict import PlayerVerdict, Verdict, Worth, settle

__all__ = ["Given", "PlayerVerdict", "Standing", "Verdict", "Worth", "settle"]
