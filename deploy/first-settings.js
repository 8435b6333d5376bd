// Sets up the database (`silla db setup`) and prints the settings of a new installation, one a line:
// the program, a space and NAME=value. For PREPARE_DATABASE_URL with new roles only, because the
// passwords of existing ones are not known.

import { execFileSync } from 'node:child_process'
import { randomBytes, subtle } from 'node:crypto'

const output = execFileSync('silla', ['db', 'setup', '--json'], { encoding: 'utf8' })
const { urls, renewed } = JSON.parse(output)
if (renewed.length < 4) {
  console.error(
    'The database has roles of Silla already, and their passwords are not known here. For new ' +
      'passwords: silla db setup --new-passwords',
  )
  process.exit(1)
}

const settings = {
  shared: { SECRETS_KEY: randomBytes(32).toString('base64') },
  api: {
    DATABASE_URL: urls.DATABASE_URL,
    LISTEN_DATABASE_URL: urls.LISTEN_DATABASE_URL,
    JWT_PRIVATE_KEYS: JSON.stringify([await newSigningKey()]),
    OTP_PEPPER: randomBytes(32).toString('hex'),
  },
  worker: { WORKER_DATABASE_URL: urls.WORKER_DATABASE_URL },
  migrate: { MIGRATOR_DATABASE_URL: urls.MIGRATOR_DATABASE_URL },
  cli: { CLI_DATABASE_URL: urls.CLI_DATABASE_URL },
}
for (const [program, values] of Object.entries(settings))
  for (const [name, value] of Object.entries(values)) console.log(`${program} ${name}=${value}`)

async function newSigningKey() {
  const { privateKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const { kty, crv, x, d } = await subtle.exportKey('jwk', privateKey)
  return { kty, crv, kid: new Date().toISOString().slice(0, 10), x, d }
}
