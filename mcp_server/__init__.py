"""What the outside sees: the `arena` command (tools and pages come later). It has no rules of its own."""
