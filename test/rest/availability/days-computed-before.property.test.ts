import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAvailability, openDays, type RequestContext } from '@silla/core'
import { parseDate } from '@silla/slots'
import { dayAvailabilityText, openDaysText } from '@silla/wire'
import fc from 'fast-check'
import { openDayCache } from '../../../packages/core/src/day-cache.ts'
import { testDatabase } from '../../support/database.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

/*
 * Days and lists of slots that were computed before are found again. Whatever happens in a salon,
 * each response must be the one that is computed from nothing.
 */

const firstDay = '2030-03-27'
const horizonDays = 6
const people = ['Ana', 'Bea']
const minutesOfDay = (step: number) => fc.nat({ max: 1440 / step - 1 }).map((index) => index * step)

const steps = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    person: fc.constantFrom(...people),
    day: fc.nat({ max: horizonDays }),
    minute: minutesOfDay(30),
  }),
  fc.record({ kind: fc.constant('cancel' as const), booking: fc.nat() }),
  fc.record({
    kind: fc.constant('hold' as const),
    person: fc.constantFrom(...people),
    day: fc.nat({ max: horizonDays }),
    minute: minutesOfDay(45),
    expiresAfterMinutes: fc.integer({ min: 1, max: 700 }),
  }),
  fc.record({
    kind: fc.constant('block' as const),
    person: fc.constantFrom(...people),
    day: fc.nat({ max: horizonDays }),
    minute: minutesOfDay(30),
  }),
  fc.record({ kind: fc.constant('release' as const), block: fc.nat() }),
  fc.record({
    kind: fc.constant('wait' as const),
    minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900 })),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    hours: fc.constantFrom('09:00-14:00', '00:00-24:00', '01:30-04:30'),
    closed: fc.option(fc.nat({ max: horizonDays })),
    dayOff: fc.option(fc.nat({ max: horizonDays })),
    noticeMinutes: fc.constantFrom(0, 90, 2_000),
    slotIntervalMinutes: fc.constantFrom(15 as const, 30 as const),
  }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

const zones = fc.constantFrom('Europe/Madrid', 'America/New_York', 'Asia/Dubai')

test('a range of days is the one that is computed from nothing, whatever happened before', () =>
  fc.assert(
    fc.asyncProperty(zones, fc.array(steps, { minLength: 8, maxLength: 10 }), async (zone, all) => {
      const salon = await openSalon({ ...fixture(zone), now: `${firstDay}T08:00` })
      const made: Made = { bookings: [], blocks: [] }
      for (const step of all) {
        await take(salon, zone, step, made)
        await isAsFromNothing(salon)
      }
    }),
    { numRuns: 6 },
  ))

/** What steps may undo. */
interface Made {
  bookings: { id: number; codigo: string }[]
  blocks: { id: number }[]
}

const fixture = (timezone: string, change?: Extract<Step, { kind: 'change' }>): SalonFixture => ({
  timezone,
  hours: change?.hours ?? '00:00-24:00',
  professionals: [
    people[0] as string,
    {
      name: people[1] as string,
      ...(typeof change?.dayOff === 'number' && {
        exceptions: { [dateAfter(change.dayOff)]: null },
      }),
    },
  ],
  closings: typeof change?.closed === 'number' ? { [dateAfter(change.closed)]: null } : {},
  settings: {
    horizonDays,
    cancellationHours: 0,
    noticeMinutes: change?.noticeMinutes ?? 0,
    slotIntervalMinutes: change?.slotIntervalMinutes ?? 30,
  },
})

async function take(salon: TestSalon, zone: string, step: Step, { bookings, blocks }: Made) {
  if (step.kind === 'book') {
    const booked = await salon.guest.book(step.person, timeOf(step.minute), {
      date: dateAfter(step.day),
    })
    if (booked.status === 201) bookings.push(booked.data)
  } else if (step.kind === 'cancel') {
    const [booking] = bookings.splice(step.booking % Math.max(bookings.length, 1), 1)
    if (booking) await salon.backend.cancel(booking, {})
  } else if (step.kind === 'block') {
    const desde = `${dateAfter(step.day)}T${timeOf(step.minute)}`
    const hasta = `${dateAfter(step.day)}T${timeOf(step.minute + 29)}`
    const block = { peluquero_id: salon.id(step.person), desde, hasta, motivo: 'Curso' }
    const blocked = await salon.backend.post('/bloqueos/', block)
    if (blocked.status === 201) blocks.push(blocked.data)
  } else if (step.kind === 'release') {
    const [block] = blocks.splice(step.block % Math.max(blocks.length, 1), 1)
    if (block) await salon.backend.delete(`/bloqueos/${block.id}/`)
  } else if (step.kind === 'hold') await hold(salon, step)
  else if (step.kind === 'wait')
    salon.clock.set(new Date(salon.clock.now().getTime() + step.minutes * 60_000))
  else await change(salon, fixture(zone, step))
}

/** A change that would leave bookings outside of working time is refused. */
async function change(salon: TestSalon, changed: SalonFixture) {
  try {
    await salon.apply(changed)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'WOULD_STRAND_BOOKINGS') throw error
  }
}

/** Holds a time as a visitor who is about to book would; no request does that yet. */
async function hold(salon: TestSalon, step: Extract<Step, { kind: 'hold' }>) {
  const { witness } = await testDatabase()
  const start = new Date(Date.parse(`${dateAfter(step.day)}T00:00Z`) + step.minute * 60_000)
  const expiresAt = new Date(salon.clock.now().getTime() + step.expiresAfterMinutes * 60_000)
  await witness`
    insert into claims
      (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
    values (${salon.businessId}, ${salon.id(step.person)}, ${start},
      ${start}::timestamptz + interval '40 minutes', 'hold', 'booking', 1, ${expiresAt})
    on conflict do nothing`
}

async function isAsFromNothing(salon: TestSalon) {
  const { tenant, ...clocks } = await requestContextFor(salon)
  const context: RequestContext = {
    tenant: { ...tenant, days: openDayCache(), results: openDayCache() },
    ...clocks,
    identity: { kind: 'visitor' },
  }
  const [from, to] = [dateAfter(-1), dateAfter(horizonDays + 1)]
  const queries = [salon.id('Ana'), salon.id('Bea'), null].flatMap((professionalId) =>
    [30, 65].map((durationMinutes) => ({ professionalId, durationMinutes })),
  )
  const check = async ({ professionalId, durationMinutes }: (typeof queries)[number]) => {
    const who = professionalId === null ? '' : `&peluquero_id=${professionalId}`
    const response = await salon.guest.get(
      `/disponibilidad/dias/?desde=${from}&hasta=${to}&duracion=${durationMinutes}${who}`,
    )
    const expected = await openDays(context, {
      professionalId,
      from: parseDate(from),
      to: parseDate(to),
      length: { durationMinutes, serviceIds: [] },
      lines: null,
    })
    assert.equal(response.text, openDaysText(expected, null))
  }
  const checkDay = async (days: number) => {
    const date = dateAfter(days)
    const response = await salon.guest.get(`/disponibilidad/0/${date}/?duracion=30`)
    if (response.status !== 200) return
    const expected = await dayAvailability(context, {
      professionalId: null,
      day: parseDate(date) as number,
      length: { durationMinutes: 30, serviceIds: [] },
      lines: null,
    })
    assert.equal(response.text, dayAvailabilityText(expected, 'es'))
  }
  const days = Array.from({ length: horizonDays + 1 }, (_, day) => day)
  await Promise.all([...queries.map(check), ...days.map(checkDay)])
}

const timeOf = (minute: number): string => new Date(minute * 60_000).toISOString().slice(11, 16)

const dateAfter = (days: number): string =>
  Temporal.PlainDate.from(firstDay).add({ days }).toString()
