"""The settings, as far as they are not a matter of taste."""

from arena.desk.outbox.addresses import address_faults
from arena.settings import Settings, variable
from scheduler.health.finding import Finding, Level, doubtful, fine


def look_at_configuration(settings: Settings) -> list[Finding]:
    """Whether somebody is told when something goes wrong, and every address can be sent to."""
    faults = [fault for of_field in address_faults(settings).values() for fault in of_field]
    found = [Finding("configuration", Level.FAULT, fault) for fault in faults]
    if not settings.alert_urls:
        found.append(doubtful("configuration", "health-no-alerts", variable=variable("alert_urls")))
    return found or [
        fine("configuration", alerts=len(settings.alert_urls), digests=len(settings.notify_urls))
    ]
