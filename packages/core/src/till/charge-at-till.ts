import { type Tx, tillQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { newIdempotencyKey } from '../idempotency/request-hashes.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RecordedTillEntry, TillInput, TillReference } from '../model/till.ts'
import type { RequestContext } from '../request-context.ts'
import { storedTillEntry } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import { recordTillEntry } from './record-till-entry.ts'
import { lockTillSubject } from './till-subject.ts'

/**
 * Records money that the salon has taken itself for a booking or an order (D54). A booking that is paid
 * for at the same time online, cancelled, or changed is locked, so that nothing is taken twice; the same
 * `Idempotency-Key` takes nothing again, on whichever day. An order that was not paid yet is handed over.
 *
 * @throws INVALID_AMOUNT; BOOKING_NOT_FOUND, ORDER_NOT_FOUND; TILL_ENTRY_NOT_ALLOWED unless the visit is
 *   confirmed or has taken place, and for an order that was cancelled or refunded; AMOUNT_MISMATCH for
 *   more than is left
 */
export async function chargeAtTill(
  context: RequestContext,
  { simulated, ...input }: TillInput,
): Promise<RecordedTillEntry> {
  allow(context, 'till.charge')
  const { amountCents, tipCents } = input
  if (amountCents < 0 || tipCents < 0 || amountCents + tipCents === 0) fail('INVALID_AMOUNT')
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = simulated ? withoutKey : context
  return withRollback<RecordedTillEntry>((rollBack) =>
    keyed.tenant.db.transaction((tx) =>
      withIdempotency(keyed, tx, storedTillEntry, async () => {
        const entry = (await findRepeated(keyed, tx, input)) ?? (await charge(keyed, tx, input))
        return simulated ? rollBack(entry) : entry
      }),
    ),
  )
}

type Charge = Omit<TillInput, 'simulated'>

async function charge(context: RequestContext, tx: Tx, input: Charge): Promise<RecordedTillEntry> {
  const { reference, ...money } = input
  const catalog = await context.tenant.catalog()
  const subject =
    (await lockTillSubject(context, tx, catalog, reference)) ?? failNotFound(reference)
  if (!subject.isOpen) fail('TILL_ENTRY_NOT_ALLOWED')
  if (input.amountCents > subject.tillCents) fail('AMOUNT_MISMATCH')
  return recordTillEntry(context, tx, subject, {
    bookingId: reference.kind === 'booking' ? reference.bookingId : null,
    orderId: reference.kind === 'order' ? reference.orderId : null,
    ...money,
    ...{ reversesId: null, reason: '' },
  })
}

/**
 * The entry of an earlier request with the same key, of which nothing else is stored any more.
 *
 * @throws IDEMPOTENCY_KEY_REUSED when it was another request
 */
async function findRepeated(
  context: RequestContext,
  tx: Tx,
  { reference, method, amountCents, tipCents }: Charge,
): Promise<RecordedTillEntry | null> {
  const key = newIdempotencyKey(context)
  if (key === null) return null
  const [entry] = await tillQueries.findTillEntryByKey(tx, key.keyHash)
  if (!entry) return null
  const isSame =
    (reference.kind === 'booking'
      ? entry.bookingId === reference.bookingId
      : entry.orderId === reference.orderId) &&
    entry.method === method &&
    entry.amountCents === amountCents &&
    entry.tipCents === tipCents
  if (!isSame) fail('IDEMPOTENCY_KEY_REUSED')
  if (context.idempotentRequest) context.idempotentRequest.repeated = true
  const catalog = await context.tenant.catalog()
  const { tillCents } =
    (await lockTillSubject(context, tx, catalog, reference)) ?? failNotFound(reference)
  return { ...entry, tillCents }
}

const failNotFound = ({ kind }: TillReference): never =>
  fail(kind === 'booking' ? 'BOOKING_NOT_FOUND' : 'ORDER_NOT_FOUND')
