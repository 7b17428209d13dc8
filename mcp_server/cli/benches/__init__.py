"""Measurements: what `arena bench` runs."""
