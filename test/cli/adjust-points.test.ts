import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { balanceOf, movementsOf } from '../support/points.ts'
import { dataOf } from '../support/refused.ts'
import { openSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli })

test('D12: points are given and taken by hand, and the customer reads what for', async () => {
  const salon = await openSalon()
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const adjust = (who: string, points: string, note: string, ...more: string[]) =>
    silla('customers', 'adjust-points', who, '-b', salon.slug, `--points=${points}`, '--reason', note, ...more)
  const given = await adjust(' Lucia@Example.com', '50', 'Por las\n molestias ')
  assert.equal(given.stdout, `lucia@example.com holds 50 points at ${salon.slug} now.\n`)
  const taken = (await adjust(String(customer.id), '-20', 'Canje en tienda', '--json')).json()
  assert.deepEqual(taken.points, { business: salon.slug, email: 'lucia@example.com', points: -20, balance: 30 })
  const { items } = dataOf(await customer.get('/cliente/puntos/movimientos/'))
  assert.deepEqual(
    items.map((item: { tipo: string; concepto: string }) => [item.tipo, item.concepto]),
    [
      ['ajuste', 'Canje en tienda'],
      ['ajuste', 'Por las molestias'],
    ],
  )
})

test('D12: what an adjustment was for stands in the ledger, never in the audit log, and leaves the log that has it', async () => {
  const salon = await openSalon()
  const { id } = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  await silla(
    'customers',
    'adjust-points',
    'lucia@example.com',
    '-b',
    salon.slug,
    '--points',
    '5',
    '--reason',
    'Se quejó',
  )
  const details = async () =>
    (await witness`select detail from audit_entries where business_id = ${salon.businessId}`).map(
      ({ detail }) => detail,
    )
  assert.deepEqual(await details(), [{ customerId: id, points: 5 }])
  // as it was noted before
  await witness`
    update audit_entries set action = 'points.adjust', detail = detail || '{"note": "Se quejó"}' where business_id = ${salon.businessId}`
  await witness.unsafe(
    await readFile(new URL('../../db/migrations/0015-notes-about-customers.sql', import.meta.url), 'utf8'),
  )
  assert.deepEqual(await details(), [{ customerId: id, points: 5 }])
})

test('an adjustment that cannot be is said in a sentence and changes nothing', async () => {
  const salon = await openSalon()
  await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const wrong: [email: string, points: string, message: string][] = [
    ['lucia@example.com', '-1', 'Error: lucia@example.com holds 0 points and cannot lose 1.\n'],
    ['lucia@example.com', '0', 'Error: No points are no adjustment.\n'],
    ['999999', '5', `Error: ${salon.slug} has no customer with the id 999999.\n`],
    ['nobody@example.com', '5', `Error: ${salon.slug} has no customer with the e-mail nobody@example.com.\n`],
  ]
  for (const [email, points, message] of wrong) {
    const told = await silla(
      'customers',
      'adjust-points',
      email,
      '-b',
      salon.slug,
      `--points=${points}`,
      '--reason',
      'x',
    )
    assert.deepEqual([told.code, told.stderr], [1, message])
  }
  const silent = await silla(
    'customers',
    'adjust-points',
    'lucia@example.com',
    '-b',
    salon.slug,
    '--points',
    '5',
    '--reason',
    '\n',
  )
  assert.deepEqual([silent.code, silent.stderr], [1, 'Error: A reason has to say something.\n'])
  assert.equal(await balanceOf(salon, 'lucia@example.com'), 0)
  assert.deepEqual(await movementsOf(salon, 'lucia@example.com'), [])
})
