"""Participants' heroes: drafts, versions, withdrawing, names, finding, hiding."""
