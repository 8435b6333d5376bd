import { type Tx, tillQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RecordedTillEntry, TillEntry, TillReference } from '../model/till.ts'
import type { RequestContext } from '../request-context.ts'
import { storedTillEntry } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import { recordTillEntry } from './record-till-entry.ts'
import { lockTillSubject } from './till-subject.ts'

/** An entry to reverse. */
export interface TillVoid {
  entryId: number
  /** Why, for the salon. */
  reason: string
  /** Everything is checked and written, and then rolled back (D44). */
  simulated: boolean
}

/**
 * Reverses an entry, with its tip, by another one: the money was given back, or never taken (D54). It is
 * possible in every state of the booking or the order, and once.
 *
 * @throws TILL_ENTRY_NOT_FOUND; TILL_ENTRY_NOT_ALLOWED for one that is reversed, or is a reversal
 */
export async function voidTillEntry(
  context: RequestContext,
  { entryId, reason, simulated }: TillVoid,
): Promise<RecordedTillEntry> {
  allow(context, 'till.void')
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = simulated ? withoutKey : context
  return withRollback<RecordedTillEntry>((rollBack) =>
    keyed.tenant.db.transaction((tx) =>
      withIdempotency(keyed, tx, storedTillEntry, async () => {
        const reversal = await reverse(keyed, tx, { entryId, reason })
        return simulated ? rollBack(reversal) : reversal
      }),
    ),
  )
}

async function reverse(
  context: RequestContext,
  tx: Tx,
  { entryId, reason }: Pick<TillVoid, 'entryId' | 'reason'>,
): Promise<RecordedTillEntry> {
  const found = await findEntry(context, tx, entryId)
  const catalog = await context.tenant.catalog()
  // somebody else may have reversed it, or got the visit, before this one had the lock
  const subject =
    (await lockTillSubject(context, tx, catalog, referenceOf(found))) ??
    fail('TILL_ENTRY_NOT_FOUND')
  const entry = await findEntry(context, tx, entryId)
  if (entry.reversesId !== null || entry.reversedById !== null) fail('TILL_ENTRY_NOT_ALLOWED')
  const { bookingId, orderId, method } = entry
  return recordTillEntry(context, tx, subject, {
    ...{ bookingId, orderId, method, reason },
    // no negative zero, which is stored as text for repeated requests
    amountCents: 0 - entry.amountCents,
    tipCents: 0 - entry.tipCents,
    reversesId: entry.id,
  })
}

async function findEntry(context: RequestContext, tx: Tx, id: number): Promise<TillEntry> {
  const [entry] = await tillQueries.findTillEntry(tx, id, ownProfessionalId(context))
  return entry ?? fail('TILL_ENTRY_NOT_FOUND')
}

const referenceOf = ({ bookingId, orderId }: TillEntry): TillReference =>
  bookingId === null
    ? { kind: 'order', orderId: orderId as number }
    : { kind: 'booking', bookingId }
