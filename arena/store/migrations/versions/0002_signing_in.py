"""Sign-in links and the sessions of browsers."""

import sqlalchemy as sa
from alembic import op

from arena.store.types import BigId, UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sign_in_link",
        sa.Column("id", BigId, nullable=False),
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("used_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sign_in_link_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_link")),
        sa.UniqueConstraint("hash", name=op.f("uq_sign_in_link_hash")),
    )
    op.create_index(op.f("ix_sign_in_link_player_id"), "sign_in_link", ["player_id"])
    op.create_table(
        "browser_session",
        sa.Column("id", BigId, nullable=False),
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("last_used_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_browser_session_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browser_session")),
        sa.UniqueConstraint("hash", name=op.f("uq_browser_session_hash")),
    )
    op.create_index(op.f("ix_browser_session_player_id"), "browser_session", ["player_id"])


def downgrade() -> None:
    op.drop_table("browser_session")
    op.drop_table("sign_in_link")
