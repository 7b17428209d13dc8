"""What the outside sees: the `arena` command (tools and pages come later). Thin: no rule of the game is here."""
