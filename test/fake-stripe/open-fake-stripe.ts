import type { TestContext } from 'node:test'
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from '@silla/fake-stripe'
import Stripe from 'stripe'
import { patienceMilliseconds } from '../support/in-time.ts'

/** The real SDK, connected to a fake Stripe. */
export const stripeClient = (fakeStripe: FakeStripe, secretKey = fakeStripe.secretKey) =>
  new Stripe(secretKey, {
    host: fakeStripe.host,
    port: fakeStripe.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: patienceMilliseconds,
    telemetry: false,
  })

/** A fake Stripe for this test, the real SDK and a salon's account that can charge cards. */
export async function openFakeStripe(
  t: Pick<TestContext, 'after'>,
  options: FakeStripeOptions = {},
) {
  const fakeStripe = await startFakeStripe({ retryDelaysMs: [1, 1], ...options })
  t.after(() => fakeStripe.stop())
  const account = fakeStripe.addAccount({ displayName: 'Barbería Norte' }).id
  return {
    fakeStripe,
    stripe: stripeClient(fakeStripe),
    account,
    salon: { stripeAccount: account },
  }
}
