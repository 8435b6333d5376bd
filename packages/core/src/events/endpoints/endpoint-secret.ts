import { randomBytes } from 'node:crypto'
import { fail } from '@silla/errors'
import { type SecretsKeys, seal } from '../../credentials/seal.ts'
import type { EndpointParts } from './endpoint-parts.ts'

const secretBytes = 32

/** A new secret as Standard Webhooks writes it, to be shown once, and as it is stored (D42). */
export function newEndpointSecret(
  endpointId: number,
  secretsKeys: SecretsKeys,
): { secret: string; sealedSecret: Buffer } {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  return { secret, sealedSecret: seal(secret, secretsKeys, endpointPurpose(endpointId)) }
}

/** What the secrets of an endpoint are sealed for. */
export const endpointPurpose = (endpointId: number): string => `event-endpoint:${endpointId}`

/** @throws ENDPOINTS_NOT_CONFIGURED where secrets cannot be stored */
export const requireSecretsKeys = ({ secretsKeys }: EndpointParts): SecretsKeys =>
  secretsKeys ?? fail('ENDPOINTS_NOT_CONFIGURED')
