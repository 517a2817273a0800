#!/bin/sh
# Brings both databases to the schema of this admin-tools version. Run again, it changes nothing.
set -eu

for part in temporal visibility; do
  database=temporal
  [ "$part" = visibility ] && database=temporal_visibility
  temporal-sql-tool --db "$database" create
  temporal-sql-tool --db "$database" setup-schema -v 0.0
  temporal-sql-tool --db "$database" update-schema -d "/etc/temporal/schema/postgresql/v12/$part/versioned"
done
