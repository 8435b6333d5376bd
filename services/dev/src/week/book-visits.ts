import { cancelBooking, recordArrival, transitionBooking } from '@silla/core'
import type { EpochDay } from '@silla/slots'
import { type Desk, unlessRefused } from './desk.ts'
import { planWeek, type WeekVisit } from './plan-week.ts'
import { randomOf } from './random.ts'
import type { WeekPeople } from './week-people.ts'

/** A day until another one, which is not included. */
export interface Days {
  from: EpochDay
  until: EpochDay
}

interface Week {
  people: WeekPeople
  /** Ids by name. */
  customers: ReadonlyMap<string, number>
  days: Days
  /** The same salon has the same visits each time. */
  seed: string
}

/** Books the visits of a week and of the week before it, and gives those that are over their outcome. */
export async function bookVisits(
  desk: Desk,
  { people, customers, days, seed }: Week,
): Promise<void> {
  const { catalog, now, today, at } = desk
  const random = randomOf(seed)
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] as string
  const before = { from: days.from - 7, until: days.from }
  await bookDays(before, () => densityBefore)
  await bookDays(days, (day) => densityOf(day - today))
  await recordWhoHasCome()

  async function bookDays({ from, until }: Days, density: (day: EpochDay) => number) {
    const agenda = await desk.agenda(from, until)
    for (const visit of planWeek(catalog, agenda, { density, random })) await book(visit)
  }

  async function book({ lines, day, startMinute, startsAt }: WeekVisit): Promise<void> {
    const begunAgo = now.getTime() - startsAt.getTime()
    const walksIn = begunAgo > 0 && begunAgo < dayMilliseconds && random() < shareOfWalkIns
    const name = pick(walksIn ? people.walkIns : people.known)
    const customerId = walksIn ? null : (customers.get(name) ?? null)
    const bookedAt = Math.min(startsAt.getTime(), now.getTime()) - 3 * dayMilliseconds
    const booking = await desk.book(at(walksIn ? startsAt : new Date(bookedAt)), {
      ...{ name, email: '', customerId, lines, day, startMinute },
    })
    const luck = random()
    if (!booking) return
    const { id: bookingId, endsAt } = booking
    if (endsAt <= now) {
      const transition = luck < shareOfNoShows ? 'no_show' : 'complete'
      await transitionBooking(at(endsAt), { bookingId, transition, reason: null })
    } else if (begunAgo < 0 && luck < shareOfCancelled)
      await cancelBooking(at(now), { bookingId, code: null, reason: null, note: null })
  }

  /** Who is there now; when nobody is, who comes next today. */
  async function recordWhoHasCome(): Promise<void> {
    const { visits } = await desk.agenda(today, today + 1)
    const present = now.getTime() / 60_000
    const open = visits.filter(({ state, end }) => state === 'confirmed' && end > present)
    for (const [index, { id, start }] of open.entries())
      if (start <= present || index === 0)
        await unlessRefused(recordArrival(at(now), { bookingId: id, hasArrived: true }))
  }
}

const dayMilliseconds = 24 * 3_600_000
const densityBefore = 0.06
const shareOfWalkIns = 0.2
const shareOfNoShows = 0.06
const shareOfCancelled = 0.04

/** Today is full; there is ever more free time ahead. */
const densityOf = (daysFromToday: number): number =>
  daysFromToday < 0 ? 0.3 : Math.max(0.12, 0.6 - 0.1 * daysFromToday)
