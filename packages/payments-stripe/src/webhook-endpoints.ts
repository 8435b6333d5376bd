import { createHash } from 'node:crypto'
import type { Processor } from '@silla/core'
import { checkPage, checkShape, WebhookEndpointShape } from './shapes.ts'
import { apiVersion, type StripeClient } from './stripe-client.ts'

/** One endpoint receives the events of all salons (D20). */
export const webhookEndpointRequests = (
  call: StripeClient,
): Pick<
  Processor,
  | 'createWebhookEndpoint'
  | 'listWebhookEndpoints'
  | 'updateWebhookEndpoint'
  | 'deleteWebhookEndpoint'
> => ({
  async createWebhookEndpoint({ url, key, ...target }) {
    const created = await call({ ...target, key: `${key}:${requirements}` }, (stripe, options) =>
      stripe.webhookEndpoints.create(
        { url, connect: true, api_version: apiVersion, enabled_events: [...handledEventTypes] },
        options,
      ),
    )
    const { id, secret } = checkShape(WebhookEndpointShape, created)
    return { endpointRef: id, secret: secret ?? '' }
  },

  async listWebhookEndpoints(target) {
    const page = await call(target, (stripe, options) =>
      stripe.webhookEndpoints.list({ limit: 100 }, options),
    )
    return checkPage(page).data.map((endpoint) => {
      const {
        id,
        url,
        status,
        api_version: version,
        ...rest
      } = checkShape(WebhookEndpointShape, endpoint)
      const handled: readonly string[] = handledEventTypes
      return {
        endpointRef: id,
        url,
        enabled: status === 'enabled',
        missingEvents: handled.filter((type) => !rest.enabled_events.includes(type)),
        extraEvents: rest.enabled_events.filter((type) => !handled.includes(type)),
        otherApiVersion: version === apiVersion ? null : (version ?? "the account's default"),
      }
    })
  },

  async updateWebhookEndpoint({ endpointRef, ...target }) {
    await call(target, (stripe, options) =>
      stripe.webhookEndpoints.update(
        endpointRef,
        { enabled_events: [...handledEventTypes] },
        options,
      ),
    )
  },

  async deleteWebhookEndpoint({ endpointRef, ...target }) {
    await call(target, (stripe, options) => stripe.webhookEndpoints.del(endpointRef, {}, options))
  },
})

/** The events that `parse-event.ts` handles (D23); the endpoint subscribes to no others. */
const handledEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
  'account.application.deauthorized',
] as const

/** Another release must not use the same idempotency key with other parameters. */
const requirements = createHash('sha256')
  .update([apiVersion, ...handledEventTypes].join())
  .digest('hex')
  .slice(0, 16)
