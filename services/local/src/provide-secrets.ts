import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiSettings } from '@silla/api'

type Secrets = Pick<ApiSettings, 'signingKeys' | 'otpPepper'>

/** The secrets that signing in rests on, made at the first start and kept for the next: `<data dir>/secrets.json`, for its owner only. */
export function provideSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const secrets = newSecrets()
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    return secrets
  }
}

function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    signingKeys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID() }] as Secrets['signingKeys'],
    otpPepper: randomBytes(32).toString('hex'),
  }
}
