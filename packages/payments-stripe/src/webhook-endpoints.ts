import type { Processor, WebhookEndpoint } from '@silla/core'
import {
  createDestination,
  deleteDestination,
  listDestinations,
  updateDestination,
} from './event-destinations.ts'
import { checkPage, checkShape, WebhookEndpointShape } from './shapes.ts'
import { apiVersion, type StripeClient, type Target } from './stripe-client.ts'
import { differingEvents, endpointKey } from './webhook-events.ts'

/** One endpoint of each payload receives the events of all salons (D20). */
export const webhookEndpointRequests = (
  call: StripeClient,
): Pick<
  Processor,
  | 'createWebhookEndpoint'
  | 'listWebhookEndpoints'
  | 'updateWebhookEndpoint'
  | 'deleteWebhookEndpoint'
> => ({
  async createWebhookEndpoint({ url, key, payload, ...target }) {
    if (payload === 'thin') return createDestination(call, url, { ...target, key })
    const parameters = [apiVersion, ...handledEventTypes]
    const created = await call(
      { ...target, key: endpointKey(key, parameters) },
      (stripe, options) =>
        stripe.webhookEndpoints.create(
          { url, connect: true, api_version: apiVersion, enabled_events: [...handledEventTypes] },
          options,
        ),
    )
    const { id, secret } = checkShape(WebhookEndpointShape, created)
    return { endpointRef: id, secret: secret ?? '' }
  },

  async listWebhookEndpoints(target) {
    return [...(await listEndpoints(call, target)), ...(await listDestinations(call, target))]
  },

  async updateWebhookEndpoint({ endpointRef, payload, ...target }) {
    if (payload === 'thin') await updateDestination(call, endpointRef, target)
    else
      await call(target, (stripe, options) =>
        stripe.webhookEndpoints.update(
          endpointRef,
          { enabled_events: [...handledEventTypes] },
          options,
        ),
      )
  },

  async deleteWebhookEndpoint({ endpointRef, payload, ...target }) {
    if (payload === 'thin') await deleteDestination(call, endpointRef, target)
    else
      await call(target, (stripe, options) => stripe.webhookEndpoints.del(endpointRef, {}, options))
  },
})

async function listEndpoints(call: StripeClient, target: Target): Promise<WebhookEndpoint[]> {
  const page = await call(target, (stripe, options) =>
    stripe.webhookEndpoints.list({ limit: 100 }, options),
  )
  return checkPage(page)
    .data.map((endpoint) => checkShape(WebhookEndpointShape, endpoint))
    .map(({ id, url, status, api_version: version, enabled_events: events }) => ({
      endpointRef: id,
      payload: 'snapshot',
      url,
      enabled: status === 'enabled',
      ...differingEvents(events, handledEventTypes),
      otherApiVersion: version === apiVersion ? null : (version ?? "the account's default"),
    }))
}

/** The events that `parse-event.ts` handles (D23); the endpoint subscribes to no others. */
const handledEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  // an inquiry that becomes a dispute
  'charge.dispute.updated',
  'charge.dispute.closed',
  'payout.failed',
  'account.updated',
  'account.application.deauthorized',
] as const
