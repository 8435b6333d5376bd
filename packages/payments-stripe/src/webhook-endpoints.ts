import type { Processor } from '@silla/core'
import type { Stripe } from 'stripe'
import { handledEventTypes } from './handled-event-types.ts'
import { apiVersion, type StripeClient } from './stripe-client.ts'

/** One endpoint hears of all salons (D20). */
export const webhookEndpointRequests = (
  input: StripeClient,
): Pick<Processor, 'createWebhookEndpoint' | 'listWebhookEndpoints' | 'deleteWebhookEndpoint'> => ({
  async createWebhookEndpoint({ url, ...how }) {
    const made = await input(how, (stripe, options) =>
      stripe.webhookEndpoints.create(
        { url, connect: true, api_version: apiVersion, enabled_events: [...handledEventTypes] },
        options,
      ),
    )
    return { endpointRef: made.id, secret: made.secret ?? '' }
  },

  async listWebhookEndpoints(how) {
    const page: Stripe.ApiList<Stripe.WebhookEndpoint> = await input(how, (stripe, options) =>
      stripe.webhookEndpoints.list({ limit: 100 }, options),
    )
    return page.data.map(({ id, url, status }) => ({
      endpointRef: id,
      url,
      enabled: status === 'enabled',
    }))
  },

  async deleteWebhookEndpoint({ endpointRef, ...how }) {
    await input(how, (stripe, options) => stripe.webhookEndpoints.del(endpointRef, {}, options))
  },
})
