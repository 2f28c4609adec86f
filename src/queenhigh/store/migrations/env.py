"""What Alembic runs: the migrations, on the connection and in the transaction it is given."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=True,  # On SQLite too: a migration that fails leaves nothing behind.
)
context.run_migrations()
