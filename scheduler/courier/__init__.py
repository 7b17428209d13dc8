"""The courier: a process of its own in which letters are handed to services.

What an address leads to may answer without end, or never. There it takes neither the scheduler's memory nor
its time: the courier has little of both, and dies of more. It knows nothing of the league.
"""
