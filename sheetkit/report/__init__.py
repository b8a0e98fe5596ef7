"""Readings and rulings as text, JSON, pictures and pages."""
