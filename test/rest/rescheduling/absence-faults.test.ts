import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

// What can go wrong while the visits of somebody who is ill are settled (D71).

const { witness } = await testDatabase()

const monday = '2030-03-04'
const opened = {
  now: `${monday}T08:00`,
  services: [
    { name: 'Corte', priceCents: 5000 },
    { name: 'Barba', priceCents: 1000 },
    { name: 'Color', priceCents: 3000 },
  ],
  professionals: [
    'Ana',
    { name: 'Bea', services: ['Corte', 'Barba'], ownTerms: { Corte: { priceCents: 4000 } } },
  ],
}

interface Booking {
  id: number
  codigo: string
  version: number
}

const settle = (
  { backend, id }: TestSalon,
  visitas: object[],
  { headers = {}, ...more }: { headers?: Record<string, string>; [field: string]: unknown } = {},
) =>
  backend.post(`/peluqueros/${id('Ana')}/ausencia/`, { fecha: monday, visitas, ...more }, headers)

const toOthers = ({ id, version = 1 }: { id: number; version?: number }) => ({
  ...{ reserva_id: id, version, accion: 'mover' },
})
const cancelling = (booking: { id: number; version?: number }) => ({
  ...toOthers(booking),
  accion: 'cancelar',
})

let guests = 0
async function bookAt(salon: TestSalon, time: string, fields = {}, who = 'Ana'): Promise<Booking> {
  const email = `cliente${++guests}@example.com`
  return dataOf(await salon.guest.book(who, time, { email, ...fields }), 201)
}

const read = async ({ backend }: TestSalon, { id }: { id: number }) =>
  dataOf(await backend.get(`/reservas/${id}/`))

const whoAndWhen = async (salon: TestSalon, booking: Booking): Promise<string> => {
  const { servicios } = await read(salon, booking)
  return servicios
    .map(
      ({ profesional, hora_inicio }: { profesional: { nombre: string }; hora_inicio: string }) =>
        `${profesional.nombre} ${hora_inicio}`,
    )
    .join(', ')
}

test('D71: what was paid online goes with the visit, and comes back when it costs less or is cancelled', async () => {
  const salon = await openSalon({ ...opened, payments: true })
  const visits = [await bookAt(salon, '10:00'), await bookAt(salon, '11:00')]
  for (const visit of visits) {
    const intent = await salon.guest.createIntent(visit as never)
    salon.stripe.pay(intent)
    dataOf(await salon.guest.confirmPayment(intent, visit))
  }
  const [moved, cancelled] = await Promise.all(visits.map((visit) => read(salon, visit)))
  const settled = dataOf(await settle(salon, [toOthers(moved), cancelling(cancelled)]))
  assert.deepEqual(
    settled.visitas.map((one: Record<string, unknown>) => [
      one.codigo_motivo,
      one.estado,
      one.total,
      one.reembolso,
    ]),
    [
      [null, 'confirmada', 40, 0],
      [null, 'cancelada', 50, 50],
    ],
  )
  const refunds = await witness<{ amountCents: number }[]>`
    select amount_cents from refunds
    where business_id = ${salon.businessId} order by amount_cents`
  assert.deepEqual(
    refunds.map(({ amountCents }) => amountCents),
    [1000, 5000],
  )
  assert.equal(await whoAndWhen(salon, moved), 'Bea 10:00')
})

test('D71: what others do in a visit of several people stays with them', async () => {
  const salon = await openSalon({
    ...opened,
    professionals: ['Ana', { name: 'Bea', services: ['Barba'] }, { name: 'Cruz' }],
  })
  const lines = [
    { servicio_id: salon.id('Corte'), peluquero_id: salon.id('Ana') },
    { servicio_id: salon.id('Barba'), peluquero_id: salon.id('Bea') },
  ]
  const visit: Booking = dataOf(
    await salon.guest.post('/reservas/crear/', {
      ...{ lineas: lines, fecha: monday, hora_inicio: '10:00' },
      ...{ nombre: 'Eva Ruiz', email: 'eva@example.com' },
    }),
    201,
  )
  assert.equal(await whoAndWhen(salon, visit), 'Ana 10:00, Bea 10:30')
  // it is one of Bea's visits as well
  const ofBea = await salon.backend.get(`/peluqueros/${salon.id('Bea')}/ausencia/`)
  assert.equal(dataOf(ofBea).visitas.length, 1)
  const settled = dataOf(await settle(salon, [toOthers(visit)]))
  assert.deepEqual(
    settled.visitas[0].profesionales.map(({ nombre }: { nombre: string }) => nombre),
    ['Cruz', 'Bea'],
  )
  assert.equal(await whoAndWhen(salon, visit), 'Cruz 10:00, Bea 10:30')
})

test('D71: a visit that nobody else can take is named, stays, and keeps the day from becoming one off', async () => {
  const salon = await openSalon(opened)
  const visit = await bookAt(salon, '10:00', { services: ['Color'] })
  const other = await bookAt(salon, '12:00')
  const path = `/peluqueros/${salon.id('Ana')}/ausencia/`
  const { visitas } = dataOf(await salon.backend.get(path))
  assert.deepEqual(
    visitas.map(({ posible, codigo_motivo }: Record<string, unknown>) => [posible, codigo_motivo]),
    [
      [false, 'SERVICE_NOT_OFFERED'],
      [true, null],
    ],
  )
  const settled = dataOf(await settle(salon, [toOthers(visit), toOthers(other)], { dia_libre: {} }))
  assert.deepEqual(
    settled.visitas.map(({ codigo_motivo }: Record<string, unknown>) => codigo_motivo),
    ['SERVICE_NOT_OFFERED', null],
  )
  assert.deepEqual(settled.dia_libre, { guardado: false, codigo_motivo: 'WOULD_ORPHAN_BOOKINGS' })
  assert.equal(await whoAndWhen(salon, visit), 'Ana 10:00')
  assert.equal(await whoAndWhen(salon, other), 'Bea 12:00')
  assert.equal(dataOf(await salon.backend.get(path)).visitas.length, 1)
  // the owner may close the day over it
  const closed = dataOf(await settle(salon, [], { dia_libre: { permitir_huerfanas: true } }))
  assert.deepEqual(closed.dia_libre, { guardado: true, codigo_motivo: null })
})

test('D71: of a guest and a visit that wants the same time of the same person, one gets it', async () => {
  for (let round = 0; round < 4; round++) {
    const salon = await openSalon(opened)
    const visits = [await bookAt(salon, '10:00'), await bookAt(salon, '11:00')]
    const peluqueros = [salon.id('Bea')]
    const [answer, guest] = await Promise.all([
      settle(
        salon,
        visits.map((visit) => ({ ...toOthers(visit), peluqueros })),
      ),
      salon.guest.book('Bea', '10:00', { email: `race${round}@example.com` }),
    ])
    const [first, second] = dataOf(answer).visitas
    assert.equal(second.codigo_motivo, null)
    assert.deepEqual(
      [first.codigo_motivo, guest.error?.code].filter(Boolean),
      ['SLOT_NOT_AVAILABLE'],
      guest.text,
    )
    assert.equal(
      await whoAndWhen(salon, visits[0] as Booking),
      guest.status === 201 ? 'Ana 10:00' : 'Bea 10:00',
    )
  }
})

test('D71: two people settle the same absence at once: each visit changes once', async () => {
  const salon = await openSalon(opened)
  const visits = [await bookAt(salon, '10:00'), await bookAt(salon, '11:00')]
  const both = await Promise.all(
    [toOthers, cancelling].map((action) => settle(salon, visits.map(action), { dia_libre: {} })),
  )
  const refusals = both.map((answer) =>
    dataOf(answer).visitas.map(({ codigo_motivo }: Record<string, unknown>) => codigo_motivo),
  )
  const done = refusals.findIndex((codes) => codes.every((code: unknown) => code === null))
  assert.notEqual(done, -1)
  for (const code of refusals[1 - done])
    assert.ok(['VERSION_CONFLICT', 'BOOKING_NOT_FOUND'].includes(code), code)
  for (const visit of visits) assert.deepEqual([(await read(salon, visit)).version], [2])
})

test('D71: when one visit cannot be reached in time nothing changes, and the same request does it later', async () => {
  const salon = await openSalon(opened)
  const visits = [await bookAt(salon, '10:00'), await bookAt(salon, '11:00')]
  const headers = { 'idempotency-key': randomUUID() }
  const request = () => settle(salon, visits.map(toOthers), { headers, dia_libre: {} })
  const failed = await witness.begin(async (tx) => {
    await tx`
      select from bookings
      where business_id = ${salon.businessId} and id = ${visits[1]?.id as number} for update`
    const answer = request()
    await untilWaiting(1)
    return { answer: await answer }
  })
  assert.equal(failed.answer.status, 503)
  for (const visit of visits) {
    const { version, profesional } = await read(salon, visit)
    assert.deepEqual([version, profesional.nombre], [1, 'Ana'])
  }
  const path = `/ajustes/profesionales/${salon.id('Ana')}/excepciones/`
  assert.deepEqual(dataOf(await salon.backend.get(path)).excepciones, [])

  const settled = dataOf(await request())
  assert.deepEqual(settled.dia_libre, { guardado: true, codigo_motivo: null })
  assert.deepEqual(dataOf(await request()), settled)
  for (const visit of visits) assert.equal((await read(salon, visit)).version, 2)
  const other = { headers, avisar: false }
  assertError(await settle(salon, visits.map(toOthers), other), 'IDEMPOTENCY_KEY_REUSED')
})
