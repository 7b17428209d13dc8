"""The domain's texts in three languages."""

from pathlib import Path

from dsl.catalogue import LOCALES, Catalogue

TEXTS = Catalogue(Path(__file__).parent / "locales")

__all__ = ["LOCALES", "TEXTS"]
