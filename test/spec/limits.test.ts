import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../support/assertions.ts'
import { insertReviews } from '../support/reviews.ts'
import { openSalon } from '../support/salon.ts'

// The numbers of the contract, each tested at its limit. test/rest tests the behaviour.

const many = {
  services: Array.from({ length: 101 }, (_, index) => ({ name: `Servicio ${index}` })),
}

test('a page has 20 items by default and 100 at most; the first page is 1', async () => {
  const salon = await openSalon(many)
  const page = async (query: string) => dataOf(await salon.guest.get(`/servicios/?${query}`))
  assert.equal((await page('page=1')).servicios.length, 20)
  assert.equal((await page('page_size=100')).servicios.length, 100)
  assert.equal((await page('page_size=5')).pagination.page, 1)
  assertError(await salon.guest.get('/servicios/?page_size=101'), 'INVALID_PAGINATION')
})

for (const minutes of [15, 30] as const) {
  test(`slots are ${minutes} minutes apart when the salon’s interval is ${minutes}`, async () => {
    const salon = await openSalon({
      hours: '09:00-11:00',
      settings: { slotIntervalMinutes: minutes },
      now: '2030-03-04T08:00',
    })
    const starts = (await salon.guest.listSlots('Ana')).map(
      (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    )
    const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    assert.deepEqual([...new Set(steps)], [minutes])
  })
}

test('the cancellation deadline is the one of the salon’s profile', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 3 }, now: '2030-03-04T08:00' })
  const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
  assert.equal(configuracion.tiempo_cancelacion_horas, 3)
  const bookings = [
    dataOf(await salon.guest.book('Ana', '12:00'), 201),
    dataOf(await salon.guest.book('Ana', '12:30'), 201),
  ]
  salon.setTime('2030-03-04T09:15')
  assertError(await salon.guest.cancel(bookings[0]), 'CANCELLATION_DEADLINE_PASSED')
  dataOf(await salon.guest.cancel(bookings[1]))
})

test('by default closing days cover three months and availability thirty days, from today', async () => {
  const salon = await openSalon({
    now: '2030-01-31T08:00',
    closings: { '2030-04-30': null, '2030-05-01': null },
  })
  const { festivos } = dataOf(await salon.guest.get('/negocio/festivos/'))
  assert.deepEqual(
    festivos.map((one: { fecha: string }) => one.fecha),
    ['2030-04-30'],
  )
  const { desde, hasta } = dataOf(await salon.guest.get('/disponibilidad/dias/'))
  assert.deepEqual([desde, hasta], ['2030-01-31', '2030-03-02'])
})

test('a mean rating is between 1 and 5', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  await insertReviews(salon, 'Ana', [{ rating: 1, day: '2030-01-01' }])
  await insertReviews(salon, 'Bea', [
    { rating: 5, day: '2030-01-01' },
    { rating: 4, day: '2030-01-01' },
    { rating: 4, day: '2030-01-01' },
  ])
  const { profesionales } = dataOf(await salon.guest.get('/peluqueros/'))
  assert.deepEqual(
    profesionales.map((one: { valoracion_media: number }) => one.valoracion_media),
    [1, 4.33],
  )
})

test('money has at most two decimals, also in totals', async () => {
  const prices = [1, 10, 2, 1999, 3330, 7]
  const salon = await openSalon({
    services: prices.map((priceCents) => ({ name: `A ${priceCents}`, priceCents, minutes: 5 })),
    now: '2030-03-04T08:00',
  })
  const { servicios } = dataOf(await salon.guest.get('/servicios/'))
  assert.deepEqual(
    servicios.map((one: { precio: number }) => one.precio),
    [0.01, 0.1, 0.02, 19.99, 33.3, 0.07],
  )
  const services = prices.map((priceCents) => `A ${priceCents}`)
  const answer = await salon.guest.book('Ana', '10:00', { services })
  assert.match(answer.text, /"total":53\.49,"total_centimos":5349,/)
})

test('timestamps are in UTC, dates and times in the salon’s time zone', async () => {
  const salon = await openSalon({
    timezone: 'Asia/Dubai',
    hours: '00:00-24:00',
    now: '2030-03-04T23:00',
  })
  const booking = dataOf(await salon.guest.book('Ana', '01:00', { date: '2030-03-05' }), 201)
  const { inicio } = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.deepEqual(
    [booking.created_at, inicio],
    ['2030-03-04T19:00:00.000Z', '2030-03-04T21:00:00.000Z'],
  )
  assert.deepEqual([booking.fecha, booking.hora_inicio], ['2030-03-05', '01:00'])
})
