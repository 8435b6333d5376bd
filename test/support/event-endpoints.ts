import { seal } from '@silla/core'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'
import { testSecrets } from './secrets.ts'

/** An endpoint, inserted without a request. */
export interface TestEndpoint {
  id: number
  secret: string
}

let endpoints = 0

export async function insertEndpoint(
  { businessId, clock }: TestSalon,
  { url, types = null }: { url: string; types?: string[] | null },
): Promise<TestEndpoint> {
  const { witness } = await testDatabase()
  const id = ++endpoints
  const secret = newSecret(id)
  await witness`
    insert into event_endpoints (
      business_id, id, url, types, description, is_active, sealed_secret, position, created_at,
      updated_at)
    values (
      ${businessId}, ${id}, ${url}, ${types}, 'Till', true, ${sealedFor(id, secret)}, 0,
      ${clock.now()}, ${clock.now()})`
  return { id, secret }
}

export const newSecret = (byte: number): string =>
  `whsec_${Buffer.alloc(32, byte).toString('base64')}`

export const sealedFor = (endpointId: number, secret: string): Buffer =>
  seal(secret, testSecrets.secretsKeys, `event-endpoint:${endpointId}`)

/** An attempt, as it is stored. */
export interface StoredAttempt {
  at: string
  status: number | null
  error: string | null
  response: string
}

export interface StoredDelivery {
  id: number
  eventId: number | null
  type: string
  state: string
  attempts: StoredAttempt[]
  nextAttemptAt: Date | null
}

/** The log of an endpoint, in the order of the events. */
export async function deliveriesTo({ id }: TestEndpoint): Promise<StoredDelivery[]> {
  const { witness } = await testDatabase()
  return witness<StoredDelivery[]>`
    select delivery.id, delivery.event_id, delivery.type, delivery.state, delivery.attempts,
      delivery.next_attempt_at
    from event_deliveries delivery
    left join events event
      on event.business_id = delivery.business_id and event.id = delivery.event_id
    where delivery.endpoint_id = ${id} order by event.position nulls last, delivery.created_at`
}

export async function endpointRow({ id }: TestEndpoint) {
  const { witness } = await testDatabase()
  const [row] = await witness<
    { isActive: boolean; position: number; failingSince: Date | null; isSlow: boolean }[]
  >`
    select is_active, position, failing_since, is_slow from event_endpoints where id = ${id}`
  return row
}
