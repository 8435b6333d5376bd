import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBooking } from '@silla/core'
import { parseDate } from '@silla/slots'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const now = '2030-03-04T08:00'
const key = (name: string) => ({ 'idempotency-key': name })

/** A booking with anyone who is free; by default on Tuesday. */
const bookAnyone = (salon: TestSalon, time: string, more: object = {}, headers = {}) =>
  salon.guest.post(
    '/reservas/crear/',
    {
      servicio_ids: [salon.id('Corte')],
      fecha: '2030-03-05',
      hora_inicio: time,
      nombre: 'Lucía Prado',
      email: `at-${time.replace(':', '-')}@example.com`,
      ...more,
    },
    headers,
  )

test('D32: peluquero_id 0, null or absent is anyone who is free, and the system assigned them', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Cruz'], now })
  const names = []
  for (const more of [{ peluquero_id: 0 }, { peluquero_id: null }, {}]) {
    const email = `${names.length}@example.com`
    const booking = dataOf(await bookAnyone(salon, '10:00', { ...more, email }), 201)
    assert.equal(booking.asignado_por, 'sistema')
    assert.deepEqual(booking.servicios[0].profesional, booking.profesional)
    names.push(booking.profesional.nombre)
  }
  assert.deepEqual(names.sort(), ['Ana', 'Bea', 'Cruz'])

  const refused = await bookAnyone(salon, '10:00', { email: 'tarde@example.com' })
  assertError(refused, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(
    refused.error.alternativas.map((one: Record<string, string>) => one.hora_inicio),
    ['09:30', '10:30', '09:15'],
  )
})

test('D32: with priority the first in display order who is free is assigned', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Bea', 'Cruz'],
    settings: { assignment: 'priority' },
    now,
  })
  const assigned = []
  for (const [index, time] of ['10:00', '12:00', '10:15', '10:00'].entries()) {
    const email = `${index}@example.com`
    assigned.push(dataOf(await bookAnyone(salon, time, { email }), 201).profesional.nombre)
  }
  assert.deepEqual(assigned, ['Ana', 'Ana', 'Bea', 'Cruz'])
})

test('D32: with balanced the fewest minutes of bookings and holds on that day come first; blocks do not count', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now })
  const { witness } = await testDatabase()
  const claim = (who: string, kind: string, from: string, to: string, expires: string | null) =>
    witness`
      insert into claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
      values (${salon.businessId}, ${salon.id(who)}, ${`2030-03-05T${from}+01:00`},
        ${`2030-03-05T${to}+01:00`}, ${kind}, ${kind}, 1, ${expires})`
  const assigned = async (time: string) =>
    dataOf(await bookAnyone(salon, time), 201).profesional.nombre

  await claim('Ana', 'block', '18:00', '20:00', null)
  await claim('Bea', 'hold', '19:00', '19:30', '2030-03-04T07:30Z')
  assert.equal(await assigned('10:00'), 'Ana')
  assert.equal(await assigned('11:00'), 'Ana', 'equal minutes: rotated by the day')
  assert.equal(await assigned('12:00'), 'Bea')
  // the hold has expired
  salon.setTime('2030-03-04T09:00')
  assert.equal(await assigned('13:00'), 'Bea')
})

test('D32: over 1,000 random bookings, balanced keeps the minutes of equals within one visit of each other', async () => {
  const lengths = [15, 30, 45, 60]
  const salon = await openSalon({
    professionals: ['Ana', 'Bea', 'Cruz', 'Dani', 'Eva'],
    services: lengths.map((minutes) => ({ name: `De ${minutes}`, minutes })),
    settings: { assignment: 'balanced' },
    now,
  })
  const context = { ...(await requestContextFor(salon)), identity: { kind: 'business' } as const }
  const firstDay = parseDate('2030-03-05') ?? 0
  for (let day = 0; day < 91; day++) {
    const minutes = new Map(['Ana', 'Bea', 'Cruz', 'Dani', 'Eva'].map((name) => [name, 0]))
    for (let hour = 9; hour < 20; hour++) {
      const length = lengths[Math.floor(Math.random() * lengths.length)] ?? 0
      const booking = await createBooking(context, {
        serviceIds: [salon.id(`De ${length}`)],
        professionalId: null,
        lines: null,
        day: firstDay + day,
        startMinute: hour * 60,
        contact: { name: 'Lucía Prado', email: 'lucia@example.com', phone: null },
        language: 'es',
        notes: '',
        usePoints: false,
        byBusiness: true,
      })
      const { name } = booking.booking.professional
      minutes.set(name, (minutes.get(name) ?? 0) + length)
      const booked = [...minutes.values()]
      assert.ok(Math.max(...booked) - Math.min(...booked) <= 60, JSON.stringify([...minutes]))
    }
  }
})

test('D32, D34: length, price, payment and points are those of the person assigned', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 30, priceCents: 2000, offerPriceCents: 1500 }],
    professionals: [{ name: 'Ana', ownTerms: { Corte: { minutes: 45, priceCents: 0 } } }, 'Bea'],
    settings: { assignment: 'priority', requiresPrepayment: true },
    payments: true,
    now,
  })
  const byAna = await bookAnyone(salon, '10:00', {}, key('ana'))
  const byBea = await bookAnyone(salon, '10:00', { email: 'bea@example.com' }, key('bea'))
  const facts = ({ data }: { data: Record<string, unknown> }) =>
    [data.hora_fin, data.total, data.descuento, data.estado, data.pago_requerido].join(' ')
  assert.equal(facts(byAna), '10:45 0 0 confirmada false')
  assert.equal(facts(byBea), '10:30 15 5 pendiente true')
  for (const [name, first] of [
    ['ana', byAna],
    ['bea', byBea],
  ] as const) {
    const email = name === 'ana' ? {} : { email: 'bea@example.com' }
    const again = await bookAnyone(salon, '10:00', email, key(name))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.data, first.data)
  }
})

test('D32: nobody offers all services, or works then: the usual errors', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Color' }],
    professionals: [
      { name: 'Ana', services: ['Corte'], shifts: { 2: ['09:00-12:00'] } },
      { name: 'Bea', services: ['Color'] },
    ],
    now,
  })
  const both = { servicio_ids: [salon.id('Corte'), salon.id('Color')] }
  assertError(await bookAnyone(salon, '10:00', both), 'SERVICE_NOT_OFFERED')
  assertError(await bookAnyone(salon, '13:00'), 'PROFESSIONAL_NOT_AVAILABLE')
  assertError(await bookAnyone(salon, '08:00'), 'BUSINESS_CLOSED')
  assertError(await bookAnyone(salon, '10:05'), 'SLOT_NOT_AVAILABLE')
})
