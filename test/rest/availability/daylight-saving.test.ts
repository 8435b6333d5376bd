import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

interface Place {
  timezone: string
  /** The day before, in the morning. */
  now: string
}

/** A salon that works at night, in half hours, where the clocks are about to change. */
const nightSalon = ({ timezone, now }: Place, plan: SalonFixture = {}) =>
  openSalon({
    hours: '00:00-05:00',
    ...plan,
    settings: { slotIntervalMinutes: 30, cancellationHours: 0 },
    timezone,
    now: `${now}T08:00`,
  })

const slotsOf = async (salon: TestSalon, date: string) =>
  dataOf(
    await salon.guest.get(
      `/disponibilidad/${salon.id('Ana')}/${date}/?servicio_id=${salon.id('Corte')}`,
    ),
  ).slots

const startsOf = async (salon: TestSalon, date: string): Promise<string[]> =>
  (await slotsOf(salon, date)).map((slot: { hora_inicio: string }) => slot.hora_inicio)

const halfHours = (from: number, to: number) =>
  Array.from(
    { length: (to - from) * 2 },
    (_, index) => `0${from + Math.floor(index / 2)}:${index % 2 ? '30' : '00'}`,
  )

for (const [place, date] of [
  [{ timezone: 'Europe/Madrid', now: '2030-03-30' }, '2030-03-31'],
  [{ timezone: 'America/New_York', now: '2030-03-09' }, '2030-03-10'],
] as const) {
  test(`D13: in ${place.timezone} the skipped hour in spring is not offered and cannot be booked`, async () => {
    const salon = await nightSalon(place)
    assert.deepEqual(await startsOf(salon, date), [...halfHours(0, 2), ...halfHours(3, 5)])
    for (const time of ['02:00', '02:15', '02:30', '02:59']) {
      assertError(await salon.guest.book('Ana', time, { date }), 'INVALID_TIME')
    }
  })

  test(`D13: in ${place.timezone} a booking across the skipped hour lasts its real time`, async () => {
    const salon = await nightSalon(place, { services: [{ name: 'Corte', minutes: 60 }] })
    const booking = dataOf(await salon.guest.book('Ana', '01:30', { date }), 201)
    assert.deepEqual([booking.hora_inicio, booking.hora_fin], ['01:30', '03:30'])
    const { inicio, fin } = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
    assert.equal(Date.parse(fin) - Date.parse(inicio), 60 * 60_000)
    const taken = (await salon.guest.listSlots('Ana', date)).filter((slot) =>
      slot.includes('ocupado'),
    )
    assert.deepEqual(taken, ['01:00 ocupado', '01:30 ocupado', '03:00 ocupado'])
  })
}

for (const [place, date, repeated, firstTime] of [
  [
    { timezone: 'Europe/Madrid', now: '2030-10-26' },
    '2030-10-27',
    '02:30',
    '2030-10-27T00:30:00.000Z',
  ],
  [
    { timezone: 'America/New_York', now: '2030-11-02' },
    '2030-11-03',
    '01:30',
    '2030-11-03T05:30:00.000Z',
  ],
] as const) {
  test(`D13: in ${place.timezone} a repeated hour in autumn is offered once, its first occurrence`, async () => {
    const salon = await nightSalon(place)
    assert.deepEqual(await startsOf(salon, date), halfHours(0, 5))
    const booking = dataOf(await salon.guest.book('Ana', repeated, { date }), 201)
    const { inicio, fin } = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
    assert.equal(inicio, firstTime)
    assert.equal(Date.parse(fin) - Date.parse(inicio), 30 * 60_000)
    const taken = (await salon.guest.listSlots('Ana', date)).filter((slot) =>
      slot.includes('ocupado'),
    )
    assert.deepEqual(taken, [`${repeated} ocupado`])
  })
}

test('D13: in Africa/Cairo, where midnight is skipped, the day starts at 01:00', async () => {
  const salon = await nightSalon({ timezone: 'Africa/Cairo', now: '2030-04-25' })
  const date = '2030-04-26'
  assert.deepEqual(await startsOf(salon, date), halfHours(1, 5))
  for (const time of ['00:00', '00:30'])
    assertError(await salon.guest.book('Ana', time, { date }), 'INVALID_TIME')
  const booking = dataOf(await salon.guest.book('Ana', '01:00', { date }), 201)
  assert.deepEqual([booking.fecha, booking.hora_inicio, booking.hora_fin], [date, '01:00', '01:30'])
  const [day] = dataOf(
    await salon.guest.get(`/disponibilidad/dias/?desde=${date}&hasta=${date}`),
  ).dias
  assert.deepEqual([day.primer_slot, day.slots_libres], ['01:30', 7])
})

test('D13: in Africa/Cairo the last visit before the skipped midnight ends at 00:00, offered and booked alike', async () => {
  const salon = await nightSalon(
    { timezone: 'Africa/Cairo', now: '2030-04-25' },
    { hours: '22:00-24:00' },
  )
  const last = (await slotsOf(salon, '2030-04-25')).at(-1)
  assert.deepEqual(last, { hora_inicio: '23:30', hora_fin: '00:00', disponible: true })
  const booking = dataOf(await salon.guest.book('Ana', '23:30', { date: '2030-04-25' }), 201)
  assert.deepEqual(
    [booking.fecha, booking.hora_inicio, booking.hora_fin],
    ['2030-04-25', '23:30', '00:00'],
  )
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(seen.fin, '2030-04-25T22:00:00.000Z')
})

test('D13: in Africa/Cairo, where the hour before midnight repeats, it is offered once and the date is unchanged', async () => {
  const salon = await nightSalon(
    { timezone: 'Africa/Cairo', now: '2030-10-31' },
    { hours: '22:00-24:00' },
  )
  assert.deepEqual(await startsOf(salon, '2030-10-31'), ['22:00', '22:30', '23:00', '23:30'])
  // 23:30 for the second time
  salon.clock.set(new Date('2030-10-31T21:30:00Z'))
  assert.deepEqual(
    [
      ...new Set(
        (await slotsOf(salon, '2030-10-31')).map((slot: { motivo: string }) => slot.motivo),
      ),
    ],
    ['pasado'],
  )
})

test('D13: Asia/Dubai has no daylight saving time', async () => {
  for (const [now, date] of [
    ['2030-03-30', '2030-03-31'],
    ['2030-10-26', '2030-10-27'],
  ] as const) {
    const salon = await nightSalon({ timezone: 'Asia/Dubai', now })
    assert.deepEqual(await startsOf(salon, date), halfHours(0, 5))
  }
})

test('the horizon counts calendar days, across daylight saving changes', async () => {
  const salon = await openSalon({ now: '2030-03-29T23:30', settings: { horizonDays: 3 } })
  const answer = (date: string) => salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${date}/`)
  assert.equal((await answer('2030-04-01')).status, 200)
  assertError(await answer('2030-04-02'), 'DATE_TOO_FAR')
})

test('D17: the cancellation deadline is counted in elapsed hours before the start', async () => {
  const salon = await openSalon({ now: '2030-03-29T08:00', settings: { cancellationHours: 24 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-31' }), 201)
  const { cancelable_hasta, inicio } = dataOf(
    await salon.guest.get(`/reservas/codigo/${booking.codigo}/`),
  )
  assert.deepEqual(
    [cancelable_hasta, inicio],
    ['2030-03-30T08:00:00.000Z', '2030-03-31T08:00:00.000Z'],
  )
  // nine o'clock, because the night is an hour short
  salon.setTime('2030-03-30T09:00:01')
  assertError(await salon.guest.cancel(booking), 'CANCELLATION_DEADLINE_PASSED')
  salon.setTime('2030-03-30T09:00')
  dataOf(await salon.guest.cancel(booking))
})
