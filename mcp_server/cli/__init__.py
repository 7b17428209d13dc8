"""The `arena` command: a module for each subcommand, and what they share to read and to show."""
