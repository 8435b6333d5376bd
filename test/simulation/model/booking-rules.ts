import type { StartOutcome } from '../../unit/slots/minute-model.ts'
import { bookableFrom, type OpenVisit, startsAmong } from './availability.ts'
import { dateAfter } from './local-time.ts'
import {
  isOpen,
  type Model,
  type ModelBooking,
  type ModelGuarantee,
  type ModelLine,
  type Person,
  servicesOf,
  todayOf,
} from './model.ts'
import type { ProfessionalPlan, SalonPlan, ServicePlan } from './plan.ts'

/**
 * Who requests a booking. `guest` and `customer` use the web page, `server` is the salon's server
 * with the rules of a guest, `salon` books by the salon's own rules (D9).
 */
export type Requester = 'guest' | 'customer' | 'server' | 'salon'

export interface BookingAttempt {
  by: Requester
  person: Person
  professional: string
  services: readonly ServicePlan[]
  date: string
  minute: number
  usesPoints: boolean
  /** The points of the person's customer record. */
  balance: number
  customerId: number | null
  /** The time is held and not booked, or was held and still is. */
  hold?: 'new' | 'live'
  /** Who does it is left open: whether each service has somebody who may do it. */
  isOffered?: boolean
  /** The salon books the next full minute for somebody who walks in (D45). */
  isNow?: boolean
}

/** What a visit costs and earns (D15). */
export interface ModelPrice {
  lines: ModelLine[]
  subtotalCents: number
  totalCents: number
  pointsUsed: number
  pointsEarned: number
}

export function priceOf(
  { pointsEnabled }: SalonPlan,
  services: readonly ServicePlan[],
  usesPoints: boolean,
): ModelPrice {
  const lines = services.map((each): ModelLine => {
    const { name: service, priceCents, offerPriceCents, pointsAwarded } = each
    return isForPoints(each, usesPoints)
      ? { service, priceCents, chargedCents: 0, pointsAwarded: 0 }
      : {
          ...{ service, priceCents, chargedCents: offerPriceCents ?? priceCents },
          pointsAwarded: pointsEnabled ? pointsAwarded : 0,
        }
  })
  return {
    lines,
    ...totalsOf(lines),
    pointsUsed: sum(services.map((each) => (isForPoints(each, usesPoints) ? each.pointsPrice : 0))),
  }
}

const isForPoints = ({ pointsPrice }: ServicePlan, usesPoints: boolean): boolean =>
  usesPoints && pointsPrice > 0

export const totalsOf = (lines: readonly ModelLine[]) => ({
  subtotalCents: sum(lines.map(({ priceCents }) => priceCents)),
  totalCents: sum(lines.map(({ chargedCents }) => chargedCents)),
  pointsEarned: sum(lines.map(({ pointsAwarded }) => pointsAwarded)),
})

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** The least that can be charged by card. */
export const leastCents = 50

/** What a new booking needs to be kept: something that is paid online, or a card (D14, D39, D50). */
export function requirementOf(
  { plan, canCharge }: Model,
  by: Requester,
  lines: readonly ModelLine[],
): { isPrepaid: boolean; depositCents: number | null; guarantee: ModelGuarantee | null } {
  const none = { isPrepaid: false, depositCents: null, guarantee: null }
  const { totalCents } = totalsOf(lines)
  if (by === 'salon' || !canCharge || totalCents < leastCents) return none
  if (plan.requiresPrepayment) return { ...none, isPrepaid: true }
  const wantedCents = depositOf(plan, lines)
  const depositCents =
    wantedCents > 0 ? Math.min(Math.max(wantedCents, leastCents), totalCents) : null
  const guarantee = guaranteeOf(plan, lines, depositCents ?? 0)
  return { isPrepaid: depositCents !== null || guarantee !== null, depositCents, guarantee }
}

/**
 * Of each service a part, rounded half up; null: the salon wants no card, or could charge too little beyond
 * the deposit, with which the card is saved (D47).
 */
function guaranteeOf(
  { cardGuarantee }: SalonPlan,
  lines: readonly ModelLine[],
  depositCents: number,
): ModelGuarantee | null {
  if (cardGuarantee === null || totalsOf(lines).totalCents < cardGuarantee.fromTotalCents)
    return null
  const part = (percent: number) =>
    sum(lines.map(({ chargedCents }) => Math.round((chargedCents * percent) / 100)))
  const guarantee = {
    noShowCents: part(cardGuarantee.noShowPercent),
    lateCancelCents: part(cardGuarantee.lateCancelPercent),
  }
  const mostCents = Math.max(guarantee.noShowCents, guarantee.lateCancelCents)
  return mostCents - depositCents < leastCents ? null : guarantee
}

/** Of each service a part, rounded half up. */
function depositOf({ deposit }: SalonPlan, lines: readonly ModelLine[]): number {
  if (deposit === null || totalsOf(lines).totalCents < deposit.fromTotalCents) return 0
  const { amountCents, percent } = deposit
  return sum(
    lines.map(({ chargedCents }) =>
      Math.min(chargedCents, amountCents ?? Math.round((chargedCents * (percent ?? 0)) / 100)),
    ),
  )
}

/** How much of what was paid a cancellation by the customer refunds now (D38). */
export function refundPercent(model: Model, booking: ModelBooking): number {
  if (cancelRefusal(model, booking, false) !== null || isLate(model, booking)) return 0
  const { refundTiers } = model.plan
  const hoursLeft = (booking.start * 60_000 - model.now()) / 3_600_000
  const tier = refundTiers.find(({ hours }) => hours <= hoursLeft)
  return Math.min(booking.refundPercent, refundTiers.length === 0 ? 100 : (tier?.percent ?? 0))
}

/** Null: for as long as the salon wants. The deadline of a new booking, epoch milliseconds (D14). */
export function deadlineOf(
  plan: SalonPlan,
  by: Requester,
  { now, startMinute, isPrepaid }: { now: number; startMinute: number; isPrepaid: boolean },
): number | null {
  if (by === 'salon') return null
  if (isPrepaid) return now + 15 * 60_000
  return plan.confirmsByHand ? confirmationDeadline(now, startMinute) : null
}

/** At least 15 minutes from now; else 12 hours, or 30 minutes before the visit. */
export function confirmationDeadline(now: number, startMinute: number): number {
  const latest = Math.min(now + 12 * 3_600_000, (startMinute - 30) * 60_000)
  return Math.max(now + 15 * 60_000, latest)
}

/** The code of the first rule that the request breaks, in the order of D15; null: it is booked. */
export function bookingRefusal(
  model: Model,
  attempt: BookingAttempt,
  start: StartOutcome | undefined,
): string | null {
  const { plan } = model
  const { by, services, date, usesPoints } = attempt
  const price = priceOf(plan, services, usesPoints)
  const today = todayOf(model)
  if (start === undefined || start.kind === 'no_such_time') return 'INVALID_TIME'
  const isHolding = attempt.hold === 'new'
  const isHeld = attempt.hold === 'live'
  if (!isHeld && date < today) return 'DATE_IN_PAST'
  if (!isHeld && by !== 'salon' && date > dateAfter(today, plan.horizonDays)) return 'DATE_TOO_FAR'
  if (by !== 'salon' && services.some((each) => !each.bookableOnline)) return 'SERVICE_NOT_BOOKABLE'
  if (attempt.isOffered === undefined && hasLeft(plan, attempt.professional))
    return 'PROFESSIONAL_NOT_FOUND'
  if (!(attempt.isOffered ?? offersAll(plan, attempt))) return 'SERVICE_NOT_OFFERED'
  if (!isHolding && plan.phoneRequired && by !== 'salon' && attempt.person.phone === null)
    return 'PHONE_REQUIRED'
  if (!isHolding && isLimitReached(model, attempt)) return 'BOOKING_LIMIT_REACHED'
  if (!isHeld && isTooSoon(model, attempt, start)) return 'TOO_SOON'
  if (start.kind === 'closed') return 'BUSINESS_CLOSED'
  if (start.kind === 'not_working') return 'PROFESSIONAL_NOT_AVAILABLE'
  if (usesPoints && !plan.pointsEnabled) return 'POINTS_DISABLED'
  if (usesPoints && price.pointsUsed === 0) return 'POINTS_NOT_APPLICABLE'
  if (price.pointsUsed > attempt.balance) return 'INSUFFICIENT_POINTS'
  return start.kind === 'placed' && start.free.length > 0 ? null : 'SLOT_NOT_AVAILABLE'
}

function isTooSoon(
  model: Model,
  attempt: Pick<BookingAttempt, 'by' | 'date' | 'minute'>,
  start: StartOutcome,
): boolean {
  const from = attempt.by === 'salon' ? Math.ceil(model.now() / 60_000) : bookableFrom(model)
  return startMinuteOf(model, attempt, start) < from
}

/** The epoch minute of a start, also of one that is refused. */
function startMinuteOf(
  { plan }: Model,
  { date, minute }: Pick<BookingAttempt, 'date' | 'minute'>,
  start: StartOutcome,
): number {
  if (start.kind === 'placed') return start.start
  const local = Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from('00:00'))
  return (
    local.add({ minutes: minute }).toZonedDateTime(plan.timezone, { disambiguation: 'earlier' })
      .epochMilliseconds / 60_000
  )
}

/** Those who work at the salon. */
export const teamOf = ({ professionals }: SalonPlan): ProfessionalPlan[] =>
  professionals.filter((each) => !each.hasLeft)

export const hasLeft = (plan: SalonPlan, professional: string): boolean =>
  !teamOf(plan).some(({ name }) => name === professional)

function offersAll(
  plan: SalonPlan,
  { professional, services }: { professional: string; services: readonly { name: string }[] },
): boolean {
  const offered = plan.professionals.find(({ name }) => name === professional)?.services ?? []
  return services.every(({ name }) => offered.includes(name))
}

const mostOfGuest = 5
const mostOfCustomer = 10

/** Requests of tests have no client address, so that the limit of unpaid bookings does not apply. */
function isLimitReached(model: Model, { by, person, customerId }: BookingAttempt): boolean {
  if (by === 'server' || by === 'salon') return false
  const future = model.bookings.filter((each) => isOpen(each) && each.start * 60_000 > model.now())
  const own = future.filter((each) => each.customerId === customerId).length
  if (by === 'customer') return own >= mostOfCustomer
  const samePhone = future.filter(
    (each) => person.phone !== null && each.person.phone === person.phone,
  ).length
  return Math.max(own, samePhone) >= mostOfGuest
}

/** Why a booking cannot be cancelled now, in the order of D17; null: it can. */
export function cancelRefusal(
  { plan, now }: Pick<Model, 'plan' | 'now'>,
  booking: ModelBooking,
  bySalon: boolean,
): string | null {
  const startsAt = booking.start * 60_000
  if (!isOpen(booking) || startsAt <= now()) return 'CANNOT_CANCEL'
  // with a card a customer may cancel late, which may cost them a fee (D51)
  if (!bySalon && booking.guarantee === null && isLate({ plan, now }, booking))
    return 'CANCELLATION_DEADLINE_PASSED'
  return null
}

/** Whether a cancellation by the customer is late now. */
export const isLate = (
  { plan, now }: Pick<Model, 'plan' | 'now'>,
  { start }: ModelBooking,
): boolean => now() > start * 60_000 - plan.cancellationHours * 3_600_000

/** A booking is moved to another time or other people (D37). */
export interface RescheduleAttempt {
  by: Requester
  booking: ModelBooking
  who: WantedPeople
  date: string
  minute: number
}

/** The booked people, one for all services, or anyone who does all of them. */
export type WantedPeople =
  | { kind: 'same' }
  | { kind: 'anyone' }
  | { kind: 'one'; professional: string }

/** Who does each service of a booking, in order. */
export function bookedPeople({ plan }: Model, { parts, lines, start }: ModelBooking): string[] {
  let at = start
  return lines.map(({ service: name }) => {
    const part = parts.find((each) => each.start <= at && at < each.end)
    at += minutesOf(plan, name)
    return part?.professional ?? ''
  })
}

/** The visit of a booking that is moved, with those who may do its services then. */
export function movedVisit(model: Model, booking: ModelBooking, who: WantedPeople): OpenVisit {
  const { plan } = model
  const services = servicesOf(booking)
  const named = services.map((name) => ({ name }))
  const booked = bookedPeople(model, booking)
  const candidatesOf = (index: number): string[] => {
    if (who.kind === 'same') return [booked[index] as string]
    if (who.kind === 'one') return [who.professional]
    return teamOf(plan)
      .map(({ name }) => name)
      .filter((professional) => offersAll(plan, { professional, services: named }))
  }
  return {
    services: services.map((name, index) => ({
      minutes: minutesOf(plan, name),
      candidates: candidatesOf(index),
    })),
    onePerson: who.kind !== 'same' || new Set(booked).size === 1,
  }
}

/** The code with which the people of a moved visit are refused; null: they are at the salon. */
export function peopleRefusal(
  { plan }: Model,
  { services, candidates }: { services: readonly string[]; candidates: readonly string[][] },
): string | null {
  if (candidates.some(([name]) => name !== undefined && hasLeft(plan, name)))
    return 'PROFESSIONAL_NOT_FOUND'
  const isOffered = candidates.every(
    ([professional], index) =>
      professional !== undefined &&
      offersAll(plan, { professional, services: [{ name: services[index] as string }] }),
  )
  return isOffered ? null : 'SERVICE_NOT_OFFERED'
}

export const minutesOf = ({ services }: SalonPlan, service: string): number =>
  services.find(({ name }) => name === service)?.minutes ?? 0

/**
 * The code of the first rule that the request breaks, in the order of D37; null: it is moved;
 * `same`: it is there already, and its people can still do it.
 */
export function rescheduleRefusal(
  model: Model,
  { by, booking, who, date, minute }: RescheduleAttempt,
  start: StartOutcome | undefined,
): string | null {
  const { plan, now } = model
  const today = todayOf(model)
  const startsAt = booking.start * 60_000
  if (start === undefined || start.kind === 'no_such_time') return 'INVALID_TIME'
  if (!isOpen(booking) || (by !== 'salon' && startsAt <= now())) return 'CANNOT_RESCHEDULE'
  const isThere = startMinuteOf(model, { date, minute }, start) === booking.start
  if (isThere && keepsPeople(booking, who) && canStayThere(model, booking, { date, minute }))
    return 'same'
  const hours = plan.rescheduleHours ?? plan.cancellationHours
  if (by !== 'salon' && now() > startsAt - hours * 3_600_000) return 'RESCHEDULE_DEADLINE_PASSED'
  if (by !== 'salon' && booking.customerMoves >= plan.rescheduleLimit)
    return 'RESCHEDULE_LIMIT_REACHED'
  if (date < today) return 'DATE_IN_PAST'
  if (by !== 'salon' && date > dateAfter(today, plan.horizonDays)) return 'DATE_TOO_FAR'
  const visit = movedVisit(model, booking, who)
  const candidates = visit.services.map((each) => [...each.candidates])
  const refusal = peopleRefusal(model, { services: servicesOf(booking), candidates })
  if (refusal !== null) return refusal
  if (isTooSoon(model, { by, date, minute }, start)) return 'TOO_SOON'
  if (start.kind === 'closed') return 'BUSINESS_CLOSED'
  if (start.kind === 'not_working') return 'PROFESSIONAL_NOT_AVAILABLE'
  return start.kind === 'placed' && start.free.length > 0 ? null : 'SLOT_NOT_AVAILABLE'
}

const keepsPeople = ({ parts }: ModelBooking, who: WantedPeople): boolean =>
  who.kind === 'same' ||
  (new Set(parts.map(({ professional }) => professional)).size === 1 &&
    (who.kind === 'anyone' || parts[0]?.professional === who.professional))

/** The salon is open, and the people work there and then. */
export function canStayThere(
  model: Model,
  booking: ModelBooking,
  { date, minute }: { date: string; minute: number },
): boolean {
  if (booking.parts.some(({ professional }) => hasLeft(model.plan, professional))) return false
  const visit = movedVisit(model, booking, { kind: 'same' })
  const starts = startsAmong(model, visit, { date, anyMinute: true, own: booking.label })
  return starts[minute]?.kind === 'placed'
}

/** The deadline of a pending booking that is moved: that of a payment stays, the salon's is new. */
export const deadlineAfterMove = (
  { plan, now }: Model,
  { state, paymentRequired, isPaid, expiresAt }: ModelBooking,
  startMinute: number,
): number | null =>
  state !== 'pending' || (paymentRequired && !isPaid) || !plan.confirmsByHand
    ? expiresAt
    : confirmationDeadline(now(), startMinute)

/** Whether the salon may make this move now (D14). */
export function mayMove(
  { now }: Model,
  booking: ModelBooking,
  to: 'confirmed' | 'completed' | 'no_show',
): boolean {
  const startsAt = booking.start * 60_000
  switch (`${booking.state} ${to}`) {
    case 'pending confirmed':
      return true
    case 'confirmed completed':
      return now() >= startsAt
    case 'confirmed no_show':
      return now() >= startsAt + 15 * 60_000
    case 'completed no_show':
    case 'no_show completed':
      return now() <= booking.changedAt + 72 * 3_600_000
    default:
      return false
  }
}
