#!/bin/sh
# Makes a backup when the last one is a day old, and deletes older ones after it has succeeded. A
# restart makes none, so that restarts do not replace the backups of other days.
set -u
trap 'exit 0' TERM INT
while :; do
  if [ -z "$(find /backups -name 'silla-*.dump' -mmin -1440)" ]; then
    silla db backup /backups --keep "${BACKUPS_KEPT:-14}" ||
      echo 'The backup failed and is tried again in ten minutes.' >&2
  fi
  sleep 600 &
  wait $!
done
