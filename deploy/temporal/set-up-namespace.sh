#!/bin/sh
# Creates the namespace and its search attributes (Name=Type, from SEARCH_ATTRIBUTES). Run again, it changes
# nothing; a search attribute that exists with another type is an error.
set -eu

attempt=1
until temporal operator cluster health >/dev/null 2>&1; do
  [ "$attempt" -ge 30 ] && echo "No Temporal server answers at $TEMPORAL_ADDRESS." >&2 && exit 1
  attempt=$((attempt + 1))
  sleep 2
done

temporal operator namespace describe >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"

for attribute in $SEARCH_ATTRIBUTES; do
  # A new namespace is known to all parts of the server only after a few seconds.
  attempt=1
  until temporal operator search-attribute create --name "${attribute%%=*}" --type "${attribute#*=}"; do
    [ "$attempt" -ge 10 ] && echo "Search attribute $attribute could not be created." >&2 && exit 1
    attempt=$((attempt + 1))
    sleep 2
  done
done
