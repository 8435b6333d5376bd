import { type CardSetup, type Processor, ProcessorError } from '@silla/core'
import type { Static } from 'typebox'
import { hasMetadata, metadataOf } from './metadata.ts'
import { checkPage, checkShape, refOf, SetupShape } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'
import { isDeclined } from './to-processor-error.ts'

type CardMethods = Pick<
  Processor,
  'createSetup' | 'getSetup' | 'findSetupByCard' | 'cancelSetup' | 'detachCard'
>

/** Cards on a salon's own account that are charged later (D50). */
export const cardRequests = (call: StripeClient): CardMethods => {
  const read: CardMethods['getSetup'] = ({ setupRef, ...target }) =>
    call(target, (stripe, options) =>
      stripe.setupIntents.retrieve(setupRef, { expand }, options),
    ).then(readSetup)

  return {
    getSetup: read,

    async createSetup({ businessId, cardId, customerRef, description, ...target }) {
      const created = await call(target, (stripe, options) =>
        stripe.setupIntents.create(
          {
            customer: customerRef,
            description,
            metadata: metadataOf({ businessId, cardId }),
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            expand,
          },
          options,
        ),
      )
      return readSetup(created)
    },

    async findSetupByCard({ businessId, cardId, customerRef, ...target }) {
      const page = await call(target, (stripe, options) =>
        stripe.setupIntents.list({ customer: customerRef, limit: 100, expand: inLists }, options),
      )
      const found = checkPage(page).data.find(hasMetadata({ businessId, cardId }))
      return found === undefined ? null : readSetup(found)
    },

    async cancelSetup({ setupRef, ...target }) {
      try {
        const cancelled = await call(target, (stripe, options) =>
          // a new key each time, as for payments
          stripe.setupIntents.cancel(
            setupRef,
            { expand },
            { ...options, idempotencyKey: crypto.randomUUID() },
          ),
        )
        return readSetup(cancelled)
      } catch (error) {
        if (!(error instanceof ProcessorError && error.code === 'setup_intent_unexpected_state'))
          throw error
        return read({ setupRef, ...target })
      }
    },

    async detachCard({ cardRef, ...target }) {
      try {
        await call(target, (stripe, options) =>
          stripe.paymentMethods.detach(
            cardRef,
            {},
            { ...options, idempotencyKey: crypto.randomUUID() },
          ),
        )
      } catch (error) {
        const isDetached =
          error instanceof ProcessorError &&
          (error.kind === 'unknown' ||
            (error.kind === 'refused' && /not attached/.test(error.message)))
        if (!isDetached) throw error
      }
    },
  }
}

const expand = ['payment_method']
const inLists = ['data.payment_method']

type StripeSetup = Static<typeof SetupShape>

/** @throws ProcessorError `unsure` when it is malformed */
function readSetup(object: unknown): CardSetup {
  const setup = checkShape(SetupShape, object)
  const { payment_method: method, last_setup_error: failed } = setup
  return {
    setupRef: setup.id,
    status: statusOf(setup),
    failure: failed
      ? {
          code: failed.decline_code || failed.code || '',
          declined: isDeclined(failed.type, failed.code),
          message: failed.message ?? '',
        }
      : null,
    card: setup.status === 'succeeded' ? readCard(method) : null,
    clientSecret: setup.client_secret ?? '',
    customerRef: refOf(setup.customer),
  }
}

/** A setup that requires a card has failed if a card was tried; other open ones are `new`. */
function statusOf({ status, last_setup_error: failed }: StripeSetup): CardSetup['status'] {
  if (status === 'succeeded') return 'saved'
  if (status === 'canceled') return 'cancelled'
  return status === 'requires_payment_method' && failed ? 'failed' : 'new'
}

/** null: it is no card, or only named. */
export function readCard(method: StripeSetup['payment_method']): CardSetup['card'] {
  if (typeof method !== 'object' || !method?.card) return null
  const { brand, last4, exp_year: year, exp_month: month } = method.card
  return { cardRef: method.id, brand, last4, expiresOn: lastDayOf(year, month) }
}

const lastDayOf = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
