import type { Intent, Processor } from '@silla/core'
import { ProcessorError } from '@silla/core'
import type { Stripe } from 'stripe'
import { metadataOf, ourId } from './metadata.ts'
import type { StripeClient } from './stripe-client.ts'

type Questions = Pick<
  Processor,
  'createIntent' | 'getIntent' | 'findIntentByPayment' | 'cancelIntent' | 'listIntents'
>

/** Payment intents on a salon's own account (D20). */
export const intentRequests = (input: StripeClient): Questions => {
  const read: Questions['getIntent'] = ({ intentRef, ...how }) =>
    input(how, (stripe, options) =>
      stripe.paymentIntents.retrieve(intentRef, { expand }, options),
    ).then(readIntent)

  return {
    getIntent: read,

    async createIntent({
      businessId,
      paymentId,
      amountCents,
      currency,
      feeCents,
      customerRef,
      description,
      ...how
    }) {
      const made = await input(how, (stripe, options) =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: currency.toLowerCase(),
            customer: customerRef,
            description,
            metadata: metadataOf({ businessId, paymentId }),
            // cards and wallets that are done at once: nobody is led away and has to find their way
            // back
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            ...(feeCents > 0 && { application_fee_amount: feeCents }),
            expand,
          },
          options,
        ),
      )
      return readIntent(made)
    },

    async findIntentByPayment({ businessId, paymentId, customerRef, ...how }) {
      const page = await input(how, (stripe, options) =>
        stripe.paymentIntents.list({ customer: customerRef, limit: 100, expand: inLists }, options),
      )
      const wanted = metadataOf({ businessId, paymentId })
      const found = page.data.find(({ metadata }) =>
        Object.entries(wanted).every(([name, value]) => metadata[name] === value),
      )
      return found ? readIntent(found) : null
    },

    async cancelIntent({ intentRef, ...how }) {
      try {
        const ended = await input(how, (stripe, options) =>
          // a key of its own each time: what has ended cannot be ended again, and under a fixed one
          // a failure would stand for a day
          stripe.paymentIntents.cancel(
            intentRef,
            { expand },
            { ...options, idempotencyKey: crypto.randomUUID() },
          ),
        )
        return readIntent(ended)
      } catch (error) {
        if (!(error instanceof ProcessorError && error.code === 'payment_intent_unexpected_state'))
          throw error
        return read({ intentRef, ...how })
      }
    },

    async *listIntents({ from, to, ...how }) {
      const created = { gte: seconds(from), lt: seconds(to) }
      let after: string | undefined
      do {
        const page: Stripe.ApiList<Stripe.PaymentIntent> = await input(how, (stripe, options) =>
          stripe.paymentIntents.list(
            {
              created,
              limit: 100,
              expand: inLists,
              ...(after !== undefined && { starting_after: after }),
            },
            options,
          ),
        )
        yield* page.data.map(readIntent)
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after !== undefined)
    },
  }
}

/**
 * Of an answer or an event; in an event the charge is but a name, and what it tells is told by
 * events of its own.
 */
export function readIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    intentRef: intent.id,
    paymentId: ourId(intent.metadata, 'paymentId'),
    status: statusOf(intent),
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    receivedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    chargeRef: charge?.id ?? (intent.latest_charge as string | null),
    receiptUrl: charge?.receipt_url ?? '',
    failure: failureOf(intent.last_payment_error),
    clientSecret: intent.client_secret ?? '',
    customerRef:
      typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? ''),
    createdAt: new Date(intent.created * 1000),
  }
}

const expand = ['latest_charge']
const inLists = ['data.latest_charge']

/**
 * One that waits for another card has failed if a card was tried; what it asks of the payer
 * meanwhile is their own affair.
 */
function statusOf({ status, last_payment_error: failed }: Stripe.PaymentIntent): Intent['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'canceled') return 'cancelled'
  if (status === 'processing' || status === 'requires_capture') return 'processing'
  return status === 'requires_payment_method' && failed ? 'failed' : 'new'
}

function failureOf(error: Stripe.PaymentIntent['last_payment_error']): Intent['failure'] {
  if (!error) return null
  const code = error.code ?? ''
  return {
    code: error.decline_code || code,
    declined: error.type === 'card_error' && !notTheCard.includes(code),
    message: error.message ?? '',
  }
}

/** The card may be good: trying again may do. */
const notTheCard = ['processing_error', 'payment_intent_authentication_failure']

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
