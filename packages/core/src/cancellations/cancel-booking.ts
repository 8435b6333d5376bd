import { bookingChangeQueries, bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { auditParam } from '../audited-context.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { cancellationRefusal, refundPercent } from '../bookings/cancellation-rules.ts'
import { findBookingRow } from '../bookings/find-booking-row.ts'
import { awaitsPayment, ownerMails, requestOwnerMail } from '../bookings/owner-mail.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import { readBooking, readListedBooking } from '../bookings/read-booking.ts'
import { stateChange, type TransitionInput, writeTransition } from '../bookings/write-transition.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { newIdempotencyKey, throwForIdempotency } from '../idempotency/request-hashes.ts'
import { replayOnError, withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking, CancelInput, CancelledBooking } from '../model/booking.ts'
import { nothingToRefund } from '../model/payment-summary.ts'
import { autoRefund } from '../payments/auto-refund.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCancellation } from '../stored-json.ts'

/**
 * Cancels a booking that has not begun, frees its time and restores the points that paid for it
 * (api.md transitions, D9, D17). A refund is recorded here and sent by the worker (D24). Two round
 * trips; with payments it takes a transaction.
 */
export async function cancelBooking(
  context: RequestContext,
  input: CancelInput,
): Promise<CancelledBooking> {
  const byBusiness = accessLevel(context, input.code, 'bookings.manage') === 'business'
  const isForBusiness = input.note !== null || input.notifiesCustomer === false
  if (isForBusiness && !byBusiness) fail('INSUFFICIENT_SCOPE')
  const catalog = await context.tenant.catalog()
  return replayOnError(context, storedCancellation, async () => {
    const attempts = planningAttempts(context.tenant.slug)
    for (;;) {
      const row = await findBookingRow(context, { id: input.bookingId })
      const found = row && readListedBooking(row, catalog)
      const cancellation = planCancellation(context, catalog, found, { ...input, byBusiness })
      const { booking, transition, news } = cancellation
      // this is known to have payments; for the others the database looks
      if (booking.payments.length > 0) return cancelPaid(context, catalog, { ...input, byBusiness })
      const { booking: cancelled, change } = stateChange(booking, transition, (after) =>
        news ? ownerMails(catalog, news, after) : [],
      )
      const answer = { refund: nothingToRefund }
      const [changed] = await context.tenant.db.exec((sql) =>
        bookingChangeQueries.changeState(sql, context.tenant.businessId, {
          change: { ...change, isWithoutPayments: true, answer, audit: auditParam(context) },
          idempotency: newIdempotencyKey(context),
          now: transition.at,
        }),
      )
      switch (changed?.outcome) {
        case 'written':
          return { booking: cancelled, ...answer }
        case 'repeated':
          if (context.idempotentRequest) context.idempotentRequest.repeated = true
          return storedCancellation.parse(changed.response)
        case 'reused':
        case 'in_progress':
          return throwForIdempotency(changed.outcome)
        default:
          // somebody else has changed it, or has begun to pay
          attempts.countLost()
      }
    }
  })
}

type Caller = CancelInput & { byBusiness: boolean }

/**
 * Checks a cancellation.
 *
 * @throws BOOKING_NOT_FOUND, CANNOT_CANCEL, CANCELLATION_DEADLINE_PASSED
 */
function planCancellation(
  context: RequestContext,
  catalog: Catalog,
  booking: Booking | undefined,
  { code, reason, note, notifiesCustomer = true, byBusiness }: Caller,
): { booking: Booking; transition: TransitionInput; news: 'cancelled' | null } {
  if (!booking || !canAccess(context, code, booking)) fail('BOOKING_NOT_FOUND')
  const at = context.clock.now()
  const refusal = cancellationRefusal(booking, catalog, at, byBusiness)
  if (refusal) fail(refusal)
  const by = byBusiness ? 'business' : 'customer'
  return {
    booking,
    transition: {
      ...{ to: 'cancelled', by, reason, note, at },
      mail: notifiesCustomer ? 'cancelled' : null,
    },
    news: byBusiness || awaitsPayment(booking) ? null : 'cancelled',
  }
}

/** With its payments, which are locked after the booking and refunded or closed. */
const cancelPaid = (
  context: RequestContext,
  catalog: Catalog,
  input: Caller,
): Promise<CancelledBooking> =>
  context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedCancellation, async () => {
      const [row] = await bookingQueries.lockBooking(
        tx,
        input.bookingId,
        ownProfessionalId(context),
      )
      const found = row && readBooking(row, catalog)
      const { booking, transition, news } = planCancellation(context, catalog, found, input)
      const { at } = transition
      const refund = await autoRefund(tx, catalog, booking.id, {
        percent: refundPercent(booking, catalog, at, input.byBusiness),
        moment: momentOf(context),
      })
      const cancelled = await writeTransition(tx, booking, transition)
      if (news) await requestOwnerMail(tx, catalog, { news, booking: cancelled, now: at })
      return { booking: cancelled, refund }
    }),
  )
