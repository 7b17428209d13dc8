"""The league's rules and numbers: levels, and who fights whom."""
