import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
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

test('D9: working time, grid, overlap, past times and offered services apply to the salon too', async () => {
  const salon = await openSalon({ ...strict, hours: '09:00-20:00', break: '14:00-15:00' })
  dataOf(await salon.backend.book('Ana', '16:00', { por_negocio: true }), 201)
  for (const [time, fields, code] of [
    ['16:15', {}, 'SLOT_NOT_AVAILABLE'],
    ['17:07', {}, 'SLOT_NOT_AVAILABLE'],
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

test('D9: por_negocio needs the customer’s name and email', async () => {
  const salon = await openSalon(strict)
  const nobody = { por_negocio: true, nombre: '', email: null }
  assertInvalid(await salon.backend.book('Ana', '10:15', nobody), 'nombre', 'email')
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
