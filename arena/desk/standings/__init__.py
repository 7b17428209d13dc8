"""Tables: by rating, of a tournament, and why."""
