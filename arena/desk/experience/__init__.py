"""Experience: the ledger, and the library scores that people import."""
