"""The settings, as far as they are not a matter of taste."""

from arena.settings import Settings, variable
from scheduler.health.finding import Finding, doubtful, fine


def look_at_configuration(settings: Settings) -> list[Finding]:
    """Whether somebody is told when something goes wrong."""
    if not settings.alert_urls:
        return [doubtful("configuration", "health-no-alerts", variable=variable("alert_urls"))]
    return [fine("configuration", alerts=len(settings.alert_urls), digests=len(settings.notify_urls))]
