import { type bookingChangeQueries, pointsQueries, type Tx } from '@silla/db'
import type { VisitCandidate } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { bookingMail } from '../bookings/booking-mail.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import type { Booking, BookingLine, LinesInput } from '../model/booking.ts'
import { isChargeable } from '../model/online-amounts.ts'
import { award, awardDifference, movePoints } from '../points/booking-points.ts'
import type { RequestContext } from '../request-context.ts'
import type { PlannedReschedule } from '../rescheduling/plan-reschedule.ts'
import { movedJobs, pendingState } from '../rescheduling/reschedule-change.ts'
import { instant, type VisitChange } from '../rescheduling/write-visit-change.ts'
import { changedPrice } from './line-price.ts'
import type { PlannedLine } from './plan-lines.ts'

interface LinesChange {
  booking: Booking
  lines: readonly PlannedLine[]
  visit: PlannedReschedule
  candidates: readonly VisitCandidate[]
  keepsClaims: boolean
  moment: Moment
  input: LinesInput
}

/**
 * The change of the services with all its effects: total, points, payments, history, event, and an email
 * if the salon wants one (D54).
 *
 * @throws PERMISSION_REQUIRED for a discount without `till.discount`; VALIDATION_ERROR
 */
export function linesChange(
  context: RequestContext,
  catalog: Catalog,
  change: LinesChange,
): VisitChange {
  const { booking: before, visit, candidates, keepsClaims, moment, input } = change
  return {
    ...{ before, visit, candidates, keepsClaims, moment, simulated: input.simulated },
    afters: candidates.map((candidate) => changed(context, catalog, change, candidate)),
    replacesLines: true,
    // it is the salon that changes it
    refundPercent: 100,
    checksBlocked: false,
    recordOf: (after) => changeRecord(catalog, change, after),
    auditDetail: (after) => ({ before: auditedLines(before), after: auditedLines(after) }),
    needsTransaction: before.state === 'completed',
    adjust: (tx, after) => adjustPoints(tx, before, after, moment.tenantTime),
  }
}

function changed(
  context: RequestContext,
  catalog: Catalog,
  { booking: before, lines: planned, moment, keepsClaims }: LinesChange,
  candidate: VisitCandidate,
): Booking {
  const lines = planned.map((line, index): BookingLine => {
    const { professionalId, start, end, ...stretches } = candidate.lines[
      index
    ] as VisitCandidate['lines'][number]
    const { isDiscount, ...price } = changedPrice(catalog, before, line, professionalId)
    if (isDiscount) allow(context, 'till.discount')
    const { id, name } = line.people.find((one) => one.id === professionalId) as {
      id: number
      name: string
    }
    return {
      ...price,
      ...stretches,
      durationMinutes: end - start,
      professional: { id, name },
      startsAt: instant(start),
      endsAt: instant(end),
    }
  })
  const subtotalCents = sum(lines.map(({ priceCents }) => priceCents))
  const totalCents = sum(lines.map(({ chargedCents }) => chargedCents))
  const after: Booking = {
    ...before,
    lines,
    endsAt: keepsClaims ? before.endsAt : instant(candidate.end),
    professional: (lines[0] as BookingLine).professional,
    assignedBy: planned.some(({ wanted }) => wanted.professionalId === null)
      ? 'system'
      : before.assignedBy,
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    pointsEarned: sum(lines.map(({ pointsAwarded }) => pointsAwarded)),
    version: before.version + 1,
    updatedAt: moment.tenantTime,
  }
  return needsNoPayment(after)
    ? { ...after, ...pendingState(catalog, after, moment.tenantTime) }
    : after
}

/** It waits for a payment, and costs too little now to be paid online. */
const needsNoPayment = ({
  state,
  paymentRequired,
  paymentId,
  totalCents,
  takenCents,
  currency,
}: Booking): boolean =>
  state === 'pending' &&
  paymentRequired &&
  paymentId === null &&
  !isChargeable(totalCents - takenCents, currency)

function changeRecord(
  catalog: Catalog,
  { booking: before, input, moment }: LinesChange,
  after: Booking,
): bookingChangeQueries.ChangeRecord {
  const reasons = input.lines.flatMap(({ reason }) => reason ?? [])
  return {
    transition: {
      ...{ from: before.state, to: after.state, by: 'business', reason: '' },
      ...{ note: [...new Set(reasons)].join('; '), movedFrom: null, movedTo: null },
    },
    event: 'reserva.modificada',
    more: { linesChanged: true },
    mails: input.notifiesCustomer
      ? [
          {
            ...bookingMail(after, 'rescheduled'),
            cause: `booking:${after.id}:lines:${after.version}`,
          },
        ]
      : [],
    // of a visit that is completed nothing is due any more
    jobs: after.state === 'completed' ? [] : movedJobs(catalog, before, after, moment.tenantTime),
  }
}

/**
 * Points that a payment or the completion has awarded follow the services: what they award more is added,
 * what they award less is taken back as far as the balance goes. Others are awarded when the visit is
 * completed.
 */
async function adjustPoints(tx: Tx, before: Booking, after: Booking, at: Date): Promise<void> {
  const points = after.pointsEarned - before.pointsEarned
  const isPaid = before.payment?.purpose === 'total' && before.paymentId !== null
  if (points === 0 || (!isPaid && before.state !== 'completed')) return
  const { id: bookingId, code: bookingCode, customerId, pointsRound: round, version } = after
  const [takenBack] = await pointsQueries.findMovement(tx, `take-back:${bookingId}:${round}`)
  if (takenBack) return
  const whole = award({ bookingId, bookingCode, customerId, points: after.pointsEarned, round })
  const [awarded] = await pointsQueries.findMovement(tx, `award:${bookingId}:${round}`)
  if (!awarded) {
    if (whole) await movePoints(tx, { ...whole, at })
    return
  }
  await movePoints(tx, {
    ...awardDifference({ bookingId, bookingCode, customerId, points, version }),
    at,
  })
}

const auditedLines = ({ lines }: Booking) =>
  lines.map(({ serviceId, professional, chargedCents }) => ({
    ...{ serviceId, professionalId: professional.id, chargedCents },
  }))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
