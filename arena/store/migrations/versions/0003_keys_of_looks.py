"""Keys of looks, by which their pictures are found."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

AT_A_TIME = 1000
FIELDS = ("palette", "pixels", "strike", "rig", "strike_rig")


def upgrade() -> None:
    op.add_column("hero_version", sa.Column("look_key", sa.String(), nullable=True))
    _fill(op.get_bind())
    op.create_index(op.f("ix_hero_version_look_key"), "hero_version", ["look_key"])


def downgrade() -> None:
    op.drop_index(op.f("ix_hero_version_look_key"), "hero_version")
    op.drop_column("hero_version", "look_key")


def _fill(connection: sa.Connection) -> None:
    version = sa.table("hero_version", sa.column("id"), sa.column("document"), sa.column("look_key"))
    wanted = sa.select(version.c.id, version.c.document).where(version.c.document.is_not(None))
    put = sa.update(version).where(version.c.id == sa.bindparam("of")).values(look_key=sa.bindparam("key"))
    last = 0
    while rows := connection.execute(
        wanted.where(version.c.id > last).order_by(version.c.id).limit(AT_A_TIME)
    ).all():
        connection.execute(put, [{"of": id_, "key": _key(document)} for id_, document in rows])
        last = rows[-1][0]


def _key(document: str) -> str:
    """As `arena.hero.look_key` had it when this was written."""
    sprite = json.loads(document)["sprite"]
    look = {name: sprite[name] for name in FIELDS if sprite.get(name) is not None}
    return hashlib.sha256(json.dumps(look, separators=(",", ":")).encode()).hexdigest()[:24]
