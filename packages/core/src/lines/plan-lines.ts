import { fail } from '@silla/errors'
import { type ServiceTerms, type VisitCandidate, wallClock } from '@silla/slots'
import { bookedService, bookedTerms, does } from '../availability/booked-visit.ts'
import { termsOfEach } from '../availability/visit-plan.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional, findService } from '../catalog/find.ts'
import type { Booking, BookingLine, WantedLine } from '../model/booking.ts'
import { type PlannedReschedule, plannedAt } from '../rescheduling/plan-reschedule.ts'

/** A service that a booking is to have. */
export interface PlannedLine {
  wanted: WantedLine
  /** The same service as it is booked; null: it is added. */
  booked: BookingLine | null
  /** As the catalogue has it now; undefined: the salon no longer has it. */
  service: Service | undefined
  /** Who may do it; those who are booked may have left. */
  people: readonly { id: number; name: string }[]
}

export interface PlannedLines {
  lines: PlannedLine[]
  removed: BookingLine[]
  visit: PlannedReschedule
  /** The same services by the same people in the same order: nothing else is claimed. */
  keepsClaims: boolean
}

/**
 * The services of a booking as they are to be, from its start on. One that is booked already takes the
 * minutes, the buffer and the kinds of places that were booked, as in a move (D37); one that is added
 * those of the catalogue.
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function planLines(
  catalog: Catalog,
  booking: Booking,
  wanted: readonly WantedLine[],
): PlannedLines {
  const lines: PlannedLine[] = []
  for (const one of wanted) lines.push(plannedLine(catalog, booking, one, lines.at(-1)))
  const removed = booking.lines.filter((line) => !lines.some(({ booked }) => booked === line))
  const keepsClaims =
    lines.length === booking.lines.length &&
    lines.every(
      ({ booked, people }, index) =>
        booked !== null &&
        booked === booking.lines[index] &&
        people.length === 1 &&
        people[0]?.id === booked.professional.id,
    )
  const { day, minute } = wallClock(booking.startsAt, booking.timezone)
  return {
    ...{ lines, removed, keepsClaims },
    visit: keepsClaims ? asBooked(booking, day) : placed(catalog, booking, lines, { day, minute }),
  }
}

function plannedLine(
  catalog: Catalog,
  booking: Booking,
  wanted: WantedLine,
  before: PlannedLine | undefined,
): PlannedLine {
  const booked = booking.lines.find(({ serviceId }) => serviceId === wanted.serviceId) ?? null
  if (booked && wanted.professionalId === undefined) {
    const service = bookedService(catalog, booked)
    return { wanted, booked, service, people: [booked.professional] }
  }
  const service = booked ? bookedService(catalog, booked) : findService(catalog, wanted.serviceId)
  // who does the service before goes on, as far as it is known who does
  const [previous, ...others] = before?.people ?? [booking.professional]
  const id =
    wanted.professionalId === undefined
      ? others.length > 0
        ? null
        : (previous?.id ?? null)
      : wanted.professionalId
  if (booked && id === booked.professional.id)
    return { wanted, booked, service, people: [booked.professional] }
  const candidates = id === null ? catalog.professionals : [findProfessional(catalog, id)]
  const people = candidates.filter((one) =>
    booked ? does(catalog, one, booked) : one.serviceIds.includes(wanted.serviceId),
  )
  if (people.length === 0) fail('SERVICE_NOT_OFFERED')
  return { wanted, booked, service, people }
}

function placed(
  catalog: Catalog,
  booking: Booking,
  lines: readonly PlannedLine[],
  { day, minute }: { day: number; minute: number },
): PlannedReschedule {
  const ids = new Set(lines.flatMap(({ people }) => people.map(({ id }) => id)))
  const plan = {
    lines: lines.map((line) => termsOfLine(catalog, booking, line)),
    onePerson: lines.length === 1 || ids.size === 1,
  }
  return plannedAt(catalog, plan, {
    ...{ day, startMinute: minute, byBusiness: true },
    // the visit may have begun
    bookableFrom: Number.NEGATIVE_INFINITY,
  })
}

/** @throws PROFESSIONAL_NOT_FOUND when somebody who is booked has left */
function termsOfLine(
  catalog: Catalog,
  booking: Booking,
  { booked, service, people }: PlannedLine,
): ServiceTerms[] {
  const working = people.map(({ id }): Professional => findProfessional(catalog, id))
  if (booked === null) return termsOfEach(catalog, service as Service, working)
  const terms = bookedTerms(catalog, booking.lines, booking.lines.indexOf(booked), working)
  // who sits somewhere stays there, if that is possible
  const isBooked = (unitId: number) => booked.unitIds.includes(unitId)
  return terms.map(({ units, ...each }) => ({
    ...each,
    units: units.map((ids) => [
      ...ids.filter(isBooked),
      ...ids.filter((unitId) => !isBooked(unitId)),
    ]),
  }))
}

/** The visit where it is, whether or not it would still be possible. */
const asBooked = ({ lines, startsAt, endsAt }: Booking, day: number): PlannedReschedule => ({
  ...{ plan: { lines: [], onePerson: true }, day, timeRefusal: null, isFinal: true },
  candidatesAmong: (): VisitCandidate[] => [
    {
      start: minuteOf(startsAt),
      end: minuteOf(endsAt),
      lines: lines.map((line) => ({
        professionalId: line.professional.id,
        start: minuteOf(line.startsAt),
        end: minuteOf(line.endsAt),
        phases: line.phases,
        bufferMinutes: line.bufferMinutes,
        unitIds: line.unitIds,
      })),
      claims: [],
    },
  ],
})

const minuteOf = (at: Date): number => at.getTime() / 60_000
