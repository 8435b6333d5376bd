import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { type SalonFixture, salonFileFor } from '../../support/salon-fixture.ts'
import {
  everyStart,
  unbrokenVisit,
  type StartOutcome as Verdict,
} from '../../unit/slots/minute-model.ts'

/*
 * The promise of D13 from outside: for salons made up at random, exactly the offered starts can be
 * booked, and each other one is refused for the reason that a slow model of the rules finds by
 * looking at every minute.
 */

const places = [
  ['Europe/Madrid', '2030-03-31'],
  ['Europe/Madrid', '2030-10-27'],
  ['Europe/Madrid', '2030-03-06'],
  ['Africa/Cairo', '2030-04-25'],
  ['Africa/Cairo', '2030-04-26'],
  ['America/New_York', '2030-03-10'],
  ['America/New_York', '2030-11-03'],
  ['Asia/Dubai', '2030-03-29'],
] as const

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const span = (step: number, shortest: number) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 1440 / step - shortest }),
      fc.integer({ min: shortest, max: 1440 / step }),
    )
    .map(
      ([from, length]) => `${clock(from * step)}-${clock(Math.min(1440, (from + length) * step))}`,
    )

const wide = fc.constantFrom('00:00-24:00', '00:00-13:30', '08:00-20:00', '01:30-24:00')
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

const scenes = fc.record({
  place: fc.constantFrom(...places),
  interval: fc.constantFrom(15 as const, 30 as const),
  minutes: fc.constantFrom(15, 20, 30, 45, 60, 75, 120),
  hours: fc.oneof({ weight: 4, arbitrary: wide }, { weight: 1, arbitrary: span(30, 6) }),
  pause: sometimes(fc.constantFrom('02:00-03:00', '12:00-13:15', '09:20-10:00')),
  closings: fc.array(span(20, 2), { maxLength: 2 }),
  shifts: fc.array(fc.oneof(wide, span(5, 18)), { minLength: 1, maxLength: 3 }),
  exception: fc.option(fc.array(span(5, 24), { maxLength: 2 }), { nil: undefined, freq: 3 }),
  noticeMinutes: fc.constantFrom(0, 0, 45, 600),
  nowMinute: fc.integer({ min: -300, max: 900 }),
  visits: fc.array(fc.nat({ max: 200 }), { maxLength: 4 }),
  tries: fc.array(
    fc.oneof(
      fc.nat({ max: 287 }).map((five) => five * 5),
      fc.nat({ max: 1439 }),
    ),
    {
      minLength: 6,
      maxLength: 6,
    },
  ),
})

type Scene = typeof scenes extends fc.Arbitrary<infer S> ? S : never

test('D13: exactly the offered slots can be booked, and others fail with the right code', async () => {
  await fc.assert(fc.asyncProperty(scenes, playScene), { numRuns: 25 })
})

async function playScene(scene: Scene) {
  const [timezone, date] = scene.place
  const plan = planOf(scene)
  const salon = await openSalon({
    ...plan,
    now: `${Temporal.PlainDate.from(date).subtract({ days: 1 })}T08:00`,
  })

  for (const pick of scene.visits) {
    const free = (await offeredOn(salon, date)).filter((slot) => slot.disponible)
    const slot = free[pick % Math.max(free.length, 1)]
    if (slot) dataOf(await records(salon, date, slot.hora_inicio), 201)
  }
  salon.clock.set(
    new Date(
      Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds +
        scene.nowMinute * 60_000,
    ),
  )
  const bookableFrom = Math.ceil(salon.clock.now().getTime() / 60_000) + scene.noticeMinutes
  const expected = await modelOf(salon, plan, date)
  const offered = await offeredOn(salon, date)
  assert.deepEqual(offered, slotsOf(expected, bookableFrom))
  await summariesAgree(salon, date, offered)

  const free = offered.filter((slot) => slot.disponible).map((slot) => minuteOf(slot.hora_inicio))
  const sample = [
    ...scene.tries,
    ...free.slice(0, 2),
    ...free.slice(-1),
    ...offered.slice(0, 2).map((slot) => minuteOf(slot.hora_inicio)),
  ]
  for (const minute of new Set(sample))
    await tryToBook(salon, scene, minute, expected[minute] as Verdict, bookableFrom)
  assert.deepEqual(await offeredOn(salon, date), offered)
}

/** The day in a range of days, and both in GraphQL, agree with the slots of the day. */
async function summariesAgree(salon: TestSalon, date: string, offered: Offered[]) {
  const query = `desde=${date}&hasta=${date}&servicio_id=${salon.id('Corte')}`
  const [summary] = dataOf(await salon.guest.get(`/disponibilidad/dias/?${query}`)).dias
  const free = offered.filter((slot) => slot.disponible).map((slot) => slot.hora_inicio)
  assert.deepEqual(
    [summary.disponible, summary.slots_libres, summary.primer_slot, summary.ultimo_slot],
    [free.length > 0, free.length, free.at(0), free.at(-1)],
  )
  const argument = `servicio_id: ${salon.id('Corte')}`
  const { data, text } = await queryGraphql(
    salon.guest,
    `{ peluquero(id: ${salon.id('Ana')}) {
      disponibilidad(fecha: "${date}" ${argument}) {
        slots { hora_inicio hora_fin disponible motivo }
      }
      dias(desde: "${date}" hasta: "${date}" ${argument}) {
        fecha disponible slots_libres primer_slot ultimo_slot motivo
      }
    } }`,
  )
  assert.ok(data, text)
  assert.deepEqual(data.peluquero.disponibilidad.slots.map(withoutNulls), offered)
  assert.deepEqual(data.peluquero.dias.map(withoutNulls), [summary])
}

const withoutNulls = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

/**
 * A start that may be had is booked as it was offered, and given back; any other is refused as the
 * model says.
 */
async function tryToBook(
  salon: TestSalon,
  scene: Scene,
  minute: number,
  verdict: Verdict,
  bookableFrom: number,
) {
  const [, date] = scene.place
  const answer = await records(salon, date, clock(minute))
  const wanted = outcomeOf(verdict, bookableFrom, instantOf(scene, minute))
  assert.equal(answer.error?.code ?? 'booked', wanted, `${date} ${clock(minute)}: ${answer.text}`)
  if (verdict.kind !== 'placed' || wanted !== 'booked') return
  assert.deepEqual(
    [answer.data.hora_inicio, answer.data.hora_fin],
    [clock(minute), clock(verdict.endMinute % 1440)],
  )
  // one that begins this very moment could not be cancelled any more
  const now = salon.clock.now()
  salon.clock.set(new Date(now.getTime() - 60_000))
  dataOf(await salon.backend.cancel(answer.data, {}))
  salon.clock.set(now)
}

/** In minutes; the first of two equal times. */
const instantOf = ({ place: [timezone, date] }: Scene, minute: number) =>
  Temporal.PlainDateTime.from(`${date}T${clock(minute)}`).toZonedDateTime(timezone, {
    disambiguation: 'earlier',
  }).epochMilliseconds / 60_000

function outcomeOf(verdict: Verdict, bookableFrom: number, start: number) {
  if (verdict.kind === 'no_such_time') return 'INVALID_TIME'
  if (start < bookableFrom) return 'TOO_SOON'
  if (verdict.kind === 'closed') return 'BUSINESS_CLOSED'
  if (verdict.kind === 'not_working') return 'PROFESSIONAL_NOT_AVAILABLE'
  return verdict.kind === 'placed' && verdict.free.length > 0 ? 'booked' : 'SLOT_NOT_AVAILABLE'
}

function slotsOf(verdicts: Verdict[], bookableFrom: number) {
  return verdicts.flatMap((verdict, minute) => {
    if (verdict.kind !== 'placed') return []
    const shared = { hora_inicio: clock(minute), hora_fin: clock(verdict.endMinute % 1440) }
    if (verdict.start < bookableFrom) return [{ ...shared, disponible: false, motivo: 'pasado' }]
    return verdict.free.length > 0
      ? [{ ...shared, disponible: true }]
      : [{ ...shared, disponible: false, motivo: 'ocupado' }]
  })
}

/**
 * What the model says of each minute of the day, with the visits that the books hold at the moment.
 */
async function modelOf(salon: TestSalon, plan: SalonFixture, date: string): Promise<Verdict[]> {
  const { witness } = await testDatabase()
  const busy = await witness<{ start: number; end: number }[]>`
    select extract(epoch from starts_at)::int / 60 as start, extract(epoch from ends_at)::int / 60 as end
    from claims where business_id = ${salon.businessId} order by starts_at`
  const { settings, openings, closings, professionals, services } = salonFileFor(salon.slug, plan)
  const dayOf = (when: object) => ('day' in when ? Number(when.day) : Number.NaN)
  return everyStart(
    {
      timezone: settings.timezone,
      date,
      slotIntervalMinutes: settings.slotIntervalMinutes,
      openings,
      closings: closings.map(({ when, ...closing }) => ({ ...closing, day: dayOf(when) })),
      people: professionals.map(({ shifts, exceptions }) => ({
        shifts,
        exceptions: exceptions.map(({ when, ...exception }) => ({
          ...exception,
          day: dayOf(when),
        })),
        busy: [...busy],
      })),
    },
    unbrokenVisit(services[0]?.durationMinutes ?? 0),
  )
}

function planOf({
  place: [timezone, date],
  interval,
  minutes,
  hours,
  pause,
  closings,
  shifts,
  exception,
  noticeMinutes,
}: Scene): SalonFixture {
  const weekday = new Date(date).getUTCDay() || 7
  const [opens = '', closes = ''] = hours.split('-')
  const [from = '', to = ''] = pause?.split('-') ?? []
  return {
    timezone,
    hours,
    ...(pause && opens < from && to < closes && { break: pause }),
    closings: { [date]: closings },
    services: [{ name: 'Corte', minutes }],
    professionals: [
      {
        name: 'Ana',
        shifts: { [weekday]: shifts },
        exceptions: exception ? { [date]: exception } : {},
      },
    ],
    settings: { slotIntervalMinutes: interval, noticeMinutes, horizonDays: 5 },
  }
}

let guests = 0

const records = (salon: TestSalon, date: string, time: string) =>
  salon.guest.book('Ana', time, { date, email: `guest-${++guests}@example.com` })

const offeredOn = async (salon: TestSalon, date: string): Promise<Offered[]> =>
  dataOf(
    await salon.guest.get(
      `/disponibilidad/${salon.id('Ana')}/${date}/?servicio_id=${salon.id('Corte')}`,
    ),
  ).slots

interface Offered {
  hora_inicio: string
  disponible: boolean
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
