import { eventEndpointQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { RequestContext } from '../../request-context.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { newEndpointSecret, requireSecretsKeys } from './endpoint-secret.ts'

export interface RotatedSecret {
  id: number
  /** As it is shown once. */
  secret: string
  /** Until then messages are signed with the previous secret too. */
  previousEndsAt: Date
}

const overlapMilliseconds = 24 * 3_600_000

/**
 * Gives an endpoint a new secret. For 24 hours messages are signed with the previous one as well;
 * one that was rotated before is not valid any more (D42).
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINTS_NOT_CONFIGURED;
 *   ENDPOINT_NOT_FOUND
 */
export async function rotateEndpointSecret(
  context: RequestContext,
  parts: EndpointParts,
  endpointId: number,
): Promise<RotatedSecret> {
  allow(context, 'integrations')
  const { secret, sealedSecret } = newEndpointSecret(endpointId, requireSecretsKeys(parts))
  const now = context.realClock.now()
  const previousEndsAt = new Date(now.getTime() + overlapMilliseconds)
  await context.tenant.db.transaction(async (tx) => {
    const rotated = { endpointId, sealedSecret, previousEndsAt, now }
    const [endpoint] = await eventEndpointQueries.rotateSecret(tx, rotated)
    if (!endpoint) fail('ENDPOINT_NOT_FOUND')
  })
  return { id: endpointId, secret, previousEndsAt }
}
