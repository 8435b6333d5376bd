import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

// The takings of a salon (D76) are the sums of its ledger: payments, refunds and disputes, here of every
// kind and in any order. The simulation compares them after what guests really do.

const { witness } = await testDatabase()

let salon: TestSalon
const payments: Payment[] = []

interface Payment {
  received: number
  currency: string
  reported: number
  refunds: { cents: number; state: string; at: Date }[]
  disputes: { cents: number; state: string; at: Date }[]
}

/** The same numbers in each run. */
let seed = 7
const draw = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 65_536) % below
}
const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item
const someTime = () => new Date(Date.UTC(2030, 2, 1 + draw(28), draw(24), draw(60)))

before(async () => {
  salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 5, priceCents: 1999 },
      { name: 'Tinte', minutes: 5, priceCents: 3333 },
      { name: 'Regalo', minutes: 5, priceCents: 0 },
    ],
    professionals: ['Ana', 'Bea'],
    hours: '00:00-23:45',
    now: '2030-03-01T00:00',
  })
  for (let count = 0; count < 60; count++) await pay(count)
})

async function pay(count: number): Promise<void> {
  const services = ['Corte', 'Tinte', 'Regalo'].slice(draw(3)).reverse()
  const booking = dataOf(
    await salon.backend.post('/reservas/crear/', {
      ...{ fecha: `2030-03-${String(2 + (count % 25)).padStart(2, '0')}` },
      ...{ hora_inicio: `${10 + Math.floor(count / 25)}:00`, nombre: 'Lucía Prado' },
      email: `guest-${count}@example.com`,
      lineas: services.map((name) => ({
        servicio_id: salon.id(name),
        peluquero_id: salon.id(pick(['Ana', 'Bea'])),
      })),
    }),
    201,
  )
  const received = draw(10) === 0 ? 0 : 100 + draw(9000)
  const list = (states: readonly string[]) =>
    Array.from({ length: draw(4) }, () => ({
      cents: 1 + draw(6000),
      state: pick(states),
      at: someTime(),
    }))
  const payment: Payment = {
    received,
    currency: draw(12) === 0 ? 'USD' : 'EUR',
    reported: draw(3) === 0 ? draw(12_000) : 0,
    refunds: list(['pending', 'completed', 'completed', 'failed', 'cancelled']),
    disputes: draw(4) === 0 ? list(['open', 'won', 'lost']) : [],
  }
  payments.push(payment)
  await insert(count, booking, payment)
}

async function insert(
  count: number,
  booking: { id: number; cliente: { id: number } },
  { received, currency, reported, refunds, disputes }: Payment,
): Promise<void> {
  const business = salon.businessId
  const at = someTime()
  const [row] = await witness<{ id: string }[]>`
    insert into app.payments (business_id, booking_id, customer_id, account_ref, amount_cents, currency,
      fee_cents, processor_key, status_seen_at, received_cents, received_currency, refund_seen_cents,
      settled_at, state, is_open, created_at, updated_at)
    values (${business}, ${booking.id}, ${booking.cliente.id}, 'acct', 5000, 'EUR', 0, ${`key-${count}`},
      ${at}, ${received}, ${received > 0 ? currency : null}, ${reported},
      ${count % 5 === 0 ? null : at}, 'completed', false, ${at}, ${someTime()})
    returning id::text`
  for (const [index, refund] of refunds.entries())
    await witness`
      insert into app.refunds (business_id, payment_id, reason, cause, amount_cents, state,
        processor_key, created_at, updated_at)
      values (${business}, ${row?.id ?? ''}, 'business', ${`${count}-${index}`}, ${refund.cents},
        ${refund.state}, '', ${refund.at}, ${refund.at})`
  for (const [index, dispute] of disputes.entries())
    await witness`
      insert into app.disputes (business_id, payment_id, dispute_ref, amount_cents, reason, state,
        created_at, updated_at)
      values (${business}, ${row?.id ?? ''}, ${`dp-${count}-${index}`}, ${dispute.cents}, 'fraudulent',
        ${dispute.state}, ${dispute.at}, ${dispute.at})`
}

/** The rules of the ledger in cents (payments/payment-state.ts), written again. */
function ledger() {
  const ours = payments.filter(({ received, currency }) => received > 0 && currency === 'EUR')
  const sum = (items: Payment['refunds'], states: readonly string[]) =>
    items.reduce((total, { cents, state }) => total + (states.includes(state) ? cents : 0), 0)
  const total = (cents: (payment: Payment) => number) =>
    ours.reduce((all, payment) => all + cents(payment), 0)
  return {
    received: total(({ received }) => received),
    refunded: total(({ received, reported, refunds }) =>
      Math.min(
        received,
        Math.max(sum(refunds, ['completed']), reported - sum(refunds, ['failed'])),
      ),
    ),
    disputed: total(({ received, disputes }) =>
      Math.min(received, sum(disputes, ['open', 'lost'])),
    ),
  }
}

const cents = (amount: number) => Math.round(amount * 100)

for (const group of ['dia', 'semana', 'mes', 'peluquero', 'servicio'])
  test(`D76: takings by ${group} are the ledger to the cent`, async () => {
    const { filas, total } = dataOf(
      await salon.backend.get(`/informes/caja/?desde=2030-02-20&hasta=2030-04-10&grupo=${group}`),
    )
    const { received, refunded, disputed } = ledger()
    const expected = { received, refunded, disputed, net: received - refunded - disputed }
    const figures = (row: Record<string, number>) => ({
      received: cents(row.cobrado ?? 0),
      refunded: cents(row.devuelto ?? 0),
      disputed: cents(row.disputado ?? 0),
      net: cents(row.neto ?? 0),
    })
    assert.deepEqual(figures(total), expected)
    assert.ok(refunded > 0 && disputed > 0)
    const rows = (filas as Record<string, number>[]).map(figures)
    for (const name of Object.keys(expected) as (keyof typeof expected)[])
      assert.equal(
        rows.reduce((all, row) => all + row[name], 0),
        expected[name],
        name,
      )
    assert.ok(rows.filter((row) => row.received > 0).length > 1 || group === 'mes')
  })

test('D76: of two people each has a part, and together they have all of it', async () => {
  const own = await Promise.all(
    ['Ana', 'Bea'].map(async (professional) => {
      const person = await salon.staff('professional', { professional })
      return dataOf(await person.get('/informes/caja/?desde=2030-02-20&hasta=2030-04-10')).total
    }),
  )
  const both = own.reduce((all, { cobrado }) => all + cents(cobrado), 0)
  assert.equal(both, ledger().received)
  assert.ok(own.every(({ cobrado }) => cobrado > 0))
})

test('D54: takings at the desk are in the report by method, with tips and discounts apart', async () => {
  const shop = await openSalon({
    services: [{ name: 'Corte', priceCents: 2000, offerPriceCents: 1800 }],
    products: [{ name: 'Cera', priceCents: 1200 }],
    now: '2030-03-04T08:00',
  })
  const { backend } = shop
  const booking = dataOf(await shop.guest.book('Ana', '10:00'), 201)
  const take = async (body: object) => dataOf(await backend.post('/cobros/', body), 201)
  await take({ reserva_id: booking.id, metodo: 'efectivo', monto: 10, propina: 3 })
  const wrong = await take({ reserva_id: booking.id, metodo: 'tarjeta', monto: 8 })
  dataOf(await backend.post(`/cobros/${wrong.id}/anular/`, { motivo: 'Error' }), 201)
  await take({ reserva_id: booking.id, metodo: 'otro', monto: 7 })
  const items = [{ producto_id: shop.id('Cera'), cantidad: 1 }]
  const sale = dataOf(await backend.post('/ventas/', { items }), 201)
  await take({ pedido_id: sale.id, metodo: 'tarjeta', monto: 12 })
  shop.setTime('2030-03-04T11:00')
  dataOf(await backend.post(`/reservas/${booking.id}/completar/`))
  const report = async (grupo: string) =>
    dataOf(await backend.get(`/informes/caja/?desde=2030-03-04&hasta=2030-03-04&grupo=${grupo}`))
  const { total } = await report('dia')
  assert.deepEqual(
    [total.efectivo, total.tarjeta, total.otro, total.mostrador, total.cobrado, total.neto],
    [10, 12, 7, 29, 0, 29],
  )
  assert.deepEqual([total.propinas, total.descuentos], [3, 2])
  const { filas } = await report('peluquero')
  assert.deepEqual(
    filas.map((row: Record<string, unknown>) => [row.nombre, row.mostrador, row.propinas]),
    [
      ['Ana', 17, 3],
      [null, 12, 0],
    ],
  )
})
