"""Days as calls give them."""

from datetime import date

from mcp_server.cli.failures import WrongUsageError


def day_given(given: str, command: str, option: str) -> date:
    """`2026-04-24`. Raises `WrongUsageError` for anything else."""
    from arena.excerpt import printable

    try:
        return date.fromisoformat(given)
    except ValueError:
        raise WrongUsageError("usage.bad-day", command, name=option, given=printable(given)) from None
