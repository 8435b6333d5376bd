import { bookingQueries, catalogQueries, salonStateQueries, type Tx } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { cancelBooking } from '../cancellations/cancel-booking.ts'
import { inOneTransaction, type PartContext } from '../in-one-transaction.ts'
import type {
  AbsenceInput,
  SettledAbsence,
  SettledVisit,
  VisitOfAbsence,
} from '../model/absence.ts'
import type { Alternative, Booking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { isAboutPeople, othersThan, visitsOnDay } from '../rescheduling/reassign-booking.ts'
import { rescheduleBooking } from '../rescheduling/reschedule-booking.ts'
import { orRefusal, startOf } from '../series/series-visits.ts'
import { createOverride } from '../settings/schedules.ts'
import { settingPermissions } from '../settings/setting.ts'
import { storedAbsence } from '../stored-json.ts'

/**
 * Gives each visit of a professional who is absent to others, moves it to another time or cancels it, and
 * makes the day one off, or only tries it (D71). What is refused stays as it is and is named; all the rest
 * is done in one transaction, each visit with its own email and its own entry in the audit log.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED without `agenda.all`, with a
 *   day off without `settings.schedule`; PROFESSIONAL_NOT_FOUND
 */
export async function settleAbsence(
  context: RequestContext,
  input: AbsenceInput,
): Promise<SettledAbsence> {
  const { professionalId, dayOff, simulated } = input
  allow(context, 'bookings.manage')
  // it is others who take over
  assertOwnAgenda(context, [null])
  if (dayOff) allow(context, settingPermissions.overrides)
  if (dayOff?.allowOrphaned) allow(context, 'settings.business')
  const { professionals } = await context.tenant.catalog()
  if (!professionals.some(({ id }) => id === professionalId)) fail('PROFESSIONAL_NOT_FOUND')
  let catalogVersion: number | undefined
  const settled = await inOneTransaction(
    context,
    { stored: storedAbsence, simulated },
    async (partOf, tx) => {
      // as every change of settings begins, so that two of them do not wait for each other
      if (dayOff) await salonStateQueries.lockSettings(tx)
      const visits = await settleVisits({ partOf, tx }, input)
      // last: it is refused while visits remain
      const result = dayOff && (await addDayOff(partOf({}), input, dayOff))
      if (result?.refusal === null && !simulated)
        catalogVersion = (await catalogQueries.findCatalogVersion(tx))[0]?.catalogVersion
      return { visits, dayOff: result }
    },
  )
  // the caller finds the day off in what they read next; other processes are notified
  if (catalogVersion !== undefined) await context.tenant.catalogAt(catalogVersion)
  return settled
}

interface Change {
  partOf: PartContext
  tx: Tx
}

/** Each visit, locked by start, as changes of series lock them. */
async function settleVisits({ partOf, tx }: Change, input: AbsenceInput): Promise<SettledVisit[]> {
  const context = partOf({})
  const catalog = await context.tenant.catalog()
  const wanted = new Map(input.visits.map((visit) => [visit.bookingId, visit]))
  const settled = new Map<VisitOfAbsence, SettledVisit>()
  for (const { booking: listed } of await visitsOnDay(context, input)) {
    const visit = wanted.get(listed.id)
    if (visit === undefined) continue
    const [row] = await bookingQueries.lockBooking(tx, listed.id)
    if (!row) continue
    const booking = readBooking(row, catalog)
    const change = () => settleVisit(partOf({ bookingId: booking.id }), { booking, visit }, input)
    const result = await orRefusal(change)
    settled.set(visit, result instanceof Refusal ? refused(visit, booking, result) : result)
  }
  return input.visits.map((visit) => settled.get(visit) ?? notListed(visit))
}

async function settleVisit(
  context: RequestContext,
  { booking, visit }: { booking: Booking; visit: VisitOfAbsence },
  { professionalId, notifiesCustomer }: AbsenceInput,
): Promise<SettledVisit> {
  if (visit.version !== booking.version) fail('VERSION_CONFLICT')
  const { bookingId, action } = visit
  const done = { bookingId, action, refundCents: 0, refusal: null, alternatives: [] }
  if (action === 'cancel') {
    const cancelled = await cancelBooking(context, {
      ...{ bookingId, code: null, reason: visit.reason, note: null, notifiesCustomer },
    })
    const refundCents = cancelled.refund.applies ? cancelled.refund.amountCents : 0
    return { ...done, booking: cancelled.booking, refundCents }
  }
  const { day, startMinute } = startOf(booking)
  const { professionalIds, field } = visit
  const attempts =
    professionalIds === null
      ? othersThan(professionalId)
      : [{ kind: 'each', professionalIds, field } as const]
  let refusal: Refusal | undefined
  for (const professionals of attempts) {
    const moved = await orRefusal(() =>
      rescheduleBooking(context, {
        ...{ bookingId, code: null, version: visit.version, professionals },
        ...{ day: visit.day ?? day, startMinute: visit.startMinute ?? startMinute },
        ...{ byBusiness: true, notifiesCustomer, simulated: false },
      }),
    )
    if (!(moved instanceof Refusal)) return { ...done, booking: moved.booking }
    refusal = moved
    if (!isAboutPeople(moved)) break
  }
  throw refusal
}

const refused = (
  { bookingId, action }: VisitOfAbsence,
  booking: Booking,
  { code, extra }: Refusal,
): SettledVisit => {
  const { alternatives = [] } = (extra ?? {}) as { alternatives?: readonly Alternative[] }
  return { bookingId, action, booking, refundCents: 0, refusal: code, alternatives }
}

/** Somebody else has moved or cancelled it, or it has begun, or never was a visit of that day. */
const notListed = ({ bookingId, action }: VisitOfAbsence): SettledVisit => ({
  ...{ bookingId, action, booking: null, refundCents: 0 },
  ...{ refusal: 'BOOKING_NOT_FOUND', alternatives: [] },
})

async function addDayOff(
  context: RequestContext,
  { professionalId, day }: AbsenceInput,
  { reason, allowOrphaned }: NonNullable<AbsenceInput['dayOff']>,
): Promise<NonNullable<SettledAbsence['dayOff']>> {
  // other requests must not find what is not committed
  const tenant = { ...context.tenant, catalogAt: () => context.tenant.catalog() }
  const result = await orRefusal(() =>
    createOverride(
      { ...context, tenant },
      professionalId,
      { days: { from: day, to: day }, shifts: [], reason },
      {},
      { version: null, allowOrphaned, simulated: false },
    ),
  )
  return { refusal: result instanceof Refusal ? result.code : null }
}
