"""What happens when: jobs, runs, catching up, deadlines. Calls use cases, holds no rules of a game."""
