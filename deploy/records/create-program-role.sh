#!/bin/sh
# Makes the role of the program, which does not own the tables: it can add to the audit and never change it.
# PostgreSQL runs this once, when it makes its data.
set -eu

: "${RECORDS_PASSWORD:?Set RECORDS_PASSWORD to a password for the role of the program}"

psql --set ON_ERROR_STOP=1 --set password="$RECORDS_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE program LOGIN PASSWORD :'password';
SQL
