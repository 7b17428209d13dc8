"""Telling the secrets: what was used, and what is promised."""

from collections.abc import Iterator
from datetime import timedelta

from arena.league.digest.model import Digest, Promise, Reveal
from arena.league.digest.page import Code, Section, Sentence
from arena.league.digest.telling.speaker import Speaker
from arena.league.digest.words import Words

HOUR = timedelta(hours=1)


def tell_secrets(speaker: Speaker, digest: Digest) -> Iterator[Section]:
    """By which everybody can check that no seed was chosen."""
    lines: list[Sentence] = []
    for reveal in digest.revealed:
        lines += _revealed(speaker.words, reveal)
    for promise in digest.promised:
        lines += _promised(speaker.words, promise)
    if digest.revealed:
        part = digest.day or digest.tournament
        run = "" if part is None else str(part.run_id)
        lines.append(speaker.words.say("secret.check", command=Code(f"arena verify {run}")))
    if lines:
        yield Section(speaker.words.text("section.secrets"), lines=tuple(lines), small=True)


def _revealed(words: Words, reveal: Reveal) -> list[Sentence]:
    moment, made = words.instant(reveal.moment), words.instant(reveal.made_at)
    return [
        words.say(f"secret.revealed.{reveal.job}", moment=moment, secret=Code(reveal.secret)),
        words.say("secret.was-promised", made=made, commitment=Code(reveal.commitment)),
    ]


def _promised(words: Words, promise: Promise) -> list[Sentence]:
    commitment = Code(promise.commitment)
    moment = words.instant(promise.moment)
    lines = [words.say(f"secret.promised.{promise.job}", moment=moment, commitment=commitment)]
    if promise.young:
        hours = words.number(max(0, (promise.moment - promise.made_at) // HOUR))
        lines.append(words.say("secret.short", made=words.instant(promise.made_at), hours=hours))
    return lines
