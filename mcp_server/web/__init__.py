"""Pages for people: plain HTML, a style sheet and a few lines of script."""
