import assert from 'node:assert/strict'
import test from 'node:test'
import { testDatabase } from '../support/database.ts'
import { assertRefused, dataOf } from '../support/refused.ts'
import { openSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

const { urls } = await testDatabase()
const silla = (...args: string[]) => runSilla(['customers', ...args], { CLI_DATABASE_URL: urls.cli })

test('a blocked customer cannot book until they are unblocked, and nobody else is touched', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  for (const each of [salon, neighbour]) dataOf(await each.guest.books('Ana', '10:00'), 201)

  const blocked = await silla('block', 'Lucia@Example.com', '--business', salon.slug)
  assert.deepEqual(
    [blocked.code, blocked.stderr, blocked.stdout],
    [0, '', `lucia@example.com cannot book at ${salon.slug} any more.\n`],
  )
  const again = (await silla('block', 'lucia@example.com', '-b', salon.slug, '--json')).json()
  assert.equal(again.customer.email, 'lucia@example.com')
  assertRefused(await salon.guest.books('Ana', '11:00'), 'CUSTOMER_BLOCKED')
  dataOf(await neighbour.guest.books('Ana', '11:00'), 201)
  dataOf(await salon.guest.books('Ana', '11:00', { email: 'otra@example.com' }), 201)

  const unblocked = await silla('unblock', 'lucia@example.com', '--business', salon.slug, '--json')
  assert.equal(unblocked.json().customer.blockedAt, null)
  dataOf(await salon.guest.books('Ana', '12:00'), 201)
})

test('who is not there cannot be blocked', async () => {
  const { slug } = await openSalon()
  const nobody = await silla('block', 'nobody@example.com', '--business', slug)
  assert.deepEqual(
    [nobody.code, nobody.stderr],
    [1, `Error: ${slug} has no customer with the e-mail nobody@example.com.\n`],
  )
  const nowhere = await silla('unblock', 'nobody@example.com', '--business', 'nowhere')
  assert.equal(nowhere.stderr, 'Error: There is no business called nowhere.\n')
})
