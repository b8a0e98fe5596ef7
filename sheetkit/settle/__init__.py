"""The sheets of one game together: what they prove about each other, and who won."""
