"""Battles that were fought: listed, fought again, shown to whom, verified."""
