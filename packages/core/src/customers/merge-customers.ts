import {
  customerConsentQueries,
  customerMergeQueries,
  customerNoteQueries,
  eventQueries,
  importQueries,
  pointsQueries,
  type Tx,
} from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { momentOf } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { MergeEvent } from '../model/event.ts'
import type { MovedRecords } from '../model/moved-records.ts'
import type { RequestContext } from '../request-context.ts'
import { storedMerge } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import { type CustomerCard, cardIn } from './customer-card.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { customerScope } from './customer-scope.ts'
import { refuseUnknownCustomer } from './lock-card.ts'

type MergedPair = customerMergeQueries.MergedPair

/** The customer who stays, after the merge. */
export interface MergedCustomers {
  card: CustomerCard
  sourceId: number
  moved: MovedRecords
}

/**
 * Merges a customer into another, who then has the bookings, orders, payments, entries of the waitlist,
 * notes, consents and points of both (D74). It cannot be undone. The one who stays keeps name, language,
 * e-mail and phone, and takes e-mail and phone where they have none; they are blocked if one of both was,
 * and known since the earlier day. Bookings with the other e-mail are theirs from now on.
 *
 * Of the consents the latest of each kind counts; if that to data about health was
 * withdrawn, the allergies are deleted. Movements of points stay where they are, because they are a
 * ledger: one movement takes the balance off, another adds it.
 *
 * @param input.simulated everything is undone, and what would be is returned
 * @throws as `allow` without `customers.export`, as for an erasure; CUSTOMER_NOT_FOUND and
 *   CUSTOMER_MERGED for either; ACCOUNT_NOT_MERGEABLE when the one who would disappear has an account;
 *   MERGE_PAYMENT_OPEN when both are paying for the same package of points
 */
export async function mergeCustomers(
  context: RequestContext,
  { simulated, ...pair }: MergedPair & { simulated: boolean },
): Promise<MergedCustomers> {
  allow(context, 'customers.export')
  const { targetId, sourceId } = pair
  if (targetId === sourceId) throw new Error('a customer cannot be merged into themselves')
  return withRollback<MergedCustomers>((rollBack) =>
    context.tenant.db.transaction(async (tx) => {
      const moved = await withIdempotency(context, tx, storedMerge, () =>
        writeMerge(tx, context, pair),
      )
      if (context.auditedChange) context.auditedChange.more = { sourceId, moved }
      const merged = { card: await cardIn(tx, context, targetId), sourceId, moved }
      return simulated ? rollBack(merged) : merged
    }),
  )
}

async function writeMerge(
  tx: Tx,
  context: RequestContext,
  pair: MergedPair,
): Promise<MovedRecords> {
  // an import reads who has an e-mail, and then writes for them
  await importQueries.lockForImport(tx)
  const { target, source } = await lockBoth(tx, context, pair)
  if (source.hasAccount) fail('ACCOUNT_NOT_MERGEABLE')
  if ((await customerMergeQueries.findSharedOpenPackage(tx, pair)).length > 0)
    fail('MERGE_PAYMENT_OPEN')
  const moment = momentOf(context)

  const rows = {} as Record<customerMergeQueries.MovedTable, number>
  // bookings and orders before their payments, as everybody locks them
  for (const table of customerMergeQueries.movedTables)
    rows[table] = (await customerMergeQueries.moveRows(tx, table, pair)).length
  await customerMergeQueries.moveProcessorCustomers(tx, pair)
  const consents = await moveConsents(tx, pair)
  const points = await movePoints(tx, source, { ...pair, at: moment.tenantTime })
  await writeBoth(tx, target, source, moment.realTime)
  await recordEvents(tx, pair, moment.realTime)
  return {
    bookings: rows.bookings,
    orders: rows.orders,
    payments: rows.payments,
    waitlistEntries: rows.waitlist_entries,
    notes: rows.customer_notes,
    importedRows: rows.imported_rows,
    points,
    ...consents,
  }
}

interface Both {
  target: customerMergeQueries.CustomerToMerge
  source: customerMergeQueries.CustomerToMerge
}

async function lockBoth(tx: Tx, context: RequestContext, pair: MergedPair): Promise<Both> {
  const { professionalId } = customerScope(context)
  const locked = await customerMergeQueries.lockForMerge(tx, pair, professionalId)
  const find = async (id: number) =>
    locked.find((customer) => customer.id === id) ?? refuseUnknownCustomer(tx, context, id)
  return { target: await find(pair.targetId), source: await find(pair.sourceId) }
}

async function moveConsents(
  tx: Tx,
  pair: MergedPair,
): Promise<{ consents: number; deletedAllergies: number }> {
  await customerMergeQueries.negateConsentOrdinals(tx, pair)
  const consents = await customerMergeQueries.moveConsents(tx, pair)
  const [health] = await customerConsentQueries.findConsent(tx, {
    customerId: pair.targetId,
    kind: 'health',
  })
  const deleted = health?.granted
    ? []
    : await customerNoteQueries.deleteAllergies(tx, pair.targetId)
  return { consents: consents.length, deletedAllergies: deleted.length }
}

/** Two movements, of which the sum is zero. Returns the points that were moved. */
async function movePoints(
  tx: Tx,
  { pointsBalance }: { pointsBalance: number },
  { targetId, sourceId, at }: MergedPair & { at: Date },
): Promise<number> {
  if (pointsBalance === 0) return 0
  for (const [customerId, points, end] of [
    [sourceId, -pointsBalance, 'from'],
    [targetId, pointsBalance, 'to'],
  ] as const) {
    const [row] = await pointsQueries.insertPointsMovement(tx, {
      customerId,
      kind: 'adjusted',
      points,
      concept: { reason: 'adjustment', note: '', isMerge: true },
      cause: `merge:${sourceId}:${end}`,
      bookingId: null,
      at,
    })
    if (row?.outcome !== 'moved') throw new Error(`points of customer ${customerId} did not move`)
  }
  return pointsBalance
}

async function writeBoth(
  tx: Tx,
  target: Both['target'],
  source: Both['source'],
  now: Date,
): Promise<void> {
  const takesEmail = target.emailKey === null
  const pair = { targetId: target.id, sourceId: source.id }
  await customerMergeQueries.moveMergedCustomers(tx, pair)
  // before the one who stays takes the e-mail
  await customerMergeQueries.updateSource(tx, { ...pair, keepsEmailKey: !takesEmail, now })
  const contact = takesEmail ? source : target
  await customerMergeQueries.updateTarget(tx, {
    id: target.id,
    email: contact.email,
    emailKey: contact.emailKey,
    phone: target.phone || source.phone,
    blockedAt: earlier(target.blockedAt, source.blockedAt),
    createdAt: earlier(target.createdAt, source.createdAt) ?? target.createdAt,
  })
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

async function recordEvents(tx: Tx, { targetId, sourceId }: MergedPair, now: Date): Promise<void> {
  const payload: MergeEvent = { customerId: targetId, sourceId }
  await eventQueries.recordEvent(tx, { type: 'cliente.fusionado', at: now, payload })
  await recordCustomerEvent(tx, 'cliente.actualizado', { id: targetId, now })
}
