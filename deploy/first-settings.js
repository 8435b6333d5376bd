// Sets up the database (`silla db setup`) and prints the settings of a new installation, one a line:
// the program, a space and NAME=value. For PREPARE_DATABASE_URL with new roles only, because the
// passwords of existing ones are not known.

import { spawnSync } from 'node:child_process'
import { randomBytes, subtle } from 'node:crypto'

const { urls, renewed } = setUpDatabase()
if (renewed.length < 4)
  fail(
    'The database has roles of Silla already, and their passwords are not known here. For new ' +
      'passwords: silla db setup --new-passwords',
  )

const settings = {
  shared: { SECRETS_KEY: randomBytes(32).toString('base64') },
  api: {
    DATABASE_URL: urls.DATABASE_URL,
    LISTEN_DATABASE_URL: urls.LISTEN_DATABASE_URL,
    JWT_PRIVATE_KEYS: JSON.stringify([await newSigningKey()]),
    OTP_PEPPER: randomBytes(32).toString('hex'),
    STAFF_PEPPER: randomBytes(32).toString('hex'),
  },
  worker: { WORKER_DATABASE_URL: urls.WORKER_DATABASE_URL },
  migrate: { MIGRATOR_DATABASE_URL: urls.MIGRATOR_DATABASE_URL },
  cli: { CLI_DATABASE_URL: urls.CLI_DATABASE_URL },
}
for (const [program, values] of Object.entries(settings))
  for (const [name, value] of Object.entries(values)) console.log(`${program} ${name}=${value}`)

function setUpDatabase() {
  const { status, stdout, error } = spawnSync('silla', ['db', 'setup', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) fail(`silla cannot be started (${error.message}): is it on the PATH?`)
  // without output, the reason is on standard error
  if (status !== 0) fail(stdout ? JSON.parse(stdout).error.message : 'silla db setup has failed.')
  return JSON.parse(stdout)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

async function newSigningKey() {
  const { privateKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const { kty, crv, x, d } = await subtle.exportKey('jwk', privateKey)
  return { kty, crv, kid: new Date().toISOString().slice(0, 10), x, d }
}
