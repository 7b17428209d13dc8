"""What a message says: made when it is sent, so that nobody who was hidden or forgotten since is named."""

from arena.desk.desk import Desk
from arena.desk.digests import Addresses, my_digest, read_digest, sights_of_mine
from arena.desk.outbox.writing import ALERT, MY_DIGEST, is_failure
from arena.league.digest import html_page, markdown_text, plain_text, tell_digest, tell_mine
from arena.league.digest.page import Page
from arena.league.digest.sights import NOTHING
from arena.store.tables import Message
from scheduler.courier.letter import Letter


def letter_of(desk: Desk, message: Message, addresses: Addresses | None = None) -> Letter:
    """The letter of a message, in its language; it leads to `addresses`, where there are any.

    Raises `ArenaError`: `no-hero` for a participant's own digest without a hero, `digest-unknown`.
    """
    if message.kind == ALERT:
        title, _, text = (message.body or "").partition("\n")
        return Letter(title, text, urgency="failure" if is_failure(message) else "warning")
    assert message.digest_key is not None, "it is about a digest"
    if message.kind == MY_DIGEST:
        assert message.player_id is not None, "it is a participant's"
        mine = my_digest(desk, message.player_id, message.digest_key, message.lang)
        sights = NOTHING if addresses is None else sights_of_mine(desk, mine, message.lang, addresses)
        return _of_page(tell_mine(mine, message.lang, sights))
    return _of_page(tell_digest(read_digest(desk, message.digest_key, message.lang, addresses)))


def _of_page(page: Page) -> Letter:
    return Letter(page.title, plain_text(page, titled=False), markdown_text(page), html_page(page))
