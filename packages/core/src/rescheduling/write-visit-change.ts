import { bookingChangeQueries, bookingQueries, catalogQueries, type Tx } from '@silla/db'
import { formatDate, formatTime, resourcesOf, type VisitCandidate, wallClock } from '@silla/slots'
import { auditParam } from '../audited-context.ts'
import { balanceDayOf } from '../bookings/plan-to-write.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import { newIdempotencyKey } from '../idempotency/request-hashes.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking } from '../model/booking.ts'
import { adjustPayments, lockPaymentsOf } from '../payments/adjust-payments.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import type { PlannedReschedule } from './plan-reschedule.ts'

/** A change of when, by whom or for what a booking takes place, with the candidates for it. */
export interface VisitChange {
  before: Booking
  /** The booking with each of the candidates. */
  afters: readonly Booking[]
  visit: PlannedReschedule
  candidates: readonly VisitCandidate[]
  /** Services are added or removed; otherwise the lines are the same ones in their order. */
  replacesLines: boolean
  /** Neither times nor people nor places change. */
  keepsClaims: boolean
  moment: Moment
  /** How much of what was paid above a lower total is refunded. */
  refundPercent: number
  /** Whether it is refused for a blocked customer. */
  checksBlocked: boolean
  simulated: boolean
  recordOf(after: Booking): bookingChangeQueries.ChangeRecord
  /** What the audit log says beside the id. */
  auditDetail?(after: Booking): Readonly<Record<string, unknown>>
  /** `adjust` has something to do for a booking without payments too. */
  needsTransaction?: boolean
  /** What else the change of a booking needs that has payments, or `needsTransaction`. */
  adjust?(tx: Tx, after: Booking): Promise<void>
}

/** What became of it; anything but `written` has not changed it. */
export type WrittenChange = { outcome: 'written'; booking: Booking } | NotChangedOutcome

type NotChangedOutcome = Omit<bookingChangeQueries.MovedVisit, 'outcome'> & {
  outcome: Exclude<bookingChangeQueries.MovedVisit['outcome'], 'written' | 'simulated'>
}

/**
 * Writes the change of a booking with all its effects: claims, price, payments, history, jobs, event
 * and e-mail (D37, D54). One round trip; for a booking with payments a transaction, in which they are
 * locked after the booking. A simulated one is undone.
 */
export function writeVisitChange(
  context: RequestContext,
  catalog: Catalog,
  change: VisitChange,
): Promise<WrittenChange> {
  // this is known to have payments; for the others the database looks
  return change.before.payments.length > 0 || change.needsTransaction
    ? writeWithPayments(context, catalog, change)
    : writeUnpaid(context, catalog, change)
}

async function writeUnpaid(
  context: RequestContext,
  catalog: Catalog,
  change: VisitChange,
): Promise<WrittenChange> {
  const { tenant } = context
  const { afters, moment, simulated, recordOf } = change
  const [moved] = await tenant.db.exec((sql) =>
    bookingChangeQueries.moveVisit(sql, tenant.businessId, {
      move: {
        ...visitMove(catalog, change, recordOf),
        isWithoutPayments: true,
        isSimulated: simulated,
        audit: auditOf(context, change, afters[0] as Booking),
      },
      idempotency: newIdempotencyKey(context),
      now: moment.tenantTime,
    }),
  )
  if (!moved) throw new Error('app.move_visit returned no row')
  const { outcome } = moved
  return outcome === 'written' || outcome === 'simulated'
    ? { outcome: 'written', booking: afters[moved.candidate] as Booking }
    : { ...moved, outcome }
}

async function writeWithPayments(
  context: RequestContext,
  catalog: Catalog,
  change: VisitChange,
): Promise<WrittenChange> {
  const { before, afters, moment, refundPercent: percent, simulated } = change
  const now = moment.tenantTime
  return withRollback<WrittenChange>((rollBack) =>
    context.tenant.db.transaction(async (tx) => {
      // the order of locks is that of app.move_visit
      await catalogQueries.shareCatalogVersion(tx)
      const booking = await withIdempotency(context, tx, storedBooking, async () => {
        await bookingQueries.lockBooking(tx, before.id)
        const payments = await lockPaymentsOf(tx, catalog, before.id)
        const [moved] = await bookingChangeQueries.moveVisit(tx, tx.businessId, {
          move: {
            ...visitMove(catalog, change, () => null),
            isWithoutPayments: false,
            isSimulated: false,
            audit: null,
          },
          idempotency: null,
          now,
        })
        if (!moved) throw new Error('app.move_visit returned no row')
        if (moved.outcome !== 'written') return rollBack(moved as NotChangedOutcome)
        const after = afters[moved.candidate] as Booking
        await adjustPayments(tx, catalog, payments, { before, after, percent, moment })
        await change.adjust?.(tx, after)
        const [row] = await bookingQueries.findBookingById(tx, after.id)
        if (!row) throw new Error(`booking ${after.id} has disappeared`)
        const written = readBooking(row, catalog)
        const record = change.recordOf(written)
        await bookingChangeQueries.recordChange(tx, { record, booking: written, now })
        if (context.auditedChange && change.auditDetail)
          context.auditedChange.more = change.auditDetail(written)
        return simulated ? rollBack({ outcome: 'written', booking: written }) : written
      })
      return { outcome: 'written', booking }
    }),
  )
}

/** Candidates differ in who does what, which the audit log need not say. */
function auditOf(context: RequestContext, { auditDetail }: VisitChange, after: Booking) {
  const audit = auditParam(context)
  return audit && { ...audit, detail: { ...audit.detail, ...auditDetail?.(after) } }
}

/** The parameter of `app.move_visit`, except for what depends on payments. */
function visitMove(
  catalog: Catalog,
  { before, afters, visit, candidates, replacesLines, keepsClaims, checksBlocked }: VisitChange,
  recordOf: (after: Booking) => bookingChangeQueries.ChangeRecord | null,
): Omit<bookingChangeQueries.VisitMove, 'isWithoutPayments' | 'isSimulated' | 'audit'> {
  const { professionalIds, unitIds } = resourcesOf(visit.plan)
  const booking = afters[0] as Booking
  const start = wallClock(booking.startsAt, booking.timezone)
  return {
    booking,
    ways: candidates.map(({ lines, claims }, index) => ({
      professionalId: lines[0]?.professionalId ?? 0,
      booking: candidates.length === 1 ? {} : fieldsOfCandidate(afters[index] as Booking),
      claims: claims.map(({ resourceId, start, end }) => ({
        resourceId,
        startsAt: instant(start),
        endsAt: instant(end),
      })),
      record: recordOf(afters[index] as Booking),
    })),
    balanceDay: visit.isFinal ? balanceDayOf(catalog, visit.day) : null,
    resourceIds: [...professionalIds, ...unitIds],
    localStart: `${formatDate(start.day)}T${formatTime(start.minute)}`,
    from: before.startsAt,
    to: before.endsAt,
    catalogVersion: catalog.version,
    ...{ replacesLines, keepsClaims, checksBlocked },
  }
}

/** The fields of a booking that depend on who does it. */
const fieldsOfCandidate = ({
  state,
  endsAt,
  professional,
  lines,
  subtotalCents,
  discountCents,
  totalCents,
  paymentRequired,
  expiresAt,
}: Booking) => ({
  ...{ state, endsAt, professional, lines, subtotalCents, discountCents, totalCents },
  ...{ paymentRequired, expiresAt },
})

export const instant = (minute: number) => new Date(minute * 60_000)
