import { type Processor, ProcessorError } from '@silla/core'
import type { StripeClient, Target } from './stripe-client.ts'

/** A right of a restricted key (D58). */
interface Right {
  /** As Stripe's dashboard calls it, with its level. */
  name: string
  /** Whether it is about the objects of a salon's account, or of the platform's own. */
  isOfAccount: boolean
  /** A request that needs it and changes nothing; null: only a change would show it. */
  probe: ((call: StripeClient, target: Target) => Promise<unknown>) | null
}

const one = { limit: 1 } as const

/** Everything that Silla's requests need. A right to write includes that to read. */
const rights: readonly Right[] = [
  {
    name: 'PaymentIntents: write',
    isOfAccount: true,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.paymentIntents.list(one, options)),
  },
  {
    name: 'Charges and refunds: write',
    isOfAccount: true,
    probe: (call, target) => call(target, (stripe, options) => stripe.refunds.list(one, options)),
  },
  {
    name: 'Customers: write',
    isOfAccount: true,
    probe: (call, target) => call(target, (stripe, options) => stripe.customers.list(one, options)),
  },
  {
    name: 'Disputes: read',
    isOfAccount: true,
    probe: (call, target) => call(target, (stripe, options) => stripe.disputes.list(one, options)),
  },
  {
    name: 'Balance transactions: read',
    isOfAccount: true,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.balanceTransactions.list(one, options)),
  },
  {
    name: 'Payouts: read',
    isOfAccount: true,
    probe: (call, target) => call(target, (stripe, options) => stripe.payouts.list(one, options)),
  },
  {
    name: 'Webhook endpoints: write',
    isOfAccount: false,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.webhookEndpoints.list(one, options)),
  },
  {
    name: 'Event destinations: write',
    isOfAccount: false,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.v2.core.eventDestinations.list({}, options)),
  },
  {
    name: 'SetupIntents: write',
    isOfAccount: true,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.setupIntents.list(one, options)),
  },
  {
    name: 'Payment method domains: write',
    isOfAccount: true,
    probe: (call, target) =>
      call(target, (stripe, options) => stripe.paymentMethodDomains.list(one, options)),
  },
  { name: 'PaymentMethods: write', isOfAccount: true, probe: null },
  { name: 'Accounts: write', isOfAccount: false, probe: null },
  { name: 'Account links: write', isOfAccount: false, probe: null },
]

/** Which rights the platform's key lacks. */
export const rightRequests = (call: StripeClient): Pick<Processor, 'probeRights'> => ({
  async probeRights({ account, budget }) {
    const probed = await Promise.all(
      rights.map(async ({ name, isOfAccount, probe }) => {
        if (probe === null || (isOfAccount && account === null)) return null
        const target = { budget, ...(isOfAccount && account !== null && { account }) }
        return { name, isMissing: await isRefused(probe(call, target)) }
      }),
    )
    return {
      needed: rights.map(({ name }) => name),
      missing: probed.flatMap((each) => (each?.isMissing ? [each.name] : [])),
      untried: rights.flatMap(({ name }, index) => (probed[index] === null ? [name] : [])),
    }
  },
})

async function isRefused(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return false
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'key_lacks_right') return true
    throw error
  }
}
