import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiSettings } from '@silla/api'

export type Secrets = Pick<ApiSettings, 'signingKeys' | 'otpPepper'> & { secretsKey: Buffer }

/**
 * The secrets that signing in and what is sealed rest on, made at the first start and kept for the
 * next: `<data dir>/secrets.json`, for its owner only.
 *
 * @param secretsKey of the settings, before the one that is kept
 */
export function setupSecrets(dataDir: string, secretsKey: Buffer | null): Secrets {
  const path = join(dataDir, 'secrets.json')
  const kept = readKept(path)
  const secrets = { ...newSecrets(), ...kept }
  // a folder of an earlier Silla may lack some
  if (Object.keys(secrets).some((name) => kept[name] === undefined)) {
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  }
  return { ...secrets, secretsKey: secretsKey ?? Buffer.from(secrets.secretsKey, 'base64') }
}

function readKept(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function newSecrets() {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    signingKeys: [
      { ...privateKey.export({ format: 'jwk' }), kid: randomUUID() },
    ] as Secrets['signingKeys'],
    otpPepper: randomBytes(32).toString('hex'),
    secretsKey: randomBytes(32).toString('base64'),
  }
}
