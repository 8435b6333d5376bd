import { randomInt } from 'node:crypto'
import { eventEndpointQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { EndpointInput, EventEndpoint } from '../../model/event-endpoint.ts'
import type { RequestContext } from '../../request-context.ts'
import { checkedUrl, type EndpointParts } from './endpoint-parts.ts'
import { newEndpointSecret, requireSecretsKeys } from './endpoint-secret.ts'

const maxEndpoints = 10

/**
 * Adds an endpoint, to which events are delivered from now on (D42).
 *
 * @returns the endpoint and its secret, which cannot be read again
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; ENDPOINTS_NOT_CONFIGURED; INVALID_URL;
 *   ENDPOINT_LIMIT_REACHED for the eleventh
 */
export async function createEndpoint(
  context: RequestContext,
  parts: EndpointParts,
  { url, types, description }: EndpointInput,
): Promise<{ endpoint: EventEndpoint; secret: string }> {
  allow(context, 'integrations')
  const secretsKeys = requireSecretsKeys(parts)
  const checked = { url: await checkedUrl(url, parts), types, description }
  const id = 1 + randomInt(maxId)
  const { secret, sealedSecret } = newEndpointSecret(id, secretsKeys)
  const now = context.realClock.now()
  await context.tenant.db.transaction(async (tx) => {
    const position = await eventEndpointQueries.lockLastPosition(tx)
    const [existing] = await eventEndpointQueries.countEndpoints(tx)
    if ((existing?.count ?? 0) >= maxEndpoints) fail('ENDPOINT_LIMIT_REACHED')
    const row = { id, ...checked, sealedSecret, position, createdAt: now }
    await eventEndpointQueries.insertEndpoint(tx, row)
    return { id }
  })
  const dates = { failingSince: null, disabledAt: null, createdAt: now, updatedAt: now }
  return { endpoint: { id, ...checked, isActive: true, ...dates }, secret }
}

/** Ids are random, as those of other tables, because they are part of the secret's encryption. */
const maxId = 2 ** 48 - 1
