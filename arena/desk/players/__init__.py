"""Participants: who they are, their keys, limits, notices, status; forgetting a person."""
