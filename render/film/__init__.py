"""Films of battles: the screenplay, a stage, two actors, their lines, and the files."""

from render.film.film import film_gif, film_webp

__all__ = ["film_gif", "film_webp"]
