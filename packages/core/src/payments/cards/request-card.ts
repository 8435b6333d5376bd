import { bookingQueries, savedCardQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../../access/own-agenda.ts'
import { accessLevel, canAccess } from '../../bookings/booking-access.ts'
import { readBooking } from '../../bookings/read-booking.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { momentOf } from '../../clock.ts'
import type { CardAcceptance } from '../../model/saved-card.ts'
import {
  type CardSetup,
  type Processor,
  ProcessorError,
  type Processors,
  type TimeBudget,
  timeBudget,
} from '../../ports/processor.ts'
import type { RequestContext } from '../../request-context.ts'
import { chargingAccount } from '../charging-account.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { deleteProcessorCustomer, processorCustomer } from '../processor-customer.ts'
import { throwProcessorError } from '../to-refusal.ts'
import { cardTerms } from './card-terms.ts'
import { openCard } from './open-card.ts'
import { requestDetach, settleCard } from './settle-card.ts'

/** A customer who leaves a card with a booking, and agrees to what may be charged to it. */
export interface CardRequest {
  bookingId: number
  customerId: number
  code: string | null
  acceptance: CardAcceptance
}

/** What a browser needs to save a card. `clientSecret` is for it alone: never stored, never logged. */
export interface CardRequestResult {
  setupRef: string
  clientSecret: string
  customerRef: string
  account: string
  publishableKey: string
}

/**
 * Prepares that a browser saves a card for a booking (D50). The consent is stored before the processor
 * is called; a repeated request continues with the same card, unless the processor has forgotten it.
 *
 * @throws AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND, CUSTOMER_NOT_FOUND; FEE_NOT_ALLOWED: no card is
 *   left for it; CANNOT_PAY: it does not wait for one, or pays a deposit with it; POLICY_CHANGED; PROCESSOR_NOT_CONFIGURED,
 *   PROCESSOR_UNAVAILABLE, PAYMENT_FAILED
 */
export async function requestCard(
  context: RequestContext,
  processors: Processors,
  input: CardRequest,
): Promise<CardRequestResult> {
  accessLevel(context, input.code, 'till.charge')
  const catalog = await context.tenant.catalog()
  for (let count = 1; ; count++) {
    const card = await context.tenant.db.transaction((tx) =>
      cardOf(context, tx, catalog, { processors, input }),
    )
    try {
      return await ensureSetup(context, processors, catalog, card)
    } catch (error) {
      const isForgotten = error instanceof ProcessorError && error.kind === 'unknown'
      if (!isForgotten || count === maxAttempts) return throwProcessorError(error)
      await startOver(context, catalog, card)
    }
  }
}

/** The processor may have forgotten the setup of a card, and then its customer. */
const maxAttempts = 3

/** The next attempt has another card, or the same one with another customer of the processor. */
async function startOver(
  context: RequestContext,
  catalog: Catalog,
  card: savedCardQueries.SavedCardRow,
): Promise<void> {
  if (card.setupRef === null) {
    await deleteProcessorCustomer(context, card)
    await changeKey(context, card)
    return
  }
  await context.tenant.db.transaction((tx) =>
    settleCard(tx, catalog, card, { setup: null, moment: momentOf(context) }),
  )
}

const changeKey = (
  { tenant }: RequestContext,
  { id, processorKey: before }: savedCardQueries.SavedCardRow,
) =>
  tenant.db.transaction((tx) =>
    savedCardQueries.updateCardKey(tx, { id, before, key: crypto.randomUUID() }),
  )

async function cardOf(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  { processors, input }: { processors: Processors; input: CardRequest },
): Promise<savedCardQueries.SavedCardRow> {
  const [row] = await bookingQueries.lockBooking(tx, input.bookingId, ownProfessionalId(context))
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  if (row.customerId !== input.customerId) fail('CUSTOMER_NOT_FOUND')
  const booking = readBooking(row, catalog)
  const terms = cardTerms(booking, catalog, momentOf(context).tenantTime) ?? fail('FEE_NOT_ALLOWED')
  const awaitsCard = booking.state === 'pending' && booking.paymentRequired
  if (!awaitsCard || booking.depositCents !== null) fail('CANNOT_PAY')
  const { accountRef: account } = await chargingAccount(tx, catalog, processors)
  const { acceptance } = input
  return openCard(tx, booking, { terms, acceptance, account, now: context.realClock.now() })
}

async function ensureSetup(
  context: RequestContext,
  processors: Processors,
  catalog: Catalog,
  card: savedCardQueries.SavedCardRow,
): Promise<CardRequestResult> {
  const budget = timeBudget()
  const processor = await processorByAccount(context, processors, card.account)
  const { account, setupRef } = card
  const setup =
    setupRef === null
      ? await createSetup(context, processor, { card, description: catalog.business.name, budget })
      : await processor.getSetup({ account, setupRef, budget })
  // it was saved or cancelled meanwhile: the answer about the booking says what became of it
  if (setup.status === 'saved' || setup.status === 'cancelled') {
    await context.tenant.db.transaction((tx) =>
      settleCard(tx, catalog, card, { setup, moment: momentOf(context) }),
    )
    fail('CANNOT_PAY')
  }
  const { clientSecret, customerRef } = setup
  return {
    setupRef: setup.setupRef,
    ...{ clientSecret, customerRef, account, publishableKey: processor.publishableKey },
  }
}

/**
 * Concurrent requests use the same key, and get the same setup. The processor keeps a refusal under the
 * key, of an account that may charge again later, and a 5xx, after which the setup may have been created:
 * search for it, and if there is none, change the key.
 */
async function createSetup(
  context: RequestContext,
  processor: Processor,
  {
    card,
    description,
    budget,
  }: { card: savedCardQueries.SavedCardRow; description: string; budget: TimeBudget },
): Promise<CardSetup> {
  const { businessId, db } = context.tenant
  const customerRef = await processorCustomer(context, processor, card, budget)
  const own = { account: card.account, businessId, cardId: card.id, customerRef, budget }
  const setup = await processor
    .createSetup({ ...own, key: card.processorKey, description })
    .catch(async (error) => {
      const isStoredUnderKey =
        error instanceof ProcessorError && (error.kind === 'unsure' || error.kind === 'refused')
      if (!isStoredUnderKey) throw error
      const found = error.kind === 'unsure' ? await processor.findSetupByCard(own) : null
      if (found) return found
      await changeKey(context, card)
      throw error
    })
  const hasEnded = await db.transaction(async (tx) => {
    await savedCardQueries.updateSetupRef(tx, {
      ...{ id: card.id, setupRef: setup.setupRef, at: context.realClock.now() },
    })
    const [current] = await savedCardQueries.lockCard(tx, card.id)
    if (current?.state !== 'expired' && current?.state !== 'retired') return false
    await requestDetach(tx, card.id)
    return true
  })
  // the booking was cancelled while the processor created the setup
  if (hasEnded) fail('CANNOT_PAY')
  return setup
}
