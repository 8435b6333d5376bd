import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Code } from '../../spec/facts/codes.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

test('D15: errors are returned one at a time in a fixed order, and nothing is written', async () => {
  const salon = await openSalon({
    now: '2030-03-04T12:00',
    services: [
      { name: 'Corte', pointsPrice: 100 },
      { name: 'Barba', pointsPrice: 0 },
      { name: 'Tinte', bookableOnline: false },
      { name: 'Uñas' },
    ],
    professionals: [
      { name: 'Ana', shifts: { 1: ['09:00-18:00'] }, services: ['Corte', 'Barba', 'Tinte'] },
    ],
    hours: '09:00-20:00',
    settings: { phoneRequired: true, horizonDays: 20 },
  })
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const fill = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const phone = { telefono: '+34600111222' }
  for (const time of [
    '13:00',
    '13:30',
    '14:00',
    '14:30',
    '15:00',
    '15:30',
    '16:00',
    '16:30',
    '17:00',
    '17:30',
  ]) {
    dataOf(await fill.book('Ana', time, phone), 201)
  }

  // each step mends what the one before was refused for, and leaves everything after it wrong
  const wrong = {
    servicio_ids: 'corte',
    peluquero_id: 999_999_999,
    fecha: '2030-02-30',
    hora_inicio: '25:00',
    usar_puntos: true,
  }
  const mended: [object, Code][] = [
    [{}, 'VALIDATION_ERROR'],
    [{ servicio_ids: [999_999_999] }, 'INVALID_DATE'],
    [{ fecha: '2030-03-03' }, 'INVALID_TIME'],
    [{ hora_inicio: '11:07' }, 'DATE_IN_PAST'],
    [{ fecha: '2030-03-25' }, 'DATE_TOO_FAR'],
    [{ fecha: '2030-03-04' }, 'SERVICE_NOT_FOUND'],
    [{ servicio_ids: [salon.id('Uñas'), salon.id('Tinte')] }, 'SERVICE_NOT_BOOKABLE'],
    [{ servicio_ids: [salon.id('Uñas')] }, 'PROFESSIONAL_NOT_FOUND'],
    [{ peluquero_id: salon.id('Ana') }, 'SERVICE_NOT_OFFERED'],
    [{ servicio_ids: [salon.id('Barba')] }, 'PHONE_REQUIRED'],
    [phone, 'BOOKING_LIMIT_REACHED'],
  ]
  let body: object = wrong
  for (const [step, code] of mended) {
    body = { ...body, ...step }
    assertError(
      await assertWritesNothing(salon, () => customer.post('/reservas/crear/', body)),
      code,
    )
  }

  const mine = dataOf(await customer.get('/cliente/reservas/'))
  dataOf(await salon.backend.post(`/reservas/${mine.reservas[0].id}/cancelar/`))
  const later: [object, Code][] = [
    [{}, 'TOO_SOON'],
    [{ hora_inicio: '20:07' }, 'BUSINESS_CLOSED'],
    [{ hora_inicio: '18:07' }, 'PROFESSIONAL_NOT_AVAILABLE'],
    [{ hora_inicio: '13:07' }, 'POINTS_NOT_APPLICABLE'],
    [{ servicio_ids: [salon.id('Corte')] }, 'INSUFFICIENT_POINTS'],
    [{ usar_puntos: false }, 'SLOT_NOT_AVAILABLE'],
    [{ hora_inicio: '13:00' }, 'SLOT_NOT_AVAILABLE'],
  ]
  for (const [step, code] of later) {
    body = { ...body, ...step }
    const answer = await assertWritesNothing(salon, () => customer.post('/reservas/crear/', body))
    assertError(answer, code)
    if (code === 'SLOT_NOT_AVAILABLE') assert.ok(answer.error.alternativas.length > 0)
  }
  dataOf(await customer.post('/reservas/crear/', { ...body, hora_inicio: '17:30' }), 201)
})

test('authorization errors come first: INSUFFICIENT_SCOPE, then AUTHENTICATION_REQUIRED', async () => {
  const salon = await openSalon()
  const both = { por_negocio: true, usar_puntos: true, date: '2020-01-01' }
  assertError(await salon.guest.book('Ana', '10:00', both), 'INSUFFICIENT_SCOPE')
  assertError(await salon.backend.book('Ana', '10:00', both), 'AUTHENTICATION_REQUIRED')
  assertError(
    await salon.backend.book('Ana', '10:00', { ...both, usar_puntos: false }),
    'DATE_IN_PAST',
  )
})

test('D9: por_negocio skips the salon’s rules, never overlap and working time', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte', bookableOnline: false }],
    settings: { phoneRequired: true, horizonDays: 5, noticeMinutes: 600, confirmsByHand: true },
  })
  const own = { por_negocio: true }
  assert.equal(dataOf(await salon.backend.book('Ana', '09:00', own), 201).estado, 'confirmada')
  dataOf(await salon.backend.book('Ana', '09:00', { ...own, date: '2030-05-04' }), 201)
  assertError(await salon.backend.book('Ana', '09:15', own), 'SLOT_NOT_AVAILABLE')
  assertError(await salon.backend.book('Ana', '21:00', own), 'BUSINESS_CLOSED')
})
