"""The outbox: messages written, and what an organiser does with them."""
