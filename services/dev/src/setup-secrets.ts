import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiSettings } from '@silla/api'
import type { SecretsKeys } from '@silla/core'

export type Secrets = Pick<ApiSettings, 'signingKeys' | 'otpPepper'> & {
  staffPepper: string
  secretsKeys: SecretsKeys
}

/**
 * The signing keys, the peppers and the secrets key: generated at the first start and kept in
 * `<data dir>/secrets.json`, readable by its owner only.
 *
 * @param secretsKeys the configured ones, used instead of a generated one
 */
export function setupSecrets(dataDir: string, secretsKeys: SecretsKeys | null): Secrets {
  const path = join(dataDir, 'secrets.json')
  const stored = readStored(path)
  const secrets = { ...generateSecrets(), ...stored }
  // the file of an earlier version of Silla may lack some
  if (Object.keys(secrets).some((name) => stored[name] === undefined)) {
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  }
  const { secretsKey, ...others } = secrets
  const current = Buffer.from(secretsKey, 'base64')
  return { ...others, secretsKeys: secretsKeys ?? { current, previous: null } }
}

function readStored(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function generateSecrets() {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    signingKeys: [
      { ...privateKey.export({ format: 'jwk' }), kid: randomUUID() },
    ] as Secrets['signingKeys'],
    otpPepper: randomBytes(32).toString('hex'),
    staffPepper: randomBytes(32).toString('hex'),
    secretsKey: randomBytes(32).toString('base64'),
  }
}
