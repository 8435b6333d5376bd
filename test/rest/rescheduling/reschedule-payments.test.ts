import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { balanceOf, givePoints } from '../../support/points.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const friday = '2030-03-08'
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const prices = {
  now: '2030-03-04T08:00',
  payments: true,
  services: [
    { name: 'Corte', priceCents: 5000, pointsPrice: 100 },
    { name: 'Barba', priceCents: 1000 },
  ],
  professionals: [
    { name: 'Ana' },
    { name: 'Bea', ownTerms: { Corte: { priceCents: 6000 } } },
    { name: 'Cruz', ownTerms: { Corte: { priceCents: 4000 } } },
    { name: 'Dora', ownTerms: { Corte: { priceCents: 20 } } },
  ],
}

const refundsOf = async ({ businessId }: TestSalon) => {
  const { witness } = await testDatabase()
  const rows = await witness<
    { reason: string; cause: string; amountCents: number; state: string }[]
  >`
    select reason, cause, amount_cents, state from refunds
    where business_id = ${businessId} order by created_at, amount_cents`
  return rows.map(({ reason, amountCents, state }) => `${reason} ${amountCents} ${state}`)
}

/** A booking that was paid at Stripe. */
async function paidBooking(salon: TestSalon, date = friday) {
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))
  return booking
}

const detailOf = async (salon: TestSalon, { codigo }: { codigo: string }) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

test('D37: a higher price of a paid booking is paid at the salon, never online', async () => {
  const salon = await openSalon(prices)
  const booking = await paidBooking(salon)
  const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Bea') }
  const moved = dataOf(await reschedule(salon.guest, booking, to))
  assert.deepEqual(
    [moved.total, moved.resto, moved.a_pagar_ahora, moved.pago.estado],
    [60, 10, 0, 'completado'],
  )
  assertError(
    await salon.guest.createIntent({ ...booking, total_centimos: 6000 }),
    'BOOKING_ALREADY_PAID',
  )
  assertError(
    await salon.guest.createIntent({ ...booking, total_centimos: 1000 }),
    'BOOKING_ALREADY_PAID',
  )
  const back = { ...to, peluquero_id: salon.id('Ana') }
  const cheaper = dataOf(await reschedule(salon.guest, booking, back))
  assert.deepEqual([cheaper.total, cheaper.resto, cheaper.reembolso], [50, 0, null])
  assert.deepEqual(await refundsOf(salon), [], 'what was never paid online is not refunded')
})

test('D37: a lower price of a paid booking is refunded once, and a later rise is paid at the salon', async () => {
  const salon = await openSalon(prices)
  const booking = await paidBooking(salon)
  const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Cruz') }
  const moved = dataOf(await reschedule(salon.guest, booking, to))
  assert.deepEqual([moved.total, moved.resto, moved.a_pagar_ahora], [40, 0, 0])
  assert.deepEqual(moved.reembolso, { aplica: true, monto: 10, estado: 'pendiente' })
  const { witness } = await testDatabase()
  const [{ cause } = { cause: '' }] = await witness<{ cause: string }[]>`
    select cause from refunds where business_id = ${salon.businessId}`
  assert.equal(cause, `reschedule:${booking.id}:${moved.version}`)
  await runJobs(salon)
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await refundsOf(salon), ['rescheduled 1000 completed'])
  const again = dataOf(await reschedule(salon.guest, booking, { ...to, hora_inicio: '13:00' }))
  assert.deepEqual([again.total, again.resto], [40, 0])
  const dearer = { ...to, hora_inicio: '13:00', peluquero_id: salon.id('Ana') }
  const raised = dataOf(await reschedule(salon.guest, booking, dearer))
  assert.deepEqual([raised.total, raised.resto], [50, 10])
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await refundsOf(salon), ['rescheduled 1000 completed', 'cancelled 4000 pending'])
})

test('D37: moving an unpaid booking closes an open intent of another amount, and keeps one of the same', async () => {
  const salon = await openSalon({
    ...prices,
    settings: { requiresPrepayment: true },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const intent = await salon.guest.createIntent(booking)
  const to = { fecha: friday, hora_inicio: '12:00' }
  salon.setTime('2030-03-04T08:05')
  const same = dataOf(await reschedule(salon.guest, booking, to))
  assert.deepEqual(
    [same.estado, same.expira_en, same.a_pagar_ahora, same.resto],
    ['pendiente', '2030-03-04T07:15:00.000Z', 5000, 0],
    'the deadline for the payment stays',
  )
  await runJobs(salon)
  const stateAtStripe = () =>
    salon.stripe.fake
      .paymentIntents(salon.stripe.account)
      .find(({ id }: { id: string }) => id === intent.data.payment_intent_id)?.status
  assert.equal(stateAtStripe(), 'requires_payment_method')
  const dearer = { ...to, peluquero_id: salon.id('Bea') }
  assert.equal(dataOf(await reschedule(salon.guest, booking, dearer)).a_pagar_ahora, 6000)
  await runJobs(salon)
  assert.equal(stateAtStripe(), 'canceled')
  const next = await salon.guest.createIntent({ ...booking, total_centimos: 6000 })
  salon.stripe.pay(next)
  assert.equal(dataOf(await salon.guest.confirmPayment(next, booking)).reserva_actualizada, true)
  assert.equal((await detailOf(salon, booking)).estado, 'confirmada')
})

test('D37: an intent that is paid before it is closed counts, and what is too much is refunded', async () => {
  const salon = await openSalon(prices)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const intent = await salon.guest.createIntent(booking)
  const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Cruz') }
  dataOf(await reschedule(salon.guest, booking, to))
  salon.stripe.pay(intent)
  await runJobs(salon)
  const paid = await detailOf(salon, booking)
  assert.deepEqual([paid.total, paid.resto, paid.a_pagar_ahora], [40, 0, 0])
  assert.deepEqual(await refundsOf(salon), ['rescheduled 1000 completed'])
})

test('D37, D14: a booking that need not be paid any more, because it costs too little, is confirmed', async () => {
  for (const confirmsByHand of [false, true]) {
    const salon = await openSalon({
      ...prices,
      settings: { requiresPrepayment: true, confirmsByHand },
    })
    const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
    const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Dora') }
    const moved = dataOf(await reschedule(salon.guest, booking, to))
    assert.deepEqual(
      [moved.estado, moved.pago_pendiente, moved.a_pagar_ahora, moved.expira_en],
      confirmsByHand
        ? ['pendiente', false, 0, '2030-03-04T19:00:00.000Z']
        : ['confirmada', false, 0, null],
    )
  }
})

test('D37: what points have paid stays paid, also with another person', async () => {
  const salon = await openSalon(prices)
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 150)
  const input = { date: friday, services: ['Corte', 'Barba'], usar_puntos: true }
  const booking = dataOf(await customer.book('Ana', '10:00', input), 201)
  assert.equal(booking.total, 10)
  const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Bea'), ...noCode }
  const moved = dataOf(await reschedule(customer, booking, to))
  assert.deepEqual(
    [moved.subtotal, moved.descuento, moved.total, moved.puntos_usados],
    [70, 60, 10, 100],
  )
  assert.equal(await balanceOf(salon, lucia.email), 50)
  dataOf(await customer.post(`/reservas/${booking.id}/cancelar/`))
  assert.equal(await balanceOf(salon, lucia.email), 150)
})

test('D37: moving a booking out of the deadline for cancelling brings no refund', async () => {
  const settings = { cancellationHours: 24, rescheduleHours: 2 }
  const salon = await openSalon({ ...prices, settings })
  const moveLate = async (fields: Record<string, unknown> = {}) => {
    salon.setTime('2030-03-04T08:00')
    const booking = await paidBooking(salon)
    salon.setTime('2030-03-07T18:00')
    const to = { fecha: '2030-03-15', hora_inicio: '12:00', ...fields }
    dataOf(await reschedule('por_negocio' in fields ? salon.backend : salon.guest, booking, to))
    return booking
  }
  const cheaper = await moveLate({ peluquero_id: salon.id('Cruz') })
  assert.equal((await detailOf(salon, cheaper)).reembolso, null, 'no part of the price either')
  const { reembolso } = dataOf(await salon.guest.cancel(cheaper))
  assert.deepEqual(reembolso, { aplica: false, monto: 0, estado: 'no_aplica' })
  assert.deepEqual(await refundsOf(salon), [])

  const twice = await moveLate()
  const on = { fecha: '2030-03-22', hora_inicio: '12:00' }
  dataOf(await reschedule(salon.guest, twice, on))
  assert.equal(dataOf(await salon.guest.cancel(twice)).reembolso.aplica, false)

  const byBusiness = await moveLate({ ...noCode, por_negocio: true })
  assert.equal(dataOf(await salon.guest.cancel(byBusiness)).reembolso.monto, 50)

  const cancelledByBusiness = await moveLate()
  assert.equal(dataOf(await salon.backend.cancel(cancelledByBusiness, {})).reembolso.monto, 50)

  salon.setTime('2030-03-04T08:00')
  const inTime = await paidBooking(salon)
  dataOf(await reschedule(salon.guest, inTime, { fecha: friday, hora_inicio: '15:00' }))
  assert.equal(dataOf(await salon.guest.cancel(inTime)).reembolso.monto, 50)
})
