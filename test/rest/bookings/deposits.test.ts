import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { runJobs } from '../../support/jobs.ts'
import { balanceOf } from '../../support/points.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'

const friday = '2030-03-08'
const thirtyPercent = {
  ...{ percent: 30, amountCents: null, onlyNewCustomers: false, fromTotalCents: 0 },
} satisfies Settings['deposit']

const openDepositSalon = (settings: Partial<Settings> = {}) =>
  openSalon({
    now: '2030-03-04T08:00',
    timezone: 'UTC',
    payments: true,
    settings: { deposit: thirtyPercent, cancellationHours: 2, pointsEnabled: true, ...settings },
    services: [
      { name: 'Corte', priceCents: 1850, pointsPrice: 100 },
      { name: 'Mechas', priceCents: 9000 },
    ],
    professionals: [
      { name: 'Ana' },
      { name: 'Bea', ownTerms: { Corte: { priceCents: 3000 } } },
      { name: 'Cruz', ownTerms: { Corte: { priceCents: 500 } } },
    ],
  })

type Booked = Awaited<ReturnType<typeof bookFriday>>

const bookFriday = async (client: SalonClient, time = '10:00', more: object = {}) =>
  dataOf(await client.book('Ana', time, { date: friday, ...more }), 201)

const intentOf = (salon: TestSalon, booking: Booked, amount: number) =>
  salon.guest.createIntent(booking, { amount })

async function payDeposit(salon: TestSalon, booking: Booked, amount = 555) {
  const intent = await intentOf(salon, booking, amount)
  salon.stripe.pay(intent)
  return dataOf(await salon.guest.confirmPayment(intent, booking))
}

const detailOf = async (salon: TestSalon, { codigo }: { codigo: string }) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

const amounts = (detail: Record<string, unknown>) => [
  ...[detail.estado, detail.senal, detail.a_pagar_ahora, detail.resto, detail.pago_pendiente],
]

test('D39, D46: a deposit confirms the booking, the rest is paid at the salon, and points come with the visit', async () => {
  const salon = await openDepositSalon()
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana'), fecha: friday }
  const hold = dataOf(
    await salon.guest.post('/retenciones/', { ...visit, hora_inicio: '12:00' }),
    201,
  )
  assert.deepEqual(
    [hold.total, hold.senal, hold.a_pagar_ahora, hold.resto, hold.pago_requerido],
    [18.5, 5.55, 555, 12.95, true],
  )
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const booking = await bookFriday(customer)
  assert.deepEqual([booking.estado, booking.pago_requerido], ['pendiente', true])
  assert.deepEqual(amounts(await detailOf(salon, booking)), ['pendiente', 5.55, 555, 12.95, true])
  for (const amount of [1850, 554, 1295])
    assertError(await intentOf(salon, booking, amount), 'AMOUNT_MISMATCH')

  const paid = await payDeposit(salon, booking)
  assert.deepEqual([paid.monto, paid.reserva_actualizada, paid.puntos_otorgados], [5.55, true, 0])
  const detail = await detailOf(salon, booking)
  assert.deepEqual(amounts(detail), ['confirmada', 5.55, 0, 12.95, false])
  assert.deepEqual(
    detail.pagos.map(({ concepto, monto, estado }: Record<string, unknown>) => [
      concepto,
      monto,
      estado,
    ]),
    [['senal', 5.55, 'completado']],
  )
  assertError(await intentOf(salon, booking, 1295), 'BOOKING_ALREADY_PAID')
  assert.equal(await balanceOf(salon, customer.email), 0)
  const [listed] = dataOf(await salon.backend.get(`/reservas/?fecha=${friday}`)).items
  assert.deepEqual([listed.senal, listed.resto], [5.55, 12.95])
  const { reservas } = dataOf(await salon.backend.get(`/agenda/?fecha=${friday}&dias=1`))
  assert.deepEqual([reservas[0].a_pagar_ahora, reservas[0].resto], [0, 12.95])

  salon.setTime(`${friday}T10:30`)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  assert.equal(await balanceOf(salon, customer.email), booking.puntos_ganados)
  // the visit took place: its points stay
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`))
  await runJobs(salon)
  assert.equal(await balanceOf(salon, customer.email), booking.puntos_ganados)
  assert.equal((await detailOf(salon, booking)).pagos[0].reembolsado, 5.55)
})

test('D39: prepayment wins, points that pay everything and the business itself owe nothing', async () => {
  const prepaid = await openDepositSalon({ requiresPrepayment: true })
  const whole = await bookFriday(prepaid.guest)
  assert.deepEqual(amounts(await detailOf(prepaid, whole)), ['pendiente', null, 1850, 0, true])

  const salon = await openDepositSalon()
  const own = { por_negocio: true, email: 'eva@example.com' }
  const byBusiness = await bookFriday(salon.backend, '09:00', own)
  assert.deepEqual(amounts(await detailOf(salon, byBusiness)), ['confirmada', null, 1850, 0, false])
  const cut = await bookFriday(salon.guest, '11:00', { services: ['Corte', 'Mechas'] })
  assert.deepEqual(amounts(await detailOf(salon, cut)), ['pendiente', 32.55, 3255, 75.95, true])
})

test('D39: a customer who has been there is known by the token, and one who missed visits', async () => {
  const salon = await openDepositSalon({
    deposit: { ...thirtyPercent, onlyNewCustomers: true },
    afterNoShows: 1,
  })
  const marta = { nombre: 'Marta', email: 'marta@example.com' }
  const customer = await salon.customer(marta)
  const visit = async (hour: string, verb: 'completar' | 'no-show') => {
    const booking = dataOf(
      await salon.backend.book('Ana', hour, { date: '2030-03-04', por_negocio: true, ...marta }),
      201,
    )
    salon.setTime('2030-03-04T20:00')
    dataOf(await salon.backend.post(`/reservas/${booking.id}/${verb}/`))
    salon.setTime('2030-03-04T08:00')
  }
  const states = async (hour: string) => {
    const own = await bookFriday(customer, hour)
    const asGuest = await bookFriday(salon.guest, hour.replace('00', '30'), marta)
    for (const booking of [own, asGuest]) dataOf(await salon.guest.cancel(booking))
    return [own.estado, asGuest.estado]
  }
  assert.deepEqual(await states('09:00'), ['pendiente', 'pendiente'])
  await visit('09:00', 'completar')
  assert.deepEqual(await states('10:00'), ['confirmada', 'pendiente'])
  const held = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana'), fecha: friday }
  const holdOf = async (client: SalonClient) =>
    dataOf(await client.post('/retenciones/', { ...held, hora_inicio: '17:00' }), 201)
  const { senal, pago_requerido } = await holdOf(customer)
  assert.deepEqual([senal, pago_requerido], [null, false])
  await visit('12:00', 'no-show')
  assert.deepEqual(await states('11:00'), ['pendiente', 'pendiente'])
})

test('D38, D48: cancelling returns the tier of the time that is left, as the preview says', async () => {
  const refundTiers = [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
  ]
  const salon = await openDepositSalon({ refundTiers })
  const cancelled = async (at: string, hour: string, byBusiness = false) => {
    salon.setTime('2030-03-04T08:00')
    const booking = await bookFriday(salon.guest, hour)
    await payDeposit(salon, booking)
    salon.setTime(at)
    const proof = byBusiness ? {} : { codigo: booking.codigo }
    const client = byBusiness ? salon.backend : salon.guest
    const preview = dataOf(
      await client.get(`/reservas/${booking.id}/cancelacion/`, {
        ...(!byBusiness && { 'x-reserva-codigo': booking.codigo }),
      }),
    )
    const { reembolso } = dataOf(await client.post(`/reservas/${booking.id}/cancelar/`, proof))
    assert.equal(preview.reembolso.monto, reembolso.monto)
    return reembolso.monto
  }
  assert.deepEqual(
    [
      await cancelled('2030-03-06T09:00', '09:00'),
      await cancelled('2030-03-06T09:31', '09:30'),
      await cancelled('2030-03-07T10:00', '10:00'),
      await cancelled('2030-03-07T10:31', '10:30'),
      await cancelled('2030-03-08T08:00', '11:00', true),
    ],
    [5.55, 2.77, 2.77, 0, 5.55],
  )
})

test('D48: a no-show returns nothing by itself', async () => {
  const salon = await openDepositSalon()
  const booking = await bookFriday(salon.guest)
  await payDeposit(salon, booking)
  salon.setTime(`${friday}T11:00`)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`))
  const { reembolso, pago } = await detailOf(salon, booking)
  assert.deepEqual([reembolso, pago.estado], [null, 'completado'])
})

test('D49: a paid deposit stays when the visit is moved; what exceeds a lower total goes back by the tier', async () => {
  const salon = await openDepositSalon({ refundTiers: [{ hours: 24, percent: 50 }] })
  const booking = await bookFriday(salon.guest)
  await payDeposit(salon, booking)
  const moveTo = async (name: string) =>
    dataOf(
      await reschedule(salon.guest, booking, {
        ...{ fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id(name) },
      }),
    )
  const dearer = await moveTo('Bea')
  assert.deepEqual(
    [...amounts(dearer), dearer.reembolso],
    ['confirmada', 5.55, 0, 24.45, false, null],
  )
  const cheaper = await moveTo('Cruz')
  assert.deepEqual(cheaper.reembolso, { aplica: true, monto: 0.27, estado: 'pendiente' })
  assert.deepEqual([cheaper.total, cheaper.resto, cheaper.a_pagar_ahora], [5, 0, 0])
})

test('D49: an unpaid deposit is never more than the total after a move, and its open intent is closed', async () => {
  const salon = await openDepositSalon()
  const booking = await bookFriday(salon.guest)
  const first = dataOf(await intentOf(salon, booking, 555))
  const cheaper = dataOf(
    await reschedule(salon.guest, booking, {
      ...{ fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id('Cruz') },
    }),
  )
  assert.deepEqual(amounts(cheaper), ['pendiente', 5, 500, 0, true])
  await runJobs(salon)
  const second = dataOf(await intentOf(salon, booking, 500))
  assert.notEqual(second.payment_intent_id, first.payment_intent_id)
})

test('D12, D48: who erases their account gets back what cancelling gives, and nothing when it is too late', async () => {
  const refundTiers = [
    { hours: 48, percent: 100 },
    { hours: 2, percent: 50 },
  ]
  const salon = await openDepositSalon({ refundTiers })
  const { fake, account } = salon.stripe
  for (const [time, cents] of [
    ['2030-03-07T10:00', 277],
    ['2030-03-08T09:00', 0],
  ] as const) {
    salon.setTime('2030-03-04T08:00')
    const marta = { nombre: 'Marta', email: 'marta@example.com' }
    await payDeposit(salon, await bookFriday(salon.guest, '10:00', marta))
    salon.setTime(time)
    dataOf(await (await salon.customer(marta)).delete('/cliente/perfil/'))
    await runJobs(salon)
    const [refunded] = fake.refunds(account).slice(cents > 0 ? 0 : 1)
    assert.equal(refunded?.amount ?? 0, cents, time)
  }
})
