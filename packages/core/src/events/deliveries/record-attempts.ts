import { eventDeliveryQueries, jobQueries, mailQueries, type Tx } from '@silla/db'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Attempted } from './attempt-delivery.ts'
import { isSlow } from './time-budget.ts'

const switchedOffAfterMilliseconds = 3 * 24 * 3_600_000

/**
 * Stores how the latest attempts at an endpoint went. Attempts that have failed for three days
 * without a success switch it off: its deliveries end, and the salon gets an email (D42).
 *
 * @param endpoint locked by this transaction
 * @param input.position up to which events have had their first attempt
 * @param input.attempted in the order in which they were made
 * @returns whether the endpoint is still active, and slow
 */
export async function recordAttempts(
  tx: Tx,
  endpoint: eventDeliveryQueries.DeliveryEndpoint,
  input: { position: number; attempted: readonly Attempted[]; catalog: Catalog; now: Date },
): Promise<{ isActive: boolean; isSlow: boolean }> {
  const { attempted, position, catalog, now } = input
  const failingSince = attempted.reduce(failingSinceAfter, endpoint.failingSince)
  const last = attempted.at(-1)
  const slow = last === undefined ? endpoint.isSlow : isSlow(last.attempt.durationMilliseconds)
  await eventDeliveryQueries.updateEndpointHealth(tx, {
    id: endpoint.id,
    position,
    failingSince,
    isSlow: slow,
  })
  const isOver =
    endpoint.isActive &&
    failingSince !== null &&
    attempted.some(({ failed }) => failed) &&
    now.getTime() - failingSince.getTime() >= switchedOffAfterMilliseconds
  if (isOver) await switchOff(tx, endpoint, { failingSince, catalog, now })
  return { isActive: endpoint.isActive && !isOver, isSlow: slow }
}

function failingSinceAfter(since: Date | null, { state, failed, attempt }: Attempted) {
  if (state === 'delivered') return null
  return since === null && failed ? new Date(attempt.at) : since
}

async function switchOff(
  tx: Tx,
  { id, url, description }: eventDeliveryQueries.DeliveryEndpoint,
  { failingSince, catalog, now }: { failingSince: Date; catalog: Catalog; now: Date },
): Promise<void> {
  await Promise.all([
    ...eventDeliveryQueries.disableEndpoint(tx, { id, now }),
    mailQueries.requestMail(tx, {
      kind: 'endpoint_disabled',
      to: catalog.business.email,
      language: catalog.settings.mainLanguage,
      payload: { url, description, failingSince },
      cause: `endpoint:${id}:disabled:${now.toISOString()}`,
      now,
    }),
  ])
}

/**
 * Enqueues the next attempt of an endpoint's deliveries for its time, if one is pending. The
 * endpoint is locked, so that no transaction replaces the job with one for a later time.
 */
export async function enqueueRetries(
  tx: Tx,
  endpoint: { id: number; isSlow: boolean },
): Promise<void> {
  const [next] = await eventDeliveryQueries.findNextAttempt(tx, endpoint.id)
  if (!next?.at) return
  await jobQueries.enqueue(tx, {
    task: 'retry-deliveries',
    payload: { endpointId: endpoint.id, isSlow: endpoint.isSlow },
    key: `retry-deliveries:${endpoint.id}`,
    runAt: next.at,
  })
}
