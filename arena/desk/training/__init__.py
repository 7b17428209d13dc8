"""Training: what many battles say about a hero; a participant's trainings."""
