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

test('D14: a paid booking that the salon confirms itself gets the full confirmation deadline from its payment', async () => {
  const salon = await openPayingSalon({
    settings: { requiresPrepayment: true, confirmsByHand: true },
  })
  const booking = dataOf(await salon.guest.book('Ana', '19:00'), 201)
  const created = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(created.expira_en, '2030-03-04T07:15:00.000Z')
  salon.setTime('2030-03-04T08:10')
  await payOnline(salon, { booking })
  const paid = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([paid.estado, paid.expira_en], ['pendiente', '2030-03-04T17:30:00.000Z'])
  const jobs = await jobsOf(salon, 'expire-booking')
  assert.equal(jobs.at(-1)?.runAt?.toISOString(), '2030-03-04T17:30:00.000Z')
})

test('D23: the email about a failed payment is scheduled ten minutes after its first failure, and not for one without an intent', async () => {
  const salon = await openPayingSalon()
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
  const jobs = await jobsOf(salon, 'tell-payment-failed')
  assert.deepEqual(
    jobs.map(({ runAt }) => runAt?.toISOString()),
    ['2030-03-04T07:10:00.000Z'],
  )
  const other = dataOf(await salon.guest.book('Ana', '11:00'), 201)
  await applyProcessorEvent(salon, await createOpenPayment(salon, { booking: other }), {
    kind: 'no_intent',
    failure: declined,
  })
  assert.equal((await jobsOf(salon, 'tell-payment-failed')).length, 1)
})

test('D22: a payment in another currency is not applied, and the salon is notified', async () => {
  const salon = await openPayingSalon({ settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const payment = await createOpenPayment(salon, { booking })
  const dollars = {
    status: 'succeeded',
    currency: 'USD',
    receivedCents: booking.total_centimos,
  } as const
  await applyProcessorEvent(salon, payment, intentObservation(payment, dollars))
  const unpaid = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([unpaid.estado, unpaid.pago.estado], ['pendiente', 'revision'])
  assert.deepEqual(
    (await emailsTo(salon, 'hola@example.com')).map(({ kind }) => kind),
    ['payment_review'],
  )
})

test('D22: when one payment has paid a booking, another open one is closed', async () => {
  const salon = await openPayingSalon()
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

test('D15: a paid booking awards its points once, keeps them for a no-show, and loses them with the refund', async () => {
  const salon = await openPayingSalon({
    pointsPackages: [{ name: 'Cien', points: 100, priceCents: 500 }],
  })
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

test('D15: points that were spent meanwhile are reversed down to a balance of 0', async () => {
  const salon = await openPayingSalon({
    services: [{ name: 'Corte' }, { name: 'Barba', pointsPrice: 8 }],
  })
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

test('D25: refunding an order that was not handed over returns its products to stock and names it in the points', async () => {
  const salon = await openPayingSalon({ products: [{ name: 'Cera', stock: 5, pointsAwarded: 3 }] })
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

test('D12: erasing a customer refunds what they paid for upcoming bookings', async () => {
  const salon = await openPayingSalon()
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00', { date: '2030-03-08' }), 201)
  const payment = await payOnline(salon, { booking })
  dataOf(await customer.delete('/cliente/perfil/'))
  const { witness } = await testDatabase()
  const refunds =
    await witness`select reason, amount_cents from refunds where payment_id = ${payment}`
  assert.deepEqual([...refunds], [{ reason: 'cancelled', amountCents: booking.total_centimos }])
})

test('D22: paying, cancelling and refunding lock rows in one order, so that there are no deadlocks', async () => {
  const salon = await openPayingSalon({
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

  await assertLockOrder(['bookings', 'payments', 'customers'], async () => {
    const booking = await visit()
    const payment = await createOpenPayment(salon, { booking })
    const rows = { bookings: booking.id, payments: payment, customers: customer.id }
    const money = { status: 'succeeded', receivedCents: booking.total_centimos } as const
    return {
      rows,
      run: () => applyProcessorEvent(salon, payment, intentObservation(payment, money)),
    }
  })
  await assertLockOrder(['bookings', 'payments', 'customers', 'claims'], async () => {
    const booking = await visit()
    const payment = await payOnline(salon, { booking })
    const claims = await claimOf(booking.id)
    const rows = { bookings: booking.id, payments: payment, customers: customer.id, claims }
    return { rows, run: () => customer.cancel(booking, {}) }
  })
  await assertLockOrder(['orders', 'payments', 'customers', 'products'], async () => {
    const params = { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }
    const order = dataOf(await customer.post('/pedidos/', params), 201)
    const payment = await payOnline(salon, { order: { ...order, cliente: { id: customer.id } } })
    const rows = {
      orders: order.id,
      payments: payment,
      customers: customer.id,
      products: salon.id('Cera'),
    }
    const refunded = { kind: 'charge', intentRef: '', refundedCents: order.total_centimos } as const
    return { rows, run: () => applyProcessorEvent(salon, payment, refunded) }
  })
})

type Rows = Record<string, number>

/**
 * Locks each of the rows in turn: while the work waits for it, the rows of later tables must be
 * unlocked.
 */
async function assertLockOrder(
  tables: readonly string[],
  begin: () => Promise<{ rows: Rows; run: () => Promise<unknown> }>,
): Promise<void> {
  const { witness } = await testDatabase()
  for (const [index, held] of tables.entries()) {
    const { rows, run } = await begin()
    let running: Promise<unknown> | undefined
    await witness.begin(async (tx) => {
      await tx`select id from ${tx(held)} where id = ${rows[held] ?? 0} for no key update`
      let isDone = false
      running = run().finally(() => {
        isDone = true
      })
      while (!(await isLockAwaited())) assert.ok(!isDone, `${held} is not locked`)
      for (const later of tables.slice(index + 1)) {
        const free = witness`select id from ${witness(later)}
            where id = ${rows[later] ?? 0} for no key update nowait`
        await assert.doesNotReject(Promise.resolve(free), `${later} is locked before ${held}`)
      }
    })
    await running
  }
}

async function isLockAwaited(): Promise<boolean> {
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

async function openPayingSalon(plan: SalonFixture = {}): Promise<TestSalon> {
  const salon = await openSalon({
    ...plan,
    settings: { acceptsOnlinePayments: true, ...plan.settings },
  })
  await connectTestAccount(salon)
  return salon
}

/** The jobs that were enqueued, in order. */
async function jobsOf({ businessId }: TestSalon, task: string) {
  const sql = await jobsDatabase()
  return sql<{ payload: Record<string, unknown>; runAt: Date | null }[]>`
    select payload, run_at from jobs.outbox
    where task = ${task} and payload ->> 'businessId' = ${businessId} order by id`
}
