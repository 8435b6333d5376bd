import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { adjustPoints, eraseCustomerAsStaff } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { balanceOf, movementsOf } from '../support/points.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { runSilla } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const migration = readFile(
  new URL('../../db/migrations/0015-notes-about-customers.sql', import.meta.url),
  'utf8',
)
const adjust = (
  { slug }: { slug: string },
  who: string,
  points: string,
  reason: string,
  ...more: string[]
) =>
  runSilla(
    [
      'customers',
      'adjust-points',
      who,
      '-b',
      slug,
      `--points=${points}`,
      '--reason',
      reason,
      ...more,
    ],
    {
      CLI_DATABASE_URL: urls.cli,
    },
  )

test('D12: staff add and deduct points, and the customer sees the reason', async () => {
  const salon = await openSalon()
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const given = await adjust(salon, ' Lucia@Example.com', '50', 'Por las\n molestias ')
  assert.equal(given.stdout, `lucia@example.com now has 50 points at ${salon.slug}.\n`)
  const taken = (
    await adjust(salon, String(customer.id), '-20', 'Canje en tienda', '--json')
  ).json()
  assert.deepEqual(taken.points, {
    business: salon.slug,
    customerId: customer.id,
    email: 'lucia@example.com',
    points: -20,
    balance: 30,
  })
  const { items } = dataOf(await customer.get('/cliente/puntos/movimientos/'))
  assert.deepEqual(
    items.map((item: { tipo: string; concepto: string }) => [item.tipo, item.concepto]),
    [
      ['ajuste', 'Canje en tienda'],
      ['ajuste', 'Por las molestias'],
    ],
  )
})

test('D12: the reason of an adjustment is in the points ledger only; a migration removes it from older audit entries', async () => {
  const salon = await openSalon()
  const { id } = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  await adjust(salon, 'lucia@example.com', '5', 'Se quejó')
  const details = async () =>
    (
      await witness`select detail from audit_entries where business_id = ${salon.businessId} and detail ? 'points'`
    ).map(({ detail }) => detail)
  assert.deepEqual(await details(), [{ customerId: id, points: 5 }])
  // an entry as written before that migration
  await witness`
    update audit_entries set action = 'points.adjust', detail = detail || '{"note": "Se quejó"}' where business_id = ${salon.businessId} and detail ? 'points'`
  await witness.unsafe(await migration)
  assert.deepEqual(await details(), [{ customerId: id, points: 5 }])
})

test('D12: a migration removes notes about customers who were erased earlier, and keeps those about others', async () => {
  const salon = await openSalon()
  const [erased, kept] = [
    await salon.customer({ nombre: 'Eva', email: 'eva@example.com' }),
    await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' }),
  ]
  for (const [customer, time] of [[erased, '10:00'] as const, [kept, '11:00'] as const]) {
    dataOf(
      await customer.cancel(dataOf(await customer.book('Ana', time, { date: '2030-03-11' }), 201)),
    )
    const gift = { customerId: customer.id, points: 5, reason: 'Gracias' }
    await adjustPoints(await staffOf(salon), gift)
  }
  await eraseCustomerAsStaff(await staffOf(salon), erased.id)
  // as an erasure left the data before that migration
  const { businessId } = salon
  const note = { note: 'Se quejó' }
  await witness`update points_movements set concept = concept || ${witness.json(note)} where business_id = ${businessId}`
  await witness`update events set payload = payload || ${witness.json({ concept: note })} where business_id = ${businessId}`
  await witness`update booking_transitions set reason = 'Se quejó' where business_id = ${businessId}`
  await witness`update bookings set cancel_reason = 'Se quejó' where business_id = ${businessId}`
  await witness.unsafe(await migration)
  const notes = await witness`
    select 'movement' as what, customer_id, concept ->> 'note' as text from points_movements where business_id = ${businessId}
    union select 'event', (payload ->> 'customerId')::bigint, payload -> 'concept' ->> 'note' from events
      where business_id = ${businessId} and payload ? 'customerId'
    union select 'step', booking.customer_id, step.reason from booking_transitions step
      join bookings booking on booking.business_id = step.business_id and booking.id = step.booking_id
      where step.business_id = ${businessId}
    union select 'visit', customer_id, cancel_reason from bookings where business_id = ${businessId}`
  const of = ({ id }: { id: number }) =>
    Object.fromEntries(
      notes.filter((row) => row.customerId === id).map(({ what, text }) => [what, text]),
    )
  assert.deepEqual(of(erased), { movement: '', event: '', step: '', visit: null })
  assert.deepEqual(of(kept), {
    movement: 'Se quejó',
    event: 'Se quejó',
    step: 'Se quejó',
    visit: 'Se quejó',
  })
})

test('an invalid adjustment fails with one sentence and changes nothing', async () => {
  const salon = await openSalon()
  await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const cases: [email: string, points: string, message: string][] = [
    ['lucia@example.com', '-1', 'Error: lucia@example.com holds 0 points and cannot lose 1.\n'],
    ['lucia@example.com', '0', 'Error: No points are no adjustment.\n'],
    ['999999', '5', `Error: ${salon.slug} has no customer with the id 999999.\n`],
    [
      'nobody@example.com',
      '5',
      `Error: ${salon.slug} has no customer with the e-mail nobody@example.com.\n`,
    ],
  ]
  for (const [email, points, message] of cases) {
    const result = await adjust(salon, email, points, 'x')
    assert.deepEqual([result.code, result.stderr], [1, message])
  }
  const withoutReason = await adjust(salon, 'lucia@example.com', '5', '\n')
  assert.deepEqual(
    [withoutReason.code, withoutReason.stderr],
    [1, 'Error: A reason has to say something.\n'],
  )
  assert.equal(await balanceOf(salon, 'lucia@example.com'), 0)
  assert.deepEqual(await movementsOf(salon, 'lucia@example.com'), [])
})
