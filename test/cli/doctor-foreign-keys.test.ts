import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '@silla/db'
import type { Finding } from '../../cli/src/doctor/finding.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

// Rows that refer to rows which do not exist: PostgreSQL prevents them, unless foreign keys are switched off.

const { urls, witness } = await testDatabase()
const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-superuser' })
atEnd(() => superuser.end({ timeout: 1 }))

/** Runs a statement for a salon, while foreign keys are switched off. */
const withoutKeys = (salon: TestSalon, statement: string) =>
  superuser.begin(async (tx) => {
    // on a cluster, the nodes have foreign keys too
    await tx`set local citus.propagate_set_commands = 'local'`
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement, [salon.businessId])
  })

async function foreignKeys(...flags: string[]): Promise<Finding[]> {
  const run = await runSilla(['db', 'doctor', '--json', ...flags], { CLI_DATABASE_URL: urls.cli })
  return run.json().findings.filter(({ check }: Finding) => check === 'foreign-keys')
}

async function salonWithBooking(): Promise<TestSalon> {
  const salon = await openSalon({ professionals: ['Ana'] })
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  dataOf(await customer.book('Ana', '10:00'), 201)
  return salon
}

test('rows that refer to rows which do not exist are found in every salon, with a query that lists them', async () => {
  const [one, other] = [await salonWithBooking(), await salonWithBooking()]
  const parents = 'Every row that another one refers to exists.'
  assert.deepEqual(
    (await foreignKeys('--full')).map(({ state, message }) => [state, message]),
    [['ok', parents]],
  )
  for (const salon of [one, other])
    await withoutKeys(salon, 'delete from app.bookings where business_id = $1')
  await withoutKeys(one, 'delete from app.customers where business_id = $1')
  await withoutKeys(other, 'delete from app.services where business_id = $1')
  const found = await foreignKeys('--full')
  const counts = found.map(({ message }) =>
    /^Rows of (\S+) refer .* \((\w+)\): (.*)\.$/.exec(message),
  )
  const both = `${one.slug} (1), ${other.slug} (1)`
  const salons = Object.fromEntries(counts.map((parts) => [parts?.[2], parts?.[3]]))
  assert.equal(salons.lines_booking, both)
  assert.equal(salons.transitions_booking?.replaceAll(/\d+\)/g, '1)'), both)
  assert.equal(salons.accounts_customer, `${one.slug} (1)`)
  assert.equal(salons.lines_service, `${other.slug} (1)`)
  assert.equal(salons.offers_service, `${other.slug} (1)`)
  assert.ok(found.every(({ state }) => state === 'problem'))

  const lines = found.find(({ message }) => message.includes('lines_booking'))
  const [, listing = ''] = /As silla_migrator: (select .*);$/.exec(lines?.fix ?? '') ?? []
  assert.equal((await witness.unsafe(listing)).length, 2)
  // what cannot be restored is deleted
  for (const { fix } of [...found, ...(await foreignKeys('--full'))]) {
    const [, query = ''] = /As silla_migrator: select child (from .*);$/.exec(fix ?? '') ?? []
    await superuser.unsafe(`set session_replication_role = replica`)
    await superuser.unsafe(`delete ${query}`)
    await superuser.unsafe(`reset session_replication_role`)
  }
  assert.deepEqual(
    (await foreignKeys('--full')).map(({ message }) => message),
    [parents],
  )
})

test('a foreign key that was not validated is found, and so are the rows that violate it', async () => {
  const salon = await salonWithBooking()
  await witness`alter table booking_lines drop constraint lines_service`
  await withoutKeys(salon, 'delete from app.professional_services where business_id = $1')
  await witness`
    update booking_lines set service_id = 1 where business_id = ${salon.businessId}`
  await witness`
    alter table booking_lines add constraint lines_service foreign key (business_id, service_id)
    references services (business_id, id) not valid`
  const run = await runSilla(['db', 'doctor', '--json', '--full'], { CLI_DATABASE_URL: urls.cli })
  const messages: string[] = run.json().findings.map(({ message }: Finding) => message)
  const drift = messages.find((message) =>
    message.startsWith('app.booking_lines: constraint lines_service'),
  )
  assert.match(drift ?? '', /NOT VALID, and the migrations make/)
  assert.ok(messages.some((message) => message.endsWith(`(lines_service): ${salon.slug} (1).`)))
})
