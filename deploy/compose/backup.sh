#!/bin/sh
# Makes a backup now and then every day. Older ones are deleted after a new one has succeeded.
set -u
trap 'exit 0' TERM INT
while :; do
  if silla db backup /backups --keep "${BACKUPS_KEPT:-14}"; then
    pause=86400
  else
    echo 'The backup failed and is tried again in ten minutes.' >&2
    pause=600
  fi
  sleep "$pause" &
  wait $!
done
