import { randomBytes } from 'node:crypto'
import { fail } from '@silla/errors'
import { seal } from '../../credentials/seal.ts'
import type { EndpointParts } from './endpoint-parts.ts'

const secretBytes = 32

/** A new secret as Standard Webhooks writes it, to be shown once, and as it is stored (D42). */
export function newEndpointSecret(
  endpointId: number,
  secretsKey: Buffer,
): { secret: string; sealedSecret: Buffer } {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  return { secret, sealedSecret: seal(secret, secretsKey, `event-endpoint:${endpointId}`) }
}

/** @throws ENDPOINTS_NOT_CONFIGURED where secrets cannot be stored */
export const requireSecretsKey = ({ secretsKey }: EndpointParts): Buffer =>
  secretsKey ?? fail('ENDPOINTS_NOT_CONFIGURED')
