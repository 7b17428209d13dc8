"""What the runs do, in pieces that are each one transaction: who takes part, who meets whom, how it ends.

The scheduler says when and in which order; a piece that was done is not done again.
"""
