import { createBlock, joinWaitlist } from '@silla/core'
import type { Days } from './book-visits.ts'
import { type Desk, unlessRefused } from './desk.ts'
import type { WeekPeople } from './week-people.ts'

// What a week has besides the visits of one customer with one person.

/** The last hour of somebody's working time, on each of the next days somebody else's. */
export async function addBlocks(
  { agenda, at, now, today }: Desk,
  { blocks }: WeekPeople,
  { until }: Days,
): Promise<void> {
  const { days } = await agenda(today, until)
  for (const [index, reason] of blocks.entries()) {
    const { day = today, works = [] } = days[index] ?? {}
    const working = works.filter(({ stretches }) => stretches.length > 0)
    const person = working[(index + 1) % working.length]
    const last = person?.stretches.at(-1)
    if (!person || !last) continue
    const { startMinute, endMinute } = last
    const from = { day, minute: Math.max(startMinute, endMinute - 60) }
    const subject = { professionalId: person.professionalId }
    const block = { subject, from, to: { day, minute: endMinute }, reason }
    await unlessRefused(createBlock(at(now), block))
  }
}

/** Two people, one after the other, on the first of the next days on which both are free. */
export async function addVisitOfTwo(
  desk: Desk,
  { known }: WeekPeople,
  { until }: Days,
): Promise<void> {
  const { catalog, at, now, today } = desk
  const name = known.at(-1) ?? ''
  const { days } = await desk.agenda(today + 1, until)
  for (const { day, works } of days) {
    const [one, other] = works.filter(({ stretches }) => stretches.length > 0)
    const begins = Math.max(...[one, other].map((each) => each?.stretches[0]?.startMinute ?? 0))
    const first = serviceOf(one?.professionalId)
    const second = serviceOf(other?.professionalId, first?.serviceId)
    if (!first || !second) continue
    const lines = [first, second]
    const visit = { ...{ name, email: '', customerId: null, lines, day }, startMinute: begins + 60 }
    if (await desk.book(at(now), visit)) return
  }

  function serviceOf(professionalId = 0, without = 0) {
    const service = catalog.services.find(
      ({ id, professionalIds, durationMinutes }) =>
        id !== without && professionalIds.includes(professionalId) && durationMinutes <= 60,
    )
    return service && { serviceId: service.id, professionalId }
  }
}

/** Customers who wait for the first service of somebody, whose times are not those of the examples at /docs. */
export async function addWaiting(
  { catalog, at, now, today }: Desk,
  { waiting }: WeekPeople,
): Promise<void> {
  const person = catalog.professionals.at(-1)
  const serviceIds = person?.serviceIds.slice(0, 1) ?? []
  for (const [index, name] of waiting.entries())
    await joinWaitlist(at(now), {
      messages: null,
      ...{ serviceIds, professionalId: person?.id ?? null, lines: null },
      ...{ firstDay: today + 1, lastDay: today + 6, fromMinute: null, toMinute: null },
      contact: { name, email: `waiting.${index}@example.com`, phone: null },
      language: catalog.settings.mainLanguage,
      ...{ notes: '', clientAddress: null },
    })
}

/** A visit that a customer books online, in a salon that confirms by hand. */
export async function addRequest(desk: Desk, { waiting }: WeekPeople): Promise<void> {
  const { catalog, at, now, today } = desk
  const [name = ''] = waiting
  const asGuest = { ...at(now), identity: { kind: 'visitor' } } as const
  const { days } = await desk.agenda(today + 1, today + 8)
  for (const { day, works } of days)
    for (const { professionalId, stretches } of works) {
      const service = catalog.services.find((each) => each.professionalIds.includes(professionalId))
      const [begin] = stretches
      if (!service || !begin) continue
      const lines = [{ serviceId: service.id, professionalId }]
      const visit = { name, email: 'request@example.com', customerId: null, lines, day }
      if (await desk.book(asGuest, { ...visit, startMinute: begin.startMinute })) return
    }
}
