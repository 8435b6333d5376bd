#!/bin/sh
# Creates the secrets of a new installation in env/ and the database, once:
#
#   cp .env.example .env      # set PUBLIC_URL and STAFF_URL
#   docker compose build
#   ./setup.sh                # COMPOSE=podman-compose ./setup.sh with Podman
#   docker compose up -d
set -eu
cd "$(dirname "$0")"
umask 077
compose=${COMPOSE:-docker compose}

if [ -e env ]; then
  echo "$PWD/env exists: this installation has its secrets. Passwords of the database are changed" >&2
  echo "with \"$compose run --rm setup silla db setup --new-passwords\"." >&2
  exit 1
fi
mkdir -p env.new
# Compose requires that these exist.
for program in shared api worker cli migrate; do : > "env.new/$program.env"; done
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
password=$(new_password)
backup_password=$(new_password)
echo "POSTGRES_PASSWORD=$password" > env.new/postgres.env
echo "PREPARE_DATABASE_URL=postgres://postgres:$password@postgres:5432/silla" > env.new/superuser.env
echo "BACKUP_DATABASE_URL=postgres://silla_backup:$backup_password@postgres:5432/silla" > env.new/backup.env
cat > env.new/shared.env <<'SHARED'
# Settings of the API, the worker and the CLI. Add those that you need from .env.example in the root
# of the repository, without quotes: SMTP_URL and MAIL_FROM, the keys of Stripe.
SHARED
mv env.new env

undo() {
  echo 'The setup failed. Remove env/ and the volume silla_postgres-data before you repeat it.' >&2
}
trap undo EXIT
$compose up -d postgres
# one line for each file: its name, then the setting
$compose run --rm -T setup node deploy/first-settings.js | while read -r file setting; do
  echo "$setting" >> "env/$file.env"
done
grep -q OTP_PEPPER env/api.env
# a role that reads everything and writes nothing
$compose exec -T postgres sh -c \
  'PGPASSWORD="$POSTGRES_PASSWORD" exec psql --quiet --set=ON_ERROR_STOP=1 --host=127.0.0.1 --username=postgres silla' << SQL
create role silla_backup login bypassrls password '$backup_password';
grant pg_read_all_data to silla_backup;
grant connect on database silla to silla_backup;
SQL
trap - EXIT
echo "The secrets are in $PWD/env: keep a copy elsewhere. Next: $compose up -d"
