import type { Intent, NewIntent, Processor } from '@silla/core'
import { ProcessorError } from '@silla/core'
import type { Static } from 'typebox'
import { readCard } from './cards.ts'
import { hasMetadata, metadataOf, sillaId } from './metadata.ts'
import { checkPage, checkShape, IntentShape, refOf } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'
import { isDeclined } from './to-processor-error.ts'

type IntentMethods = Pick<
  Processor,
  | 'createIntent'
  | 'chargeCard'
  | 'getIntent'
  | 'findIntentByPayment'
  | 'cancelIntent'
  | 'listIntents'
>

/** Payment intents on a salon's own account (D20). */
export const intentRequests = (call: StripeClient): IntentMethods => {
  const read: IntentMethods['getIntent'] = ({ intentRef, ...target }) =>
    call(target, (stripe, options) =>
      stripe.paymentIntents.retrieve(intentRef, { expand }, options),
    ).then(readIntent)

  return {
    getIntent: read,

    async createIntent({ savesCard, ...input }) {
      const { target, params } = newIntent(input)
      const created = await call(target, (stripe, options) =>
        stripe.paymentIntents.create(
          {
            ...params,
            // only methods that complete on the page, such as cards and wallets: no redirects
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            ...(savesCard && {
              setup_future_usage: 'off_session',
              allowed_payment_method_types: ['card'],
            }),
          },
          options,
        ),
      )
      return readIntent(created)
    },

    async chargeCard({ cardRef, ...input }) {
      const { target, params } = newIntent(input)
      const charge = call(target, (stripe, options) =>
        stripe.paymentIntents
          .create(
            {
              ...params,
              ...{ payment_method: cardRef, off_session: true, confirm: true },
              allowed_payment_method_types: ['card'],
            },
            options,
          )
          .catch(failedIntent),
      )
      return readIntent(await charge)
    },

    async findIntentByPayment({ businessId, paymentId, customerRef, ...target }) {
      const page = await call(target, (stripe, options) =>
        stripe.paymentIntents.list({ customer: customerRef, limit: 100, expand: inLists }, options),
      )
      const found = checkPage(page).data.find(hasMetadata({ businessId, paymentId }))
      return found === undefined ? null : readIntent(found)
    },

    async cancelIntent({ intentRef, ...target }) {
      try {
        const cancelled = await call(target, (stripe, options) =>
          // a new key each time: cancelling twice is harmless, and Stripe would repeat a failure
          // under a fixed key for a day
          stripe.paymentIntents.cancel(
            intentRef,
            { expand },
            { ...options, idempotencyKey: crypto.randomUUID() },
          ),
        )
        return readIntent(cancelled)
      } catch (error) {
        if (!(error instanceof ProcessorError && error.code === 'payment_intent_unexpected_state'))
          throw error
        return read({ intentRef, ...target })
      }
    },

    async *listIntents({ from, to, ...target }) {
      const created = { gte: seconds(from), lt: seconds(to) }
      let after: string | undefined
      do {
        const page = checkPage(
          await call(target, (stripe, options) =>
            stripe.paymentIntents.list(
              {
                created,
                limit: 100,
                expand: inLists,
                ...(after !== undefined && { starting_after: after }),
              },
              options,
            ),
          ),
        )
        const intents = page.data.map(readIntent)
        yield* intents
        after = page.has_more ? intents.at(-1)?.intentRef : undefined
      } while (after !== undefined)
    },
  }
}

/**
 * Reads an intent of a response or an event. In an event charge and card are only ids; separate events
 * report the details of the charge.
 *
 * @throws ProcessorError `unsure` when it is malformed
 */
export function readIntent(object: unknown): Intent {
  const intent = checkShape(IntentShape, object)
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    intentRef: intent.id,
    paymentId: sillaId(intent.metadata, 'paymentId'),
    status: statusOf(intent),
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    receivedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    chargeRef: refOf(intent.latest_charge) || null,
    isDisputed: charge?.disputed ?? false,
    receiptUrl: charge?.receipt_url ?? '',
    failure: failureOf(intent.last_payment_error),
    clientSecret: intent.client_secret ?? '',
    customerRef: refOf(intent.customer),
    card:
      intent.status === 'succeeded' && intent.setup_future_usage === 'off_session'
        ? readCard(intent.payment_method)
        : null,
    createdAt: new Date(intent.created * 1000),
  }
}

/** What both kinds of new intents have. */
const newIntent = ({
  businessId,
  paymentId,
  amountCents,
  currency,
  feeCents,
  customerRef,
  description,
  ...target
}: NewIntent) => ({
  target,
  params: {
    amount: amountCents,
    currency: currency.toLowerCase(),
    customer: customerRef,
    description,
    metadata: metadataOf({ businessId, paymentId }),
    ...(feeCents > 0 && { application_fee_amount: feeCents }),
    expand,
  },
})

/** The error of a card contains the intent, which is there although nothing was paid. */
function failedIntent(error: unknown): unknown {
  const { rawType, payment_intent: intent } = error as {
    rawType?: string
    payment_intent?: unknown
  }
  if (rawType === 'card_error' && intent) return intent
  throw error
}

type StripeIntent = Static<typeof IntentShape>

const expand = ['latest_charge', 'payment_method']
const inLists = ['data.latest_charge', 'data.payment_method']

/** An intent that requires a card has failed if a card was tried; other open ones are `new`. */
function statusOf({ status, last_payment_error: failed }: StripeIntent): Intent['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'canceled') return 'cancelled'
  if (status === 'processing' || status === 'requires_capture') return 'processing'
  return status === 'requires_payment_method' && failed ? 'failed' : 'new'
}

function failureOf(error: StripeIntent['last_payment_error']): Intent['failure'] {
  if (!error) return null
  const { type, code, decline_code: declineCode, message } = error
  return {
    code: declineCode || code || '',
    declined: isDeclined(type, code),
    message: message ?? '',
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
