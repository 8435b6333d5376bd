import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from '@silla/core'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import {
  applyProcessorEvent,
  completeRefunds,
  connectTestAccount,
  createOpenPayment,
  intentObservation,
  payOnline,
} from '../../support/money.ts'
import { balanceOf } from '../../support/points.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const online: SalonFixture & { now: string } = {
  settings: { acceptsOnlinePayments: true, cancellationHours: 0 },
  services: [
    { name: 'Corte', priceCents: 1800 },
    { name: 'Repaso', priceCents: 49 },
    { name: 'Flequillo', priceCents: 50 },
  ],
  timezone: 'UTC',
  now: '2030-03-04T08:00',
}
const prepaid: typeof online = {
  ...online,
  settings: { ...online.settings, requiresPrepayment: true },
}

async function salonThatCharges(plan: typeof online): Promise<TestSalon> {
  const salon = await openSalon(plan)
  await connectTestAccount(salon)
  return salon
}

/** The payload of the cancellation event of a booking. */
async function cancellationEventOf({ businessId }: TestSalon, { id }: { id: number }) {
  const { witness } = await testDatabase()
  const [event] = await witness<{ payload: Booking }[]>`
    select payload from events where business_id = ${businessId} and type = 'reserva.cancelada' and (payload ->> 'id')::bigint = ${id}`
  return event?.payload
}

const detailOf = async (salon: TestSalon, { codigo }: { codigo: string }) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

test('D14: acepta_pagos_online needs the setting and an account that can charge', async () => {
  const accepts = async (salon: TestSalon) =>
    dataOf(await salon.guest.get('/negocio/')).configuracion.acepta_pagos_online
  const willing = await openSalon(online)
  const unwilling = await openSalon()
  assert.equal(await accepts(willing), false)
  for (const ready of [true, false, true]) {
    await connectTestAccount(willing, { ready })
    await connectTestAccount(unwilling, { ready })
    assert.deepEqual([await accepts(willing), await accepts(unwilling)], [ready, false])
  }
})

test('D14: a prepaid booking is held for 15 minutes, and paying confirms it', async () => {
  const salon = await salonThatCharges(prepaid)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.deepEqual(
    [booking.estado, booking.pago_requerido, booking.pago_pendiente],
    ['pendiente', true, true],
  )
  const unpaid = await detailOf(salon, booking)
  assert.deepEqual([unpaid.a_pagar_ahora, unpaid.expira_en], [1800, '2030-03-04T08:15:00.000Z'])
  assert.deepEqual([unpaid.pago, unpaid.reembolso], [null, null])

  await payOnline(salon, { booking })
  const paid = await detailOf(salon, booking)
  assert.deepEqual([paid.estado, paid.expira_en, paid.a_pagar_ahora], ['confirmada', null, 0])
  assert.deepEqual([paid.pago_requerido, paid.pago_pendiente, paid.reembolso], [true, false, null])
  assert.deepEqual(paid.pago, { estado: 'completado', monto: 18 })
  assert.deepEqual(
    paid.pagos.map(({ id: _, ...payment }: { id: number }) => payment),
    [{ concepto: 'total', estado: 'completado', monto: 18, reembolsado: 0 }],
  )
})

test('D14: with prepayment and manual confirmation, payment comes first', async () => {
  const salon = await salonThatCharges({
    ...prepaid,
    settings: { ...prepaid.settings, confirmsByHand: true },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  assert.equal((await detailOf(salon, booking)).expira_en, '2030-03-04T08:15:00.000Z')
  salon.setTime('2030-03-04T08:10')
  await payOnline(salon, { booking })
  const { estado, expira_en, pago_pendiente, a_pagar_ahora } = await detailOf(salon, booking)
  assert.deepEqual(
    [estado, expira_en, pago_pendiente, a_pagar_ahora],
    ['pendiente', '2030-03-04T20:10:00.000Z', false, 0],
  )
})

test('D14, D21: amounts under the processor’s minimum are neither required nor accepted', async () => {
  const salon = await salonThatCharges(prepaid)
  const seen = []
  for (const [time, service] of [
    ['10:00', 'Repaso'],
    ['11:00', 'Flequillo'],
  ] as const) {
    const booking = dataOf(await salon.guest.book('Ana', time, { services: [service] }), 201)
    const { estado, pago_requerido, a_pagar_ahora } = await detailOf(salon, booking)
    seen.push([estado, pago_requerido, a_pagar_ahora])
  }
  assert.deepEqual(seen, [
    ['confirmada', false, 0],
    ['pendiente', true, 50],
  ])
})

test('D14: a confirmed booking can be paid voluntarily; por_negocio bookings never need prepayment', async () => {
  const [free, strict] = [await salonThatCharges(online), await salonThatCharges(prepaid)]
  const own = { por_negocio: true, email: 'eva@example.com' }
  for (const [salon, booking] of [
    [free, dataOf(await free.guest.book('Ana', '10:00'), 201)],
    [strict, dataOf(await strict.backend.book('Ana', '10:00', own), 201)],
  ] as const) {
    assert.deepEqual(
      [booking.estado, booking.pago_requerido, booking.pago_pendiente],
      ['confirmada', false, false],
    )
    assert.equal((await detailOf(salon, booking)).a_pagar_ahora, 1800)
    await payOnline(salon, { booking })
    const { estado, a_pagar_ahora, pago, pago_requerido } = await detailOf(salon, booking)
    assert.deepEqual(
      [estado, a_pagar_ahora, pago.estado, pago_requerido],
      ['confirmada', 0, 'completado', false],
    )
  }
})

test('D20: the payment state is shown, and a failed payment leaves the booking unpaid', async () => {
  const salon = await salonThatCharges(prepaid)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const id = await createOpenPayment(salon, { booking })
  const seen = async () => {
    const { pago, a_pagar_ahora, pago_pendiente } = await detailOf(salon, booking)
    return [pago, a_pagar_ahora, pago_pendiente]
  }
  assert.deepEqual(await seen(), [{ estado: 'pendiente', monto: 18 }, 1800, true])
  const failure = { code: 'card_declined', declined: true, message: 'No' }
  await applyProcessorEvent(
    salon,
    id,
    intentObservation(id, { status: 'failed', amountCents: 1800, failure }),
  )
  assert.deepEqual(await seen(), [{ estado: 'fallido', monto: 18 }, 1800, true])

  const other = { status: 'succeeded', amountCents: 1800, receivedCents: 1700 } as const
  await applyProcessorEvent(salon, id, intentObservation(id, other))
  assert.deepEqual(await seen(), [{ estado: 'revision', monto: 18 }, 0, true])
})

test('D17: cancelling a paid booking returns the refund and later its state', async () => {
  const salon = await salonThatCharges(online)
  for (const [time, ends, said] of [
    ['10:00', 'completed', 'completado'],
    ['11:00', 'failed', 'fallido'],
  ] as const) {
    const booking = dataOf(await salon.guest.book('Ana', time), 201)
    const payment = await payOnline(salon, { booking })
    const { reembolso } = dataOf(await salon.guest.cancel(booking))
    assert.deepEqual(reembolso, { aplica: true, monto: 18, estado: 'pendiente' })
    assert.deepEqual((await cancellationEventOf(salon, booking))?.payment?.refund, {
      applies: true,
      amountCents: 1800,
      state: 'pending',
    })
    assert.deepEqual((await detailOf(salon, booking)).reembolso, reembolso)
    await completeRefunds(salon, payment, ends)
    const { estado, reembolso: later, a_pagar_ahora } = await detailOf(salon, booking)
    assert.deepEqual(
      [estado, later, a_pagar_ahora],
      ['cancelada', { aplica: true, monto: 18, estado: said }, 0],
    )
  }
})

test('D17: after a partial refund, cancelling refunds the rest', async () => {
  const salon = await salonThatCharges(online)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await payOnline(salon, { booking })
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 5.5 }))
  const { reembolso } = dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(reembolso, { aplica: true, monto: 12.5, estado: 'pendiente' })
  assert.deepEqual((await detailOf(salon, booking)).reembolso, {
    aplica: true,
    monto: 18,
    estado: 'pendiente',
  })
})

test('D46: a fee of a booking pays nothing of it, gives no points and stays when it is cancelled', async () => {
  const salon = await salonThatCharges(online)
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const fee = await payOnline(salon, { booking }, 'fee')
  const withFee = await detailOf(salon, booking)
  assert.deepEqual([withFee.pago, withFee.a_pagar_ahora, withFee.reembolso], [null, 1800, null])
  assert.equal(await balanceOf(salon, customer.email), 0)

  salon.setTime('2030-03-04T08:01')
  const payment = await payOnline(salon, { booking })
  assert.equal(await balanceOf(salon, customer.email), booking.puntos_ganados)
  const { reembolso } = dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(reembolso, { aplica: true, monto: 18, estado: 'pendiente' })
  await completeRefunds(salon, payment, 'completed')
  salon.setTime('2030-03-04T08:02')
  const late = await payOnline(salon, { booking }, 'fee')
  const { pagos, pago } = await detailOf(salon, booking)
  assert.deepEqual(pago, { estado: 'reembolsado', monto: 18 })
  assert.deepEqual(pagos, [
    { id: fee, concepto: 'cargo', estado: 'completado', monto: 18, reembolsado: 0 },
    { id: payment, concepto: 'total', estado: 'reembolsado', monto: 18, reembolsado: 18 },
    { id: late, concepto: 'cargo', estado: 'completado', monto: 18, reembolsado: 0 },
  ])
  const { admin } = await testDatabase()
  const [checked] = await admin.begin(async (sql) => {
    await sql`select app.set_business(${salon.businessId})`
    return sql`select * from app.check_payments(${salon.businessId}, now())`
  })
  assert.deepEqual([checked?.paidDrift, checked?.paymentDrift], [[], []])
})

test('D46: a fee can be open beside a payment of the visit, and neither twice', async () => {
  const salon = await salonThatCharges(online)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const open = (purpose: 'total' | 'deposit' | 'fee') =>
    createOpenPayment(salon, { booking }, purpose)
  const fee = await open('fee')
  assert.notEqual(await open('total'), 0)
  assert.deepEqual([await open('fee'), await open('total'), await open('deposit')], [0, 0, 0])

  const cancelled = { status: 'cancelled', amountCents: 1800 } as const
  await applyProcessorEvent(salon, fee, intentObservation(fee, cancelled))
  assert.notEqual(await open('fee'), 0)
})

test('D16: a cancelled unpaid booking has no refund', async () => {
  const salon = await openSalon(online)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { reembolso } = dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(reembolso, { aplica: false, monto: 0, estado: 'no_aplica' })
  const seen = await detailOf(salon, booking)
  assert.deepEqual([seen.pago, seen.reembolso], [null, reembolso])
})

test('D14: partial refunds add up, and the booking keeps its state', async () => {
  const salon = await salonThatCharges(online)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const payment = await payOnline(salon, { booking })
  const refunds = (body?: object) => salon.backend.post(`/reservas/${booking.id}/reembolsar/`, body)

  const part = dataOf(await refunds({ monto: 5.5 }))
  assert.deepEqual(
    [part.estado, part.reembolso],
    ['confirmada', { aplica: true, monto: 5.5, estado: 'pendiente' }],
  )
  await completeRefunds(salon, payment, 'completed')
  const { pago, reembolso, a_pagar_ahora } = await detailOf(salon, booking)
  assert.deepEqual(pago, { estado: 'reembolsado_parcial', monto: 18 })
  assert.deepEqual(
    [reembolso, a_pagar_ahora],
    [{ aplica: true, monto: 5.5, estado: 'completado' }, 0],
  )

  for (const monto of [12.51, 0, -1, 1.005]) assertError(await refunds({ monto }), 'INVALID_AMOUNT')
  assertInvalid(await refunds({ monto: '5' }), 'monto')
  const rest = dataOf(await refunds())
  assert.deepEqual(rest.reembolso, { aplica: true, monto: 18, estado: 'pendiente' })
  assertError(await refunds(), 'NOTHING_TO_REFUND')
  await completeRefunds(salon, payment, 'completed')
  assert.deepEqual((await detailOf(salon, booking)).pago, { estado: 'reembolsado', monto: 18 })
  assertError(await refunds({ monto: 1 }), 'NOTHING_TO_REFUND')
})

test('D14, D19: refunding needs the secret key, and one key refunds once', async () => {
  const salon = await salonThatCharges(online)
  const { customer, other } = {
    customer: await salon.customer({ nombre: 'Marta', email: 'marta@example.com' }),
    other: await openSalon(online),
  }
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const path = `/reservas/${booking.id}/reembolsar/`
  assertError(await salon.backend.post(path), 'NOTHING_TO_REFUND')
  const payment = await createOpenPayment(salon, { booking })
  assertError(await salon.backend.post(path), 'NOTHING_TO_REFUND')
  const arrived = { status: 'succeeded', amountCents: 1800, receivedCents: 1800 } as const
  await applyProcessorEvent(salon, payment, intentObservation(payment, arrived))

  assertError(await salon.guest.post(path, { monto: 1 }), 'INSUFFICIENT_SCOPE')
  assertError(await customer.post(path, { monto: 1 }), 'INSUFFICIENT_SCOPE')
  assertError(await other.backend.post(path, { monto: 1 }), 'BOOKING_NOT_FOUND')
  assertError(await salon.backend.post('/reservas/999999/reembolsar/'), 'BOOKING_NOT_FOUND')

  const key = { 'idempotency-key': 'devolver 3' }
  const first = await salon.backend.post(path, { monto: 3 }, key)
  const again = await salon.backend.post(path, { monto: 3 }, key)
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
  assertError(await salon.backend.post(path, { monto: 4 }, key), 'IDEMPOTENCY_KEY_REUSED')
  assert.equal((await detailOf(salon, booking)).reembolso.monto, 3)
})

test('D25: an order has its amount due, payment and refund', async () => {
  const salon = await salonThatCharges({
    ...online,
    products: [{ name: 'Cera', priceCents: 1400, stock: 3 }],
  })
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const order = dataOf(
    await customer.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 2 }] }),
    201,
  )
  assert.deepEqual([order.a_pagar_ahora, order.pago, order.reembolso], [2800, null, null])
  const payment = await payOnline(salon, { order })
  const paid = dataOf(await customer.get(`/pedidos/${order.id}/`))
  assert.deepEqual([paid.estado, paid.a_pagar_ahora, paid.expira_en], ['pagado', 0, null])
  assert.deepEqual([paid.pago, paid.reembolso], [{ estado: 'completado', monto: 28 }, null])

  await applyProcessorEvent(salon, payment, {
    kind: 'charge',
    intentRef: `pi_${payment}`,
    refundedCents: 2800,
  })
  const [refunded] = dataOf(await customer.get('/pedidos/')).items
  assert.deepEqual([refunded.estado, refunded.pago.estado], ['reembolsado', 'reembolsado'])
  assert.deepEqual(refunded.reembolso, { aplica: true, monto: 28, estado: 'completado' })
})

test('D12: the data export has payments and refunds', async () => {
  const salon = await salonThatCharges({
    ...online,
    pointsPackages: [{ name: 'Bono', points: 100, priceCents: 999 }],
    products: [{ name: 'Cera', priceCents: 1400 }],
  })
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const other = dataOf(await salon.guest.book('Ana', '11:00'), 201)
  const order = dataOf(
    await customer.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }),
    201,
  )
  await payOnline(salon, { booking: other })
  await payOnline(salon, { booking })
  salon.setTime('2030-03-04T08:01')
  await payOnline(salon, { order })
  salon.setTime('2030-03-04T08:02')
  await payOnline(salon, {
    packageId: salon.id('Bono'),
    customerId: customer.id,
    priceCents: 999,
    points: 100,
  })
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 8 }))
  assert.ok((await balanceOf(salon, customer.email)) >= 100)

  const { pagos } = dataOf(await customer.get('/cliente/exportar/'))
  assert.deepEqual(
    pagos.map((one: Record<string, unknown>) => [
      one.type,
      one.reference_id,
      one.estado,
      one.monto,
      one.moneda,
    ]),
    [
      ['points', salon.id('Bono'), 'completado', 9.99, 'EUR'],
      ['order', order.id, 'completado', 14, 'EUR'],
      ['booking', booking.id, 'completado', 18, 'EUR'],
    ],
  )
  assert.match(pagos[0].recibo_url, /^https:/)
  assert.deepEqual(pagos[2].reembolsos, [
    { monto: 8, estado: 'pendiente', created_at: '2030-03-04T08:02:00.000Z' },
  ])
})
