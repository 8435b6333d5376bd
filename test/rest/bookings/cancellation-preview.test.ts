import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { givePoints } from '../../support/points.ts'
import { fakeStripe } from '../../support/processor.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const friday = '2030-03-08'
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const paid = {
  now: '2030-03-04T08:00',
  payments: true,
  services: [{ name: 'Corte', priceCents: 5000, pointsPrice: 100 }],
  settings: { cancellationHours: 24, rescheduleHours: 2 },
}

interface Booking {
  id: number
  codigo: string
}

const preview = (client: SalonClient, { id, codigo }: Booking) =>
  client.get(`/reservas/${id}/cancelacion/`, { 'X-Reserva-Codigo': codigo })

/** What the preview promises, after checking that cancelling keeps it. */
async function previewThenCancel(client: SalonClient, booking: Booking) {
  const { reembolso, puntos_devueltos, puede, codigo_motivo } = dataOf(
    await preview(client, booking),
  )
  const cancelled = dataOf(await client.cancel(booking))
  assert.deepEqual([puede, codigo_motivo], [true, null])
  assert.deepEqual(
    [reembolso.aplica, reembolso.monto],
    [cancelled.reembolso.aplica, cancelled.reembolso.monto],
  )
  return { refund: reembolso.monto, points: puntos_devueltos }
}

async function paidBooking(salon: TestSalon) {
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))
  return { booking, intent }
}

test('D38: the preview of a cancellation shows what it then refunds', async () => {
  const salon = await openSalon(paid)
  const unpaid = dataOf(await salon.guest.book('Ana', '12:00', { date: friday }), 201)
  assert.deepEqual(await previewThenCancel(salon.guest, unpaid), { refund: 0, points: 0 })

  const { booking } = await paidBooking(salon)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 20 }))
  await assertWritesNothing(salon, async () => {
    assert.deepEqual(dataOf(await preview(salon.guest, booking)), {
      puede: true,
      codigo_motivo: null,
      limite: '2030-03-07T09:00:00.000Z',
      reembolso: { aplica: true, monto: 30 },
      puntos_devueltos: 0,
      cargo_posible: 0,
    })
  })
  assert.deepEqual(await previewThenCancel(salon.guest, booking), { refund: 30, points: 0 })

  const { booking: movedLate } = await paidBooking(salon)
  salon.setTime('2030-03-07T18:00')
  dataOf(await reschedule(salon.guest, movedLate, { fecha: '2030-03-15', hora_inicio: '12:00' }))
  assert.deepEqual(await previewThenCancel(salon.guest, movedLate), { refund: 0, points: 0 })
})

test('D38, D24: while a payment is disputed the preview promises nothing', async () => {
  const salon = await openSalon(paid)
  const { booking, intent } = await paidBooking(salon)
  const stripe = await fakeStripe(salon.clock)
  stripe.dispute(intent.data.payment_intent_id)
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await previewThenCancel(salon.guest, booking), { refund: 0, points: 0 })
})

test('D38: the preview of a cancellation shows the points that it returns', async () => {
  const salon = await openSalon({ ...paid, payments: false })
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 150)
  const booking = dataOf(
    await customer.book('Ana', '10:00', { date: friday, usar_puntos: true }),
    201,
  )
  assert.deepEqual(await previewThenCancel(customer, booking), { refund: 0, points: 100 })
})

test('D38: a cancellation that is refused is previewed with the reason, the salon has no deadline', async () => {
  const salon = await openSalon(paid)
  const { booking } = await paidBooking(salon)
  const { id } = booking
  salon.setTime('2030-03-07T10:00:01')
  const refused = {
    puede: false,
    limite: '2030-03-07T09:00:00.000Z',
    reembolso: { aplica: false, monto: 0 },
    puntos_devueltos: 0,
    cargo_posible: 0,
  }
  assert.deepEqual(dataOf(await preview(salon.guest, booking)), {
    ...refused,
    codigo_motivo: 'CANCELLATION_DEADLINE_PASSED',
  })
  const path = `/reservas/${id}/cancelacion/`
  assert.equal(dataOf(await salon.backend.get(path)).reembolso.monto, 50)
  dataOf(await salon.backend.cancel(booking, noCode))
  assert.deepEqual(dataOf(await preview(salon.guest, booking)), {
    ...refused,
    codigo_motivo: 'CANNOT_CANCEL',
  })
})

test('D38, D9: the preview needs the proof that reading the booking needs', async () => {
  const salon = await openSalon(paid)
  const neighbour = await openSalon(paid)
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const booking = dataOf(await customer.book('Ana', '10:00', { date: friday }), 201)
  const path = `/reservas/${booking.id}/cancelacion/`
  dataOf(await customer.get(path))
  assertError(await salon.guest.get(path), 'AUTHENTICATION_REQUIRED')
  for (const answer of [
    await preview(salon.guest, { ...booking, codigo: '0000000000' }),
    await preview(salon.guest, { ...booking, id: 999999999 }),
    await salon.guest.get('/reservas/none/cancelacion/'),
    await other.get(path),
    await preview(neighbour.guest, booking),
    await neighbour.backend.get(path),
  ])
    assertError(answer, 'BOOKING_NOT_FOUND')
})
