#!/bin/sh
# Makes a role for each program, and one for those who only read. None owns the tables: the migrations let each do its part
# (src/records/migrations.ts). PostgreSQL runs this once, when it makes its data.
set -eu

: "${RECORDS_WORKER_PASSWORD:?Set RECORDS_WORKER_PASSWORD to a password for the role of the workers}"
: "${RECORDS_DESK_PASSWORD:?Set RECORDS_DESK_PASSWORD to a password for the role of the desk}"
: "${RECORDS_SIGNER_PASSWORD:?Set RECORDS_SIGNER_PASSWORD to a password for the role of the signer}"
: "${RECORDS_AUDITOR_PASSWORD:?Set RECORDS_AUDITOR_PASSWORD to a password for the role of auditors}"

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set worker="$RECORDS_WORKER_PASSWORD" --set desk="$RECORDS_DESK_PASSWORD" \
  --set signer="$RECORDS_SIGNER_PASSWORD" --set auditor="$RECORDS_AUDITOR_PASSWORD" <<'SQL'
CREATE ROLE records_worker LOGIN PASSWORD :'worker';
CREATE ROLE records_desk LOGIN PASSWORD :'desk';
CREATE ROLE records_signer LOGIN PASSWORD :'signer';
CREATE ROLE records_auditor LOGIN PASSWORD :'auditor';
SQL
