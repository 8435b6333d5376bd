import { type Catalog, type SalonAgenda, type Service, termsOf } from '@silla/core'
import { type EpochDay, type LocalSpan, type Span, zoneOf } from '@silla/slots'

/** A visit to book, with one service and one person. */
export interface WeekVisit {
  day: EpochDay
  startMinute: number
  startsAt: Date
  lines: readonly [{ serviceId: number; professionalId: number }]
}

/** From 0 to 1: how likely a free time is used. */
export type Density = (day: EpochDay) => number

/**
 * Visits in the free working time of a salon, during the waits of others too, so that they look like those
 * of a salon with work. The same salon and days always have the same visits.
 */
export function planWeek(
  catalog: Catalog,
  agenda: SalonAgenda,
  { density, random }: { density: Density; random: () => number },
): WeekVisit[] {
  const zone = zoneOf(agenda.timezone)
  const busy = busySpans(agenda)
  return agenda.days.flatMap(({ day, works }) =>
    works.flatMap(({ professionalId, stretches }) =>
      stretches.flatMap((stretch) => fill(professionalId, day, stretch)),
    ),
  )

  function fill(professionalId: number, day: EpochDay, stretch: LocalSpan): WeekVisit[] {
    const visits: WeekVisit[] = []
    const step = catalog.settings.slotIntervalMinutes
    for (let minute = stretch.startMinute; minute < stretch.endMinute; minute += step) {
      const visit = random() < density(day) && place(professionalId, day, minute, stretch)
      if (visit) visits.push(visit)
    }
    return visits
  }

  /** @returns undefined when nothing fits */
  function place(
    professionalId: number,
    day: EpochDay,
    minute: number,
    { endMinute }: LocalSpan,
  ): WeekVisit | undefined {
    const professional = catalog.professionals.find(({ id }) => id === professionalId)
    const start = zone.toInstant(day, minute)
    if (!professional || start === null) return
    const offered = catalog.services.filter(({ id }) => professional.serviceIds.includes(id))
    const service = offered[Math.floor(random() * offered.length)]
    if (!service || (isLong(service) && random() > shareOfLong)) return
    const { phases, durationMinutes } = termsOf(service, professional)
    const own = busy.get(professionalId) ?? []
    const taken = workOf(phases, start, service.bufferMinutes)
    const end = minute + durationMinutes + service.bufferMinutes
    if (end > endMinute || taken.some((span) => own.some((other) => meet(span, other)))) return
    busy.set(professionalId, [...own, ...taken])
    return {
      ...{ day, startMinute: minute, startsAt: new Date(start * 60_000) },
      lines: [{ serviceId: service.id, professionalId }],
    }
  }
}

const shareOfLong = 0.35

const isLong = ({ durationMinutes }: Service): boolean => durationMinutes > 60

const meet = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** When the professional is busy with a service: not during its waits. */
function workOf(phases: readonly number[], start: number, bufferMinutes: number): Span[] {
  const spans: Span[] = []
  let end = start
  for (const [index, minutes] of phases.entries()) {
    if (index % 2 === 0) spans.push({ start: end, end: end + minutes })
    end += minutes
  }
  return bufferMinutes > 0 ? [...spans, { start: end, end: end + bufferMinutes }] : spans
}

/** What is taken of each person already. */
function busySpans({ visits, blocks }: SalonAgenda): Map<number, Span[]> {
  const busy = new Map<number, Span[]>()
  const add = (id: number, span: Span) => busy.set(id, [...(busy.get(id) ?? []), span])
  for (const { lines } of visits)
    for (const { professionalId, stretches } of lines)
      for (const { kind, start, end } of stretches)
        if (kind !== 'wait') add(professionalId, { start, end })
  for (const { professional, startsAt, endsAt } of blocks)
    if (professional)
      add(professional.id, {
        start: startsAt.getTime() / 60_000,
        end: endsAt.getTime() / 60_000,
      })
  return busy
}
