import type { WebhookEndpoint } from '@silla/core'
import type { Stripe } from 'stripe'
import { checkShape, EventDestinationShape } from './shapes.ts'
import type { StripeClient, Target } from './stripe-client.ts'
import { differingEvents, endpointKey } from './webhook-events.ts'

// A version 1 webhook endpoint cannot subscribe to the thin events of Accounts v2, only a version 2
// event destination can.

/** @param key the idempotency key */
export async function createDestination(
  call: StripeClient,
  url: string,
  target: Target & { key: string },
): Promise<{ endpointRef: string; secret: string }> {
  const withKey = { ...target, key: endpointKey(target.key, thinEventTypes) }
  const created = await call(withKey, (stripe, options) =>
    stripe.v2.core.eventDestinations.create(
      {
        name: 'Silla: accounts of the salons',
        type: 'webhook_endpoint',
        webhook_endpoint: { url },
        event_payload: 'thin',
        events_from: ['@accounts'],
        enabled_events: [...thinEventTypes],
        include: ['webhook_endpoint.signing_secret', 'webhook_endpoint.url'],
      },
      options,
    ),
  )
  const { id, webhook_endpoint: endpoint } = checkShape(EventDestinationShape, created)
  return { endpointRef: id, secret: endpoint?.signing_secret ?? '' }
}

/** The destinations of thin events that are webhooks. */
export async function listDestinations(
  call: StripeClient,
  target: Target,
): Promise<WebhookEndpoint[]> {
  const objects = await call(target, async (stripe, options) => {
    const all: unknown[] = []
    const include: ['webhook_endpoint.url'] = ['webhook_endpoint.url']
    for await (const each of stripe.v2.core.eventDestinations.list({ include }, options))
      all.push(each)
    return all
  })
  return objects
    .map((object) => checkShape(EventDestinationShape, object))
    .filter(({ type, event_payload: payload }) => type === 'webhook_endpoint' && payload === 'thin')
    .map(({ id, status, enabled_events: events, webhook_endpoint: endpoint }) => ({
      endpointRef: id,
      payload: 'thin',
      url: endpoint?.url ?? '',
      enabled: status === 'enabled',
      ...differingEvents(events, thinEventTypes),
      otherApiVersion: null,
    }))
}

export const updateDestination = (
  call: StripeClient,
  endpointRef: string,
  target: Target,
): Promise<unknown> =>
  call(target, (stripe, options) =>
    stripe.v2.core.eventDestinations.update(
      endpointRef,
      { enabled_events: [...thinEventTypes] },
      options,
    ),
  )

export const deleteDestination = (
  call: StripeClient,
  endpointRef: string,
  target: Target,
): Promise<unknown> =>
  call(target, (stripe, options) => stripe.v2.core.eventDestinations.del(endpointRef, {}, options))

/**
 * The thin events that `parse-event.ts` handles: those that can change whether an account may
 * charge. They exist beside `account.updated`, or instead of it.
 */
const thinEventTypes = [
  'v2.core.account.closed',
  'v2.core.account[configuration.merchant].capability_status_updated',
] as const satisfies Stripe.V2.Core.Event['type'][]
