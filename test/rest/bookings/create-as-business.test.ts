import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustPoints,
  customerRecords,
  eraseCustomerAsStaff,
  findCustomer,
  listBusinessBookings,
  searchCustomers,
} from '@silla/core'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { runJobs } from '../../support/jobs.ts'
import { payOnline } from '../../support/money.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { staffOf } from '../../support/staff.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const strict: SalonFixture & { now: string } = {
  services: [{ name: 'Corte' }, { name: 'Mechas', bookableOnline: false }, { name: 'Tinte' }],
  professionals: [{ name: 'Ana', services: ['Corte', 'Mechas'] }],
  settings: { phoneRequired: true, noticeMinutes: 600, horizonDays: 10, confirmsByHand: true },
  now: '2030-03-04T10:00',
}

test('D9: por_negocio books past the salon’s rules, and the booking is confirmed', async () => {
  const salon = await openSalon(strict)
  const input = { por_negocio: true, services: ['Mechas'], date: '2030-06-10' }
  const booking = dataOf(await salon.backend.book('Ana', '10:00', input), 201)
  assert.deepEqual([booking.estado, booking.cliente.telefono], ['confirmada', ''])
  dataOf(await salon.backend.book('Ana', '10:15', { por_negocio: true }), 201)
})

test('D9: without por_negocio a secret key follows the guest rules', async () => {
  const salon = await openSalon(strict)
  const phone = { telefono: '612345678' }
  for (const [params, code] of [
    [{ services: ['Mechas'], date: '2030-03-06', ...phone }, 'SERVICE_NOT_BOOKABLE'],
    [{ date: '2030-06-10', ...phone }, 'DATE_TOO_FAR'],
    [{ date: '2030-03-06' }, 'PHONE_REQUIRED'],
    [{ ...phone }, 'TOO_SOON'],
    [{ por_negocio: false, date: '2030-03-06' }, 'PHONE_REQUIRED'],
  ] as const) {
    assertError(
      await assertWritesNothing(salon, () => salon.backend.book('Ana', '10:15', params)),
      code,
    )
  }
  assert.equal(
    dataOf(await salon.backend.book('Ana', '10:15', { date: '2030-03-06', ...phone }), 201).estado,
    'pendiente',
  )
})

test('D9: por_negocio with a publishable key is INSUFFICIENT_SCOPE', async () => {
  const salon = await openSalon(strict)
  const answer = await assertWritesNothing(salon, () =>
    salon.guest.book('Ana', '10:15', { por_negocio: true }),
  )
  assertError(answer, 'INSUFFICIENT_SCOPE')
})

test('D9: working time, overlap, past times and offered services apply to the salon too', async () => {
  const salon = await openSalon({ ...strict, hours: '09:00-20:00', break: '14:00-15:00' })
  dataOf(await salon.backend.book('Ana', '16:00', { por_negocio: true }), 201)
  for (const [time, fields, code] of [
    ['16:15', {}, 'SLOT_NOT_AVAILABLE'],
    ['15:37', {}, 'SLOT_NOT_AVAILABLE'],
    ['16:29', {}, 'SLOT_NOT_AVAILABLE'],
    ['13:31', {}, 'BUSINESS_CLOSED'],
    ['14:00', {}, 'BUSINESS_CLOSED'],
    ['20:00', {}, 'BUSINESS_CLOSED'],
    ['09:45', {}, 'TOO_SOON'],
    ['10:15', { date: '2030-03-03' }, 'DATE_IN_PAST'],
    ['17:00', { services: ['Tinte'] }, 'SERVICE_NOT_OFFERED'],
  ] as const) {
    const answer = await assertWritesNothing(salon, () =>
      salon.backend.book('Ana', time, { por_negocio: true, ...fields }),
    )
    assertError(answer, code)
  }
})

test('D45: por_negocio needs the customer’s name, and no email', async () => {
  const salon = await openSalon(strict)
  const nobody = { por_negocio: true, nombre: '', email: null }
  assertInvalid(await salon.backend.book('Ana', '10:15', nobody), 'nombre')
  const wrong = { por_negocio: true, email: 'lucia@' }
  assertInvalid(await salon.backend.book('Ana', '10:15', wrong), 'email')
  for (const who of [salon.guest, salon.backend])
    assertInvalid(await who.book('Ana', '10:15', { email: null }), 'email')
})

test('D15: usar_puntos without a token is AUTHENTICATION_REQUIRED', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  for (const who of [salon.guest, salon.backend]) {
    const answer = await assertWritesNothing(salon, () =>
      who.book('Ana', '10:00', { usar_puntos: true }),
    )
    assertError(answer, 'AUTHENTICATION_REQUIRED')
  }
  dataOf(await salon.guest.book('Ana', '10:00', { usar_puntos: false }), 201)
})

const walkIn = { por_negocio: true, nombre: 'Nico', email: null }

test('D45: the salon books at any minute, and the next visits around it', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const odd = dataOf(await salon.backend.book('Ana', '10:07', { por_negocio: true }), 201)
  assert.deepEqual([odd.hora_inicio, odd.hora_fin], ['10:07', '10:37'])
  assert.deepEqual(
    (await salon.guest.listSlots('Ana')).filter((slot) => /^(09:[34]|10|11:00)/.test(slot)),
    '09:30,09:45 ocupado,10:00 ocupado,10:15 ocupado,10:30 ocupado,10:45,11:00'.split(','),
  )
  dataOf(await salon.backend.book('Ana', '10:37', { por_negocio: true }), 201)
  assertError(await salon.guest.book('Ana', '11:07'), 'SLOT_NOT_AVAILABLE')
  assertError(await salon.backend.book('Ana', '11:08'), 'SLOT_NOT_AVAILABLE')
  const taken = await salon.backend.book('Ana', '10:20', { por_negocio: true })
  assertError(taken, 'SLOT_NOT_AVAILABLE')
  // 10:00 lasts until the first of them, so the nearest free slots are later and earlier
  assert.deepEqual(
    taken.error.alternativas.map((one: { hora_inicio: string }) => one.hora_inicio),
    ['09:30', '11:15', '09:15'],
  )
})

test('D45: each walk-in has a customer of its own, no mail goes out, and the code proves', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', settings: { reminderHours: 1 } })
  const { witness } = await testDatabase()
  const phone = { telefono: '612345678' }
  const known = dataOf(await salon.guest.book('Ana', '09:00', phone), 201)
  const bookings = []
  for (const time of ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'])
    bookings.push(dataOf(await salon.backend.book('Ana', time, { ...walkIn, ...phone }), 201))
  const [booking] = bookings
  assert.deepEqual(booking.cliente, {
    id: booking.cliente.id,
    nombre: 'Nico',
    email: '',
    telefono: '+34612345678',
  })
  assert.equal(new Set([known, ...bookings].map(({ cliente }) => cliente.id)).size, 8)

  const byCode = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(byCode.cliente.email, '')
  dataOf(await salon.guest.get(`/reservas/${booking.id}/`, { 'x-reserva-codigo': booking.codigo }))
  const { bookings: ofOne } = await listBusinessBookings(await staffOf(salon), {
    ...{ from: null, to: null, state: null, professionalId: null, earliestFirst: true },
    ...{ customerId: booking.cliente.id, offset: 0, limit: 10 },
  })
  assert.deepEqual(
    ofOne.map((one) => one.booking.id),
    [booking.id],
  )
  salon.setTime('2030-03-04T09:30')
  await runJobs(salon)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/cancelar/`, { motivo: 'Avería' }))
  salon.setTime('2030-03-04T12:00')
  dataOf(await salon.backend.post(`/reservas/${bookings[1].id}/completar/`))
  const review = { valoracion: 5, codigo: bookings[1].codigo }
  dataOf(await salon.guest.post(`/reservas/${bookings[1].id}/resena/`, review), 201)
  await runJobs(salon)
  const mails = await witness<{ toEmail: string }[]>`
    select to_email from mails where business_id = ${salon.businessId}`
  assert.deepEqual(
    mails.map(({ toEmail }) => toEmail),
    ['lucia@example.com'],
  )
})

test('D45: ahora is the next full minute of today', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const now = (more: object = {}, who = salon.backend) =>
    who.book('Ana', 'ahora', { ...walkIn, ...more })
  for (const [more, code] of [
    [{}, 'BUSINESS_CLOSED'],
    [{ date: '2030-03-05' }, 'INVALID_TIME'],
    [{ date: '2030-03-03' }, 'INVALID_TIME'],
    [{ por_negocio: false, email: 'a@example.com' }, 'INVALID_TIME'],
  ] as const)
    assertError(await assertWritesNothing(salon, () => now(more)), code)
  assertError(await salon.guest.book('Ana', 'ahora'), 'INVALID_TIME')
  assertError(await now({}, salon.guest), 'INSUFFICIENT_SCOPE')

  salon.clock.set(new Date('2030-03-04T11:23:00.001Z'))
  const key = { 'idempotency-key': 'uno' }
  const body = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-04',
    hora_inicio: 'ahora',
    ...walkIn,
  }
  const booked = dataOf(await salon.backend.post('/reservas/crear/', body, key), 201)
  assert.deepEqual([booked.hora_inicio, booked.hora_fin], ['12:24', '12:54'])
  assertError(await now(), 'SLOT_NOT_AVAILABLE')
  salon.clock.set(new Date('2030-03-04T11:24:00Z'))
  const again = await salon.backend.post('/reservas/crear/', body, key)
  assert.deepEqual(again.data, booked)
  const { data } = await queryGraphql(
    salon.backend,
    `mutation { crear_reserva(entrada: { servicio_ids: [${salon.id('Corte')}],
      peluquero_id: ${salon.id('Bea')}, fecha: "2030-03-04", hora_inicio: "ahora",
      nombre: "Nico", por_negocio: true }) { hora_inicio cliente { email } } }`,
  )
  assert.deepEqual(data.crear_reserva, { hora_inicio: '12:24', cliente: { email: '' } })
})

test('D45: a walk-in is found, exported and erased by id, pays, and cannot be blocked', async () => {
  const salon = await openSalon({ payments: true, now: '2030-03-04T08:00' })
  const { witness } = await testDatabase()
  const booking = dataOf(await salon.backend.book('Ana', '10:03', walkIn), 201)
  const other = dataOf(await salon.backend.book('Ana', '11:03', walkIn), 201)
  await payOnline(salon, { booking })
  const { id } = booking.cliente
  const context = await staffOf(salon)
  const page = { offset: 0, limit: 10 }
  assert.equal((await searchCustomers(context, { text: 'nico', ...page })).total, 2)
  assert.equal((await searchCustomers(context, { text: '@', ...page })).total, 0)
  const found = await findCustomer(context, String(id))
  assert.deepEqual([found.name, found.email, found.account], ['Nico', '', null])
  const records = await customerRecords(context, id, null)
  assert.deepEqual([records.bookings.length, records.payments.length, records.emails], [1, 1, []])
  const gift = { customerId: id, points: 5, reason: 'Gracias' }
  assert.equal((await adjustPoints(context, gift)).balanceAfter, found.pointsBalance + 5)

  await eraseCustomerAsStaff(context, id)
  const [row] = await witness<{ name: string; email: string }[]>`
    select name, email from customers where business_id = ${salon.businessId} and id = ${id}`
  assert.deepEqual([row?.name, row?.email], ['', ''])
  assert.equal((await findCustomer(context, String(other.cliente.id))).name, 'Nico')
})
