"""The first tables."""

import sqlalchemy as sa
from alembic import op

from arena.store.types import BigId, UInt64, UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _make_installation()
    _make_player()
    _make_run()
    _make_access_key()
    _make_digest()
    _make_experience()
    _make_hero()
    _make_message()
    _make_run_step()
    _make_secret()
    _make_usage()
    _make_hero_version()
    _make_notice()
    _make_rating_change()
    _make_vote()
    _make_battle()
    _make_hero_state()
    _make_placing()


def downgrade() -> None:
    with op.batch_alter_table("placing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_placing_hero_id"))

    op.drop_table("placing")
    with op.batch_alter_table("hero_state", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_hero_state_hero_id_since"))

    op.drop_table("hero_state")
    with op.batch_alter_table("battle", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_battle_hero_b_run_id"))
        batch_op.drop_index(batch_op.f("ix_battle_hero_a_run_id"))

    op.drop_table("battle")
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vote_hero_id"))

    op.drop_table("vote")
    with op.batch_alter_table("rating_change", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_change_hero_id"))

    op.drop_table("rating_change")
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notice_player_id"))
        batch_op.drop_index(batch_op.f("ix_notice_hero_id"))
        batch_op.drop_index(batch_op.f("ix_notice_about_id"))

    op.drop_table("notice")
    op.drop_table("hero_version")
    op.drop_table("usage")
    with op.batch_alter_table("secret", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_secret_waiting",
            sqlite_where=sa.text("run_id IS NULL"),
            postgresql_where=sa.text("run_id IS NULL"),
        )

    op.drop_table("secret")
    op.drop_table("run_step")
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_message_state_not_before_id"))
        batch_op.drop_index(batch_op.f("ix_message_recipient"))
        batch_op.drop_index(batch_op.f("ix_message_player_id"))

    op.drop_table("message")
    op.drop_table("hero")
    with op.batch_alter_table("experience", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_experience_library_key",
            sqlite_where=sa.text("reason = 'library'"),
            postgresql_where=sa.text("reason = 'library'"),
        )
        batch_op.drop_index(batch_op.f("ix_experience_run_id"))

    op.drop_table("experience")
    with op.batch_alter_table("digest", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_digest_published_at"))

    op.drop_table("digest")
    with op.batch_alter_table("access_key", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_access_key_player_id"))

    op.drop_table("access_key")
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_run_job_local_date",
            sqlite_where=sa.text("by_calendar"),
            postgresql_where=sa.text("by_calendar"),
        )

    op.drop_table("run")
    op.drop_table("player")
    op.drop_table("installation")


def _make_installation() -> None:
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("local", sa.Boolean(), nullable=False),
        sa.Column("ballot_key", sa.LargeBinary(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("disks_seen_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )


def _make_player() -> None:
    op.create_table(
        "player",
        sa.Column("id", BigId, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("organiser", sa.Boolean(), nullable=False),
        sa.Column("lang", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("forgotten_at", UTCDateTime(), nullable=True),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("xp_peak", sa.Integer(), nullable=False),
        sa.Column("told_level", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("name_key", name=op.f("uq_player_name_key")),
    )


def _make_run() -> None:
    op.create_table(
        "run",
        sa.Column("id", BigId, nullable=False),
        sa.Column("job", sa.String(), nullable=False),
        sa.Column("scheduled_for", UTCDateTime(), nullable=False),
        sa.Column("local_date", sa.Date(), nullable=False),
        sa.Column("by_calendar", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("progress", sa.Float(), nullable=False),
        sa.Column("fence", BigId, nullable=False),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("deaths", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=True),
        sa.Column("started_at", UTCDateTime(), nullable=True),
        sa.Column("finished_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "state IN ('due', 'running', 'done', 'failed', 'skipped')", name=op.f("ck_run_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sa.UniqueConstraint("job", "scheduled_for", name=op.f("uq_run_job_scheduled_for")),
    )
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.create_index(
            "uq_run_job_local_date",
            ["job", "local_date"],
            unique=True,
            sqlite_where=sa.text("by_calendar"),
            postgresql_where=sa.text("by_calendar"),
        )


def _make_access_key() -> None:
    op.create_table(
        "access_key",
        sa.Column("id", BigId, nullable=False),
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("prefix", sa.String(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("last_used_at", UTCDateTime(), nullable=True),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_access_key_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_key")),
        sa.UniqueConstraint("hash", name=op.f("uq_access_key_hash")),
    )
    with op.batch_alter_table("access_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_access_key_player_id"), ["player_id"], unique=False)


def _make_digest() -> None:
    op.create_table(
        "digest",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("run_id", BigId, nullable=False),
        sa.Column("published_at", UTCDateTime(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_digest_run_id")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_digest")),
        sa.UniqueConstraint("run_id", name=op.f("uq_digest_run_id")),
    )
    with op.batch_alter_table("digest", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_digest_published_at"), ["published_at"], unique=False)


def _make_experience() -> None:
    op.create_table(
        "experience",
        sa.Column("id", BigId, nullable=False),
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("run_id", BigId, nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_experience_player_id")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_experience_run_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_experience")),
        sa.UniqueConstraint("player_id", "reason", "key", name=op.f("uq_experience_player_id_reason_key")),
    )
    with op.batch_alter_table("experience", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_experience_run_id"), ["run_id"], unique=False)
        batch_op.create_index(
            "uq_experience_library_key",
            ["key"],
            unique=True,
            sqlite_where=sa.text("reason = 'library'"),
            postgresql_where=sa.text("reason = 'library'"),
        )


def _make_hero() -> None:
    op.create_table(
        "hero",
        sa.Column("id", BigId, nullable=False),
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("rated_battles", sa.Integer(), nullable=False),
        sa.Column("rests", sa.Integer(), nullable=False),
        sa.Column("version_id", BigId, nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("hidden_at", UTCDateTime(), nullable=True),
        sa.Column("hidden_reason", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_hero_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hero")),
        sa.UniqueConstraint("name_key", name=op.f("uq_hero_name_key")),
        sa.UniqueConstraint("player_id", name=op.f("uq_hero_player_id")),
    )


def _make_message() -> None:
    op.create_table(
        "message",
        sa.Column("id", BigId, nullable=False),
        sa.Column("dedupe", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("player_id", BigId, nullable=True),
        sa.Column("digest_key", sa.String(), nullable=True),
        sa.Column("body", sa.String(), nullable=True),
        sa.Column("lang", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", UTCDateTime(), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("sent_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'sending', 'sent', 'unknown', 'failed', 'closed')",
            name=op.f("ck_message_state"),
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_message_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("dedupe", name=op.f("uq_message_dedupe")),
    )
    with op.batch_alter_table("message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_message_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_message_recipient"), ["recipient"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_message_state_not_before_id"), ["state", "not_before", "id"], unique=False
        )


def _make_run_step() -> None:
    op.create_table(
        "run_step",
        sa.Column("run_id", BigId, nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_run_step_run_id")),
        sa.PrimaryKeyConstraint("run_id", "key", name=op.f("pk_run_step")),
    )


def _make_secret() -> None:
    op.create_table(
        "secret",
        sa.Column("id", BigId, nullable=False),
        sa.Column("job", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("run_id", BigId, nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_secret_run_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_secret")),
        sa.UniqueConstraint("job", "number", name=op.f("uq_secret_job_number")),
        sa.UniqueConstraint("run_id", name=op.f("uq_secret_run_id")),
    )
    with op.batch_alter_table("secret", schema=None) as batch_op:
        batch_op.create_index(
            "uq_secret_waiting",
            ["job"],
            unique=True,
            sqlite_where=sa.text("run_id IS NULL"),
            postgresql_where=sa.text("run_id IS NULL"),
        )


def _make_usage() -> None:
    op.create_table(
        "usage",
        sa.Column("player_id", BigId, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_usage_player_id")),
        sa.PrimaryKeyConstraint("player_id", "day", "kind", name=op.f("pk_usage")),
    )


def _make_hero_version() -> None:
    op.create_table(
        "hero_version",
        sa.Column("id", BigId, nullable=False),
        sa.Column("hero_id", BigId, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("document", sa.String(), nullable=True),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("saved_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_hero_version_hero_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hero_version")),
        sa.UniqueConstraint("hero_id", "number", name=op.f("uq_hero_version_hero_id_number")),
    )


def _make_notice() -> None:
    op.create_table(
        "notice",
        sa.Column("id", BigId, nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("params", sa.String(), nullable=False),
        sa.Column("player_id", BigId, nullable=True),
        sa.Column("about_id", BigId, nullable=True),
        sa.Column("hero_id", BigId, nullable=True),
        sa.Column("read_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["about_id"], ["player.id"], name=op.f("fk_notice_about_id")),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_notice_hero_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_notice_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_about_id"), ["about_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_hero_id"), ["hero_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_player_id"), ["player_id"], unique=False)


def _make_rating_change() -> None:
    op.create_table(
        "rating_change",
        sa.Column("run_id", BigId, nullable=False),
        sa.Column("hero_id", BigId, nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("rated_battles", sa.Integer(), nullable=False),
        sa.Column("battles", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_rating_change_hero_id")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_rating_change_run_id")),
        sa.PrimaryKeyConstraint("run_id", "hero_id", name=op.f("pk_rating_change")),
    )
    with op.batch_alter_table("rating_change", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rating_change_hero_id"), ["hero_id"], unique=False)


def _make_vote() -> None:
    op.create_table(
        "vote",
        sa.Column("friday", sa.Date(), nullable=False),
        sa.Column("voter_id", BigId, nullable=False),
        sa.Column("hero_id", BigId, nullable=False),
        sa.Column("cast_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_vote_hero_id")),
        sa.ForeignKeyConstraint(["voter_id"], ["player.id"], name=op.f("fk_vote_voter_id")),
        sa.PrimaryKeyConstraint("friday", "voter_id", "hero_id", name=op.f("pk_vote")),
    )
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_hero_id"), ["hero_id"], unique=False)


def _make_battle() -> None:
    op.create_table(
        "battle",
        sa.Column("run_id", BigId, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("hero_a", BigId, nullable=False),
        sa.Column("hero_b", BigId, nullable=False),
        sa.Column("version_a", BigId, nullable=False),
        sa.Column("version_b", BigId, nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("kernel", sa.Integer(), nullable=False),
        sa.Column("seed", UInt64(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=False),
        sa.Column("ticks", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("hp_a", sa.Integer(), nullable=False),
        sa.Column("hp_b", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hero_a"], ["hero.id"], name=op.f("fk_battle_hero_a")),
        sa.ForeignKeyConstraint(["hero_b"], ["hero.id"], name=op.f("fk_battle_hero_b")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_battle_run_id")),
        sa.ForeignKeyConstraint(["version_a"], ["hero_version.id"], name=op.f("fk_battle_version_a")),
        sa.ForeignKeyConstraint(["version_b"], ["hero_version.id"], name=op.f("fk_battle_version_b")),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_battle")),
    )
    with op.batch_alter_table("battle", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_battle_hero_a_run_id"), ["hero_a", "run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_battle_hero_b_run_id"), ["hero_b", "run_id"], unique=False)


def _make_hero_state() -> None:
    op.create_table(
        "hero_state",
        sa.Column("id", BigId, nullable=False),
        sa.Column("hero_id", BigId, nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("version_id", BigId, nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_hero_state_hero_id")),
        sa.ForeignKeyConstraint(["version_id"], ["hero_version.id"], name=op.f("fk_hero_state_version_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hero_state")),
    )
    with op.batch_alter_table("hero_state", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hero_state_hero_id_since"), ["hero_id", "since"], unique=False)


def _make_placing() -> None:
    op.create_table(
        "placing",
        sa.Column("run_id", BigId, nullable=False),
        sa.Column("hero_id", BigId, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("version_id", BigId, nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("points2", sa.Integer(), nullable=False),
        sa.Column("buchholz_cut1", sa.Integer(), nullable=False),
        sa.Column("buchholz", sa.Integer(), nullable=False),
        sa.Column("sonneborn_berger", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("byes", sa.Integer(), nullable=False),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["hero_id"], ["hero.id"], name=op.f("fk_placing_hero_id")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_placing_run_id")),
        sa.ForeignKeyConstraint(["version_id"], ["hero_version.id"], name=op.f("fk_placing_version_id")),
        sa.PrimaryKeyConstraint("run_id", "hero_id", name=op.f("pk_placing")),
    )
    with op.batch_alter_table("placing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_placing_hero_id"), ["hero_id"], unique=False)
