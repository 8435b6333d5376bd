import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '@silla/db'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

const fixture = {
  professionals: ['Ana', 'Bea'],
  services: [{ name: 'Corte' }, { name: 'Barba' }],
  products: [{ name: 'Cera' }, { name: 'Gel' }],
  settings: { pointsEnabled: true },
  payments: true,
}

/** An id of each kind that the API, an access token or the processor shows. */
type PublicIds = Record<string, number>

test('ids do not tell how many records a salon or the platform has', async () => {
  const salons = [await openSalon(fixture), await openSalon(fixture)] as const
  const ids: PublicIds[] = []
  for (const [round, time] of ['09:00', '10:00', '11:00'].entries())
    for (const salon of salons)
      ids.push(await publicIdsOf(salon, `lucia-${round}@example.com`, time))
  for (const salon of salons)
    ids.push(
      Object.fromEntries(
        ['Ana', 'Bea', 'Corte', 'Barba', 'Cera', 'Gel'].map((name) => [name, salon.id(name)]),
      ),
    )

  const values = ids.flatMap((each) => Object.values(each)).sort((a, b) => a - b)
  for (const id of values) assert.ok(Number.isSafeInteger(id) && id > 0 && id <= 2 ** 48, `${id}`)
  const gaps = values.slice(1).map((id, index) => id - (values[index] ?? 0))
  assert.ok(Math.min(...gaps) > 1000, `two ids are next to each other: ${JSON.stringify(ids)}`)
})

async function publicIdsOf(salon: TestSalon, email: string, time: string): Promise<PublicIds> {
  const customer = await salon.customer({ nombre: 'Lucía Prado', email })
  const booking = dataOf(await customer.book('Ana', time), 201)
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const order = dataOf(await customer.post('/pedidos/', { items }), 201)
  dataOf(await customer.createIntent(booking))
  const { account, fake } = salon.stripe
  const { metadata } = fake.paymentIntents(account).at(-1) ?? {}
  return {
    customer: customer.id,
    booking: booking.id,
    order: order.id,
    payment: Number(metadata?.silla_payment),
    session: JSON.parse(Buffer.from(customer.token.split('.')[1] ?? '', 'base64url').toString())
      .sid,
    mail: await latestMail(salon),
  }
}

/** The number in the Message-ID of the latest email. */
async function latestMail({ businessId }: TestSalon): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<{ id: number }[]>`
    select id from mails where business_id = ${businessId} order by xmin::text::bigint desc limit 1`
  return row?.id ?? 0
}

test('a random id that exists already is replaced by another one', async () => {
  const salon = await openSalon()
  const { tenant } = await requestContextFor(salon)
  const ids = [salon.id('Ana'), salon.id('Ana') + 1]
  const inserted = await tenant.db.transaction(
    (tx) => tx<{ id: number }[]>`
      insert into resources (business_id, id, kind)
      values (${tx.businessId}, ${ids.shift() ?? 0}, 'professional') returning id`,
  )
  assert.deepEqual([inserted[0]?.id, ids], [salon.id('Ana') + 1, []])
})

test('the same id in two salons is two records', async (t) => {
  const mine = await openSalon()
  const theirs = await openSalon()
  const { urls } = await testDatabase()
  const root = openPool({ url: urls.prepare, max: 1, name: 'silla-test-root' })
  t.after(() => root.end())
  const booking = dataOf(await mine.guest.book('Ana', '10:00'), 201)
  const other = dataOf(await theirs.guest.book('Ana', '12:00'), 201)
  await root.begin(async (tx) => {
    await tx`set local session_replication_role = replica` // without checks of foreign keys
    for (const [table, column] of bookingIds)
      await tx`update ${tx(`app.${table}`)} set ${tx(column)} = ${booking.id}
        where business_id = ${theirs.businessId} and ${tx(column)} = ${other.id}`
  })

  dataOf(await theirs.backend.post(`/reservas/${booking.id}/cancelar/`))
  const states = await Promise.all(
    [mine, theirs].map(
      async ({ backend }) => dataOf(await backend.get(`/reservas/${booking.id}/`)).estado,
    ),
  )
  assert.deepEqual(states, ['confirmada', 'cancelada'])
  assert.ok(!(await mine.guest.listSlots('Ana')).includes('10:00'))
  assert.ok((await theirs.guest.listSlots('Ana')).includes('12:00'))
})

const bookingIds = [
  ['bookings', 'id'],
  ['claims', 'owner_id'],
  ['booking_lines', 'booking_id'],
  ['booking_transitions', 'booking_id'],
] as const
