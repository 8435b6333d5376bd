import type { TestContext } from 'node:test'
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from '@silla/fake-stripe'
import Stripe from 'stripe'

export const speaking = (double: FakeStripe, secretKey = double.secretKey) =>
  new Stripe(secretKey, {
    host: double.host,
    port: double.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5000,
    telemetry: false,
  })

/**
 * A double of one's own, the real SDK that speaks to it, and a salon's account that can take cards.
 */
export async function openDouble(t: TestContext, options: FakeStripeOptions = {}) {
  const double = await startFakeStripe({ retryDelaysMs: [1, 1], ...options })
  t.after(() => double.stop())
  const account = double.addAccount({ displayName: 'Barbería Norte' }).id
  return { double, stripe: speaking(double), account, salon: { stripeAccount: account } }
}
