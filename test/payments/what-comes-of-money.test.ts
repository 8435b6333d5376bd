import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase } from '../support/jobs.ts'
import {
  applyProcessorEvent,
  connectTestAccount,
  createOpenPayment,
  intentObservation,
  payOnline,
} from '../support/money.ts'
import { balanceOf, givePoints, movementsOf } from '../support/points.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import type { SalonFixture } from '../support/salon-fixture.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

test('D14: a paid visit that the salon confirms itself waits for it as long as if it had just been asked for', async () => {
  const salon = await openTill({ settings: { requiresPrepayment: true, confirmsByHand: true } })
  const booking = dataOf(await salon.guest.book('Ana', '19:00'), 201)
  const requested = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(requested.expira_en, '2030-03-04T07:15:00.000Z')
  salon.setTime('2030-03-04T08:10')
  await payOnline(salon, { booking })
  const paid = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([paid.estado, paid.expira_en], ['pendiente', '2030-03-04T17:30:00.000Z'])
  const jobs = await jobsOf(salon, 'expire-booking')
  assert.equal(jobs.at(-1)?.runAt?.toISOString(), '2030-03-04T17:30:00.000Z')
})

test('D23: a payment that fails is told ten minutes later, counted from its first failure, and not at all when it was never asked for', async () => {
  const salon = await openTill()
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const payment = await createOpenPayment(salon, { booking })
  const declined = { code: 'card_declined', declined: true, message: 'Your card was declined.' }
  for (const time of ['08:00', '08:04', '08:09']) {
    salon.setTime(`2030-03-04T${time}`)
    await applyProcessorEvent(
      salon,
      payment,
      intentObservation(payment, { status: 'failed', failure: declined }),
    )
  }
  const observation = await jobsOf(salon, 'tell-payment-failed')
  assert.deepEqual(
    observation.map(({ runAt }) => runAt?.toISOString()),
    ['2030-03-04T07:10:00.000Z'],
  )
  const other = dataOf(await salon.guest.book('Ana', '11:00'), 201)
  await applyProcessorEvent(salon, await createOpenPayment(salon, { booking: other }), {
    kind: 'no_intent',
    failure: declined,
  })
  assert.equal((await jobsOf(salon, 'tell-payment-failed')).length, 1)
})

test('D22: another currency than was asked for moves nothing, and the salon is told', async () => {
  const salon = await openTill({ settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const payment = await createOpenPayment(salon, { booking })
  const dollars = {
    status: 'succeeded',
    currency: 'USD',
    receivedCents: booking.total_centimos,
  } as const
  await applyProcessorEvent(salon, payment, intentObservation(payment, dollars))
  const seen = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([seen.estado, seen.pago.estado], ['pendiente', 'revision'])
  assert.deepEqual(
    (await emailsTo(salon, 'hola@example.com')).map(({ kind }) => kind),
    ['payment_review'],
  )
})

test('D22: what is paid with one intent is not to be paid with another that is still open', async () => {
  const salon = await openTill()
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const first = await createOpenPayment(salon, { booking })
  await applyProcessorEvent(salon, first, { kind: 'no_intent', failure: null })
  const second = await createOpenPayment(salon, { booking })
  const money = { status: 'succeeded', receivedCents: booking.total_centimos } as const
  await applyProcessorEvent(salon, first, intentObservation(first, money))
  assert.deepEqual(
    (await jobsOf(salon, 'close-payment')).map(({ payload }) => payload.paymentId),
    [second],
  )
})

test('D15: a paid visit brings its points once, keeps them when nobody comes, and gives them up with the money', async () => {
  const salon = await openTill({ pointsPackages: [{ name: 'Cien', points: 100, priceCents: 500 }] })
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const payment = await payOnline(salon, { booking })
  salon.setTime('2030-03-04T11:00')
  for (const move of ['completar', 'no-show', 'completar', 'no-show']) {
    dataOf(await salon.backend.post(`/reservas/${booking.id}/${move}/`))
  }
  assert.deepEqual(await movementsOf(salon, lucia.email), ['earned 10'])
  await applyProcessorEvent(salon, payment, {
    kind: 'charge',
    intentRef: '',
    refundedCents: booking.total_centimos,
  })
  assert.deepEqual(await movementsOf(salon, lucia.email), ['earned 10', 'reverted -10'])
})

test('D15: points that were spent meanwhile are taken back as far as the balance goes', async () => {
  const salon = await openTill({ services: [{ name: 'Corte' }, { name: 'Barba', pointsPrice: 8 }] })
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00'), 201)
  const payment = await payOnline(salon, { booking })
  dataOf(await customer.book('Ana', '12:00', { services: ['Barba'], usar_puntos: true }), 201)
  await applyProcessorEvent(salon, payment, {
    kind: 'charge',
    intentRef: '',
    refundedCents: booking.total_centimos,
  })
  assert.deepEqual(await movementsOf(salon, lucia.email), [
    'earned 10',
    'redeemed -8',
    'reverted -2',
  ])
  assert.equal(await balanceOf(salon, lucia.email), 0)
  const { items } = dataOf(await customer.get('/cliente/puntos/movimientos/'))
  assert.match(items[0].concepto, /^Retirados 2 de los 10 /)
})

test('D25: what was not handed over goes back on the shelf with the money, and its points say which order they were for', async () => {
  const salon = await openTill({ products: [{ name: 'Cera', stock: 5, pointsAwarded: 3 }] })
  const customer = await salon.customer(lucia)
  const input = { items: [{ producto_id: salon.id('Cera'), cantidad: 2 }] }
  const order = dataOf(await customer.post('/pedidos/', input), 201)
  const payment = await payOnline(salon, { order: { ...order, cliente: { id: customer.id } } })
  await applyProcessorEvent(salon, payment, {
    kind: 'charge',
    intentRef: '',
    refundedCents: order.total_centimos,
  })
  assert.equal(dataOf(await customer.get(`/pedidos/${order.id}/`)).estado, 'reembolsado')
  const { productos } = dataOf(await customer.get('/productos/'))
  assert.equal(productos[0].stock_disponible, 5)
  const { items } = dataOf(await customer.get('/cliente/puntos/movimientos/'))
  assert.deepEqual(
    items.map(({ concepto }: { concepto: string }) => concepto),
    [`Retirados del pedido ${order.codigo}`, `Pedido ${order.codigo}`],
  )
})

test('D12: whoever is forgotten gets back what was paid for a visit to come', async () => {
  const salon = await openTill()
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00', { date: '2030-03-08' }), 201)
  const payment = await payOnline(salon, { booking })
  dataOf(await customer.delete('/cliente/perfil/'))
  const { witness } = await testDatabase()
  const refunds =
    await witness`select reason, amount_cents from refunds where payment_id = ${payment}`
  assert.deepEqual([...refunds], [{ reason: 'cancelled', amountCents: booking.total_centimos }])
})

test('D22: who pays, cancels or gives back takes locks in one order, and so nobody waits for another in a circle', async () => {
  const salon = await openTill({
    services: [{ name: 'Corte' }, { name: 'Barba', pointsPrice: 1 }],
    products: [{ name: 'Cera', stock: 99, pointsAwarded: 3 }],
  })
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 100)
  let day = 8
  const visit = async () => {
    const date = `2030-03-${String(day++).padStart(2, '0')}`
    return dataOf(
      await customer.book('Ana', '10:00', {
        date,
        services: ['Corte', 'Barba'],
        usar_puntos: true,
      }),
      201,
    )
  }

  await takenInOrder(['bookings', 'payments', 'customers'], async () => {
    const booking = await visit()
    const payment = await createOpenPayment(salon, { booking })
    const rows = { bookings: booking.id, payments: payment, customers: customer.id }
    const money = { status: 'succeeded', receivedCents: booking.total_centimos } as const
    return {
      rows,
      story: () => applyProcessorEvent(salon, payment, intentObservation(payment, money)),
    }
  })
  await takenInOrder(['bookings', 'payments', 'customers', 'claims'], async () => {
    const booking = await visit()
    const payment = await payOnline(salon, { booking })
    const claims = await claimOf(booking.id)
    const rows = { bookings: booking.id, payments: payment, customers: customer.id, claims }
    return { rows, story: () => customer.cancel(booking, {}) }
  })
  await takenInOrder(['orders', 'payments', 'customers', 'products'], async () => {
    const params = { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }
    const order = dataOf(await customer.post('/pedidos/', params), 201)
    const payment = await payOnline(salon, { order: { ...order, cliente: { id: customer.id } } })
    const rows = {
      orders: order.id,
      payments: payment,
      customers: customer.id,
      products: salon.id('Cera'),
    }
    const update = { kind: 'charge', intentRef: '', refundedCents: order.total_centimos } as const
    return { rows, story: () => applyProcessorEvent(salon, payment, update) }
  })
})

type Rows = Record<string, number>

/**
 * Holds each of these rows in turn: while somebody waits for one of them, those that come after it
 * are free.
 */
async function takenInOrder(
  tables: readonly string[],
  begin: () => Promise<{ rows: Rows; story: () => Promise<unknown> }>,
): Promise<void> {
  const { witness } = await testDatabase()
  for (const [index, held] of tables.entries()) {
    const { rows, story: work } = await begin()
    let ended: Promise<unknown> | undefined
    await witness.begin(async (tx) => {
      await tx`select id from ${tx(held)} where id = ${rows[held] ?? 0} for no key update`
      let isOver = false
      ended = work().finally(() => {
        isOver = true
      })
      while (!(await somebodyWaits())) assert.ok(!isOver, `nobody waits for ${held}`)
      for (const later of tables.slice(index + 1)) {
        const free = witness`select id from ${witness(later)} where id = ${rows[later] ?? 0} for no key update nowait`
        await assert.doesNotReject(Promise.resolve(free), `${later} is locked before ${held}`)
      }
    })
    await ended
  }
}

async function somebodyWaits(): Promise<boolean> {
  const { witness } = await testDatabase()
  const waiting = await witness`
    select 1 from pg_locks lock join pg_stat_activity backend on backend.pid = lock.pid
    where not lock.granted and backend.datname = current_database()`
  return waiting.length > 0
}

async function claimOf(bookingId: number): Promise<number> {
  const { witness } = await testDatabase()
  const [claim] = await witness<
    { id: number }[]
  >`select id from claims where owner_kind = 'booking' and owner_id = ${bookingId}`
  return claim?.id ?? 0
}

async function openTill(plan: SalonFixture = {}): Promise<TestSalon> {
  const salon = await openSalon({
    ...plan,
    settings: { acceptsOnlinePayments: true, ...plan.settings },
  })
  await connectTestAccount(salon)
  return salon
}

/** What was asked of the worker, the first first. */
async function jobsOf({ businessId }: TestSalon, task: string) {
  const sql = await jobsDatabase()
  return sql<{ payload: Record<string, unknown>; runAt: Date | null }[]>`
    select payload, run_at from jobs.outbox
    where task = ${task} and payload ->> 'businessId' = ${businessId} order by id`
}
