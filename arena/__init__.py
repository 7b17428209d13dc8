"""The domain: heroes, rulesets, battles, the roster, and what can be done with them."""
