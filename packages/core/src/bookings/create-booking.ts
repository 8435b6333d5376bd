import { newBookingQueries, type Query, type Sql } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import { allow, isBusiness } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import { auditParam } from '../audited-context.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { momentOf } from '../clock.ts'
import { newIdempotencyKey, throwForIdempotency } from '../idempotency/request-hashes.ts'
import { replayOnError } from '../idempotency/with-idempotency.ts'
import { ceilingWaitSeconds } from '../limits/guest-ceilings.ts'
import type {
  Booking,
  BookingDetail,
  BookingInput,
  BookingRequest,
  PlannedBooking,
} from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { offersOtherTimes, throwForTime } from './alternatives.ts'
import { newBookingCode } from './booking-code.ts'
import { bookingConstraints, mailWaitSeconds, throwForBlocker } from './booking-limits.ts'
import { withStartMinute } from './booking-start.ts'
import { viewOf } from './booking-view.ts'
import { readHistory } from './customer-history.ts'
import { completionTime, isReachable, reminderTime } from './due-times.ts'
import { heldVisit, readHeldVisit, requestedIds } from './held-visit.ts'
import { ownerMailRecipient } from './owner-mail.ts'
import { balanceDayOf, planToWrite } from './plan-to-write.ts'
import type { HeldVisit, PlannedCandidate, PlannedVisit } from './plan-visit.ts'
import { plannedBooking, unredeemedLines } from './planned-booking.ts'
import { planningAttempts } from './planning-attempts.ts'
import type { CustomerHistory } from './requirement.ts'

/**
 * Creates a booking, or writes nothing (api.md Bookings, D15). One round trip when the time is
 * free: the database decides between two requests for the same time, and who does the visit when
 * that is left open (D32). With several people or units to choose from, what is taken is read first
 * (D33, D35).
 */
export async function createBooking(
  context: RequestContext,
  request: BookingRequest,
  write: WriteBooking | null = null,
): Promise<BookingDetail> {
  if (request.customerId) allow(context, 'customers.view')
  const booking = await replayOnError(context, storedBooking, () =>
    writeBooking(context, request, write),
  )
  return viewOf(context, await context.tenant.catalog(), booking, true)
}

/** Runs the statement that writes the booking in a transaction with others. */
export type WriteBooking = (
  insert: (sql: Sql) => Query<newBookingQueries.InsertedBooking>,
) => Promise<newBookingQueries.InsertedBooking[]>

/** The same for a request that may be about any customer whom it names. */
export async function writeBooking(
  context: RequestContext,
  request: BookingRequest,
  write: WriteBooking | null = null,
): Promise<Booking> {
  const mayAct = isBusiness(context, 'bookings.manage')
  if (request.byBusiness && !mayAct) fail('INSUFFICIENT_SCOPE')
  assertOwnAgenda(context, requestedIds(request))
  if (request.usePoints && context.identity.kind !== 'customer') fail('AUTHENTICATION_REQUIRED')

  let catalog = await context.tenant.catalog()
  let held: HeldVisit | null = request.holdId ? { id: request.holdId, lines: null } : null
  let isRetry = false
  const attempts = planningAttempts(context.tenant.slug)
  for (;;) {
    // one time for all rules: a booking for now must not become too late while it is planned
    const now = context.clock.now()
    const clock = { now: () => now }
    const input = withStartMinute(catalog, request, clock)
    const planned = await planToWrite({ ...context, clock }, catalog, input, { held, isRetry })
    const { visit, isRead } = planned
    catalog = planned.catalog
    const history = await readHistory(context, catalog)
    const bookings = plannedBookings(catalog, input, visit, { history, now })
    const refusal = secondaryRefusal(catalog, input, visit, bookings)
    if (refusal && held?.lines === null) {
      attempts.countStale()
      held = await readHeldVisit(context, input, held.id, bookings[0].startsAt)
      continue
    }
    if (refusal) await throwFirstRefusal(context, catalog, input, bookings, refusal)
    const inserted = await insertBooking(context, catalog, input, {
      ...{ visit, isRead, bookings, held, write },
    })
    switch (inserted.outcome) {
      case 'booked':
        return { ...(bookings[inserted.candidate] as PlannedBooking), ...inserted.assigned }
      case 'repeated':
        if (context.idempotentRequest) context.idempotentRequest.repeated = true
        return storedBooking.parse(inserted.response)
      case 'stale':
        attempts.countStale()
        catalog = await context.tenant.catalogAt(inserted.catalogVersion)
        break
      case 'guests':
        return fail('BOOKING_LIMIT_REACHED', {
          headers: { 'retry-after': String(ceilingWaitSeconds(context)) },
        })
      case 'hold':
        attempts.countStale()
        held = heldVisit(
          input,
          input.holdId as number,
          bookings[0].startsAt,
          inserted.response as newBookingQueries.StoredHold | null,
        )
        break
      case 'taken':
        if (!isRead) return throwForTime(context, input, 'SLOT_NOT_AVAILABLE')
        // somebody else, or another unit, may be free: what is taken is read again
        attempts.countLost()
        isRetry = true
        break
      case 'reused':
      case 'in_progress':
        return throwForIdempotency(inserted.outcome)
      case 'mails':
        return throwForBlocker('mails', { waitSeconds: mailWaitSeconds(context, input) })
      default:
        return throwForBlocker(inserted.outcome, goneCode(input))
    }
  }
}

/** The booking for each candidate of the visit, of which one is written. */
type PlannedBookings = [PlannedBooking, ...PlannedBooking[]]

function plannedBookings(
  catalog: Catalog,
  input: BookingInput,
  { candidates }: PlannedVisit,
  at: { history: CustomerHistory | null; now: Date },
): PlannedBookings {
  const code = newBookingCode()
  return candidates.map((candidate) =>
    plannedBooking(catalog, input, candidate, { code, ...at }),
  ) as PlannedBookings
}

/**
 * Refusals that the catalogue alone decides but that come after those of `app.customer_blocker`
 * (D15): the time of day, points, the grid.
 */
function secondaryRefusal(
  catalog: Catalog,
  input: BookingInput,
  visit: PlannedVisit,
  [booking]: PlannedBookings,
): Code | null {
  if (visit.timeRefusal && visit.timeRefusal !== 'SLOT_NOT_AVAILABLE') return visit.timeRefusal
  if (input.usePoints && !catalog.settings.pointsEnabled) return 'POINTS_DISABLED'
  if (input.usePoints && booking.pointsUsed === 0) return 'POINTS_NOT_APPLICABLE'
  return visit.timeRefusal
}

/** Throws the refusal of `app.customer_blocker` if there is one, otherwise the given one. */
async function throwFirstRefusal(
  context: RequestContext,
  catalog: Catalog,
  input: BookingInput,
  bookings: PlannedBookings,
  refusal: Code,
): Promise<never> {
  const [booking] = bookings
  const [row] = await context.tenant.db.query((sql) =>
    newBookingQueries.findBookingBlocker(sql, context.tenant.businessId, {
      constraints: bookingConstraints(context, catalog, input, bookings),
      phone: booking.contact.phone,
      points: refusal === 'SLOT_NOT_AVAILABLE' ? booking.pointsUsed : 0,
      now: booking.createdAt,
    }),
  )
  const waitSeconds = row?.blocker === 'mails' ? mailWaitSeconds(context, input) : null
  if (row?.blocker) throwForBlocker(row.blocker, { waitSeconds, ...goneCode(input) })
  return offersOtherTimes(refusal) ? throwForTime(context, input, refusal) : fail(refusal)
}

async function insertBooking(
  context: RequestContext,
  catalog: Catalog,
  input: BookingInput,
  {
    visit: { candidates },
    isRead,
    bookings,
    held,
    write,
  }: {
    visit: PlannedVisit
    isRead: boolean
    bookings: PlannedBookings
    held: HeldVisit | null
    write: WriteBooking | null
  },
): Promise<newBookingQueries.InsertedBooking> {
  const [booking] = bookings
  const [inserted] = await (write ?? context.tenant.db.exec)((sql) =>
    newBookingQueries.insertBooking(sql, context.tenant.businessId, {
      visit: {
        booking,
        ways: bookings.map((each, index) => ({
          professionalId: each.professional.id,
          booking: bookings.length === 1 ? {} : fieldsOfCandidate(each),
          claims: (candidates[index] as PlannedCandidate).claims,
          completeAt: completionTime(each, catalog.settings),
          ...(held && {
            heldLines:
              held.lines ?? unredeemedLines(catalog, candidates[index] as PlannedCandidate),
          }),
        })),
        balanceDay: isRead ? null : balanceDayOf(catalog, input.day),
        hold: input.holdId
          ? { id: input.holdId, requestedIds: requestedIds(input), isOver: held === null }
          : null,
        localStart: `${formatDate(input.day)}T${formatTime(input.startMinute)}`,
        catalogVersion: catalog.version,
        actor: input.byBusiness ? 'business' : 'customer',
        audit: write === null ? auditParam(context) : null,
        remindAt: mayBeReached(input)
          ? reminderTime(booking, catalog.settings, booking.createdAt)
          : null,
        clientHash: clientHashOf(context, input),
        notifiesCustomer: input.notifiesCustomer ?? true,
        messages: input.messages ? { ...input.messages, at: momentOf(context).realTime } : null,
        ownerMail: input.byBusiness ? null : ownerMailRecipient(catalog),
      },
      constraints: bookingConstraints(context, catalog, input, bookings),
      idempotency: newIdempotencyKey(context),
      now: booking.createdAt,
    }),
  )
  if (!inserted) throw new Error('app.book_visit returned no row')
  return inserted
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
  depositCents,
  guarantee,
  pointsEarned,
  expiresAt,
}: PlannedBooking) => ({
  ...{ state, endsAt, professional, lines, subtotalCents, discountCents, totalCents },
  ...{ paymentRequired, depositCents, guarantee, pointsEarned, expiresAt },
})

/** Of a guest: a customer who is signed in is known, and so is the salon. */
const clientHashOf = (
  { identity, mailLimits }: RequestContext,
  { clientAddress = null }: BookingInput,
) =>
  identity.kind === 'visitor' && clientAddress !== null
    ? (mailLimits?.clientHash(clientAddress) ?? null)
    : null

/** The salon may book for somebody without any contact (D45); a chosen customer may have one. */
const mayBeReached = ({ byBusiness, contact, customerId = null }: BookingInput) =>
  !byBusiness || isReachable(contact) || customerId !== null

/** A chosen customer who is not there is none of the caller's credentials. */
const goneCode = ({ customerId = null }: BookingInput) =>
  customerId === null ? {} : { gone: 'CUSTOMER_NOT_FOUND' as const }
