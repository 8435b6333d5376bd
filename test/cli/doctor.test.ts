import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  adjustPoints,
  examineBooks,
  examineClock,
  examinedBusinesses,
  examineZones,
  type Finding,
  systemClock,
} from '@silla/core'
import { knownMigrations } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { dataOf } from '../support/refused.ts'
import { openSalon } from '../support/salon.ts'
import { mendBooks } from './mend-books.ts'
import { runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const silla = (args: string[], env: Record<string, string> = {}) =>
  runSilla(args, { CLI_DATABASE_URL: urls.cli, ...env })
// the doctor has no clock but the machine's
const salon = await openSalon({ professionals: ['Ana'], products: [{ name: 'Cera', stock: 5 }] })
salon.clock.set(new Date())
const ana = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
const jobs = await jobsDatabase()
await jobs`select jobs.keep_alive('a-worker', interval '20 seconds')`

test('where all is well the doctor says so of each thing, and the exit code is 0', async () => {
  await adjustPoints(admin, { slug: salon.slug, customer: ana.email, points: 50, note: 'x' }, salon.clock)
  const { code, stdout, stderr } = await silla(['db', 'doctor'])
  assert.equal(stderr, '')
  assert.match(stdout, /^ok {7}protection +Row-level security holds on every tenant table\.$/m)
  assert.match(stdout, /^ok {7}zones +Node and the database know the same of the one time zone in use\.$/m)
  assert.match(stdout, /^skipped {2}smtp +SMTP_URL is not set here/m)
  assert.match(stdout, /\nAll is well\.\n$/)
  assert.equal(code, 0)
  const told = (await silla(['db', 'doctor', '--json'])).json()
  assert.deepEqual(told.healthy, true)
  assert.deepEqual(told.findings[0], { check: 'server', state: 'ok', message: told.findings[0].message, fix: null })
})

test('each thing that is wrong is found, counted and told with its remedy', async () => {
  const { businessId } = salon
  const [mine] = [await booking('10:00'), await booking('11:00')]
  dataOf(await ana.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }), 201)
  await witness`update bookings set state = 'pending', expires_at = now() - interval '1 hour',
      starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'
    where business_id = ${businessId} and id = ${mine.id}`
  await witness`update bookings set state = 'cancelled', cancelled_at = now(), cancelled_by = 'system'
    where business_id = ${businessId} and id <> ${mine.id}`
  await witness`update orders set expires_at = now() - interval '1 hour', subtotal_cents = subtotal_cents + 1,
    discount_cents = discount_cents + 1 where business_id = ${businessId}`
  await witness`update customers set points_balance = points_balance + 1 where business_id = ${businessId} and id = ${ana.id}`
  await witness`update products set taken = taken + 1 where business_id = ${businessId}`
  await witness`update mails set created_at = now() - interval '1 hour' where business_id = ${businessId}`
  await witness`update mails set state = 'failed' where business_id = ${businessId} and kind = 'order_received'`
  await witness`update events set occurred_at = now() - interval '1 hour' where business_id = ${businessId}`
  await witness`update business_settings set timezone = 'Mars/Olympus' where business_id = ${businessId}`
  await witness`grant select on registry.api_keys to silla_worker`
  await witness`alter table reviews no force row level security`
  await jobs`delete from jobs.outbox`
  await jobs`update jobs.workers set seen_at = now() - interval '3 hours'`
  await jobs`select jobs.add_job('complete-booking', run_at => now() - interval '1 hour')`
  const [dead] = await jobs`select id from jobs.add_job('expire-order')`
  await jobs`select jobs.permanently_fail_jobs(array[${dead?.id}::bigint], 'the chair broke')`

  const { code, stdout } = await silla(['db', 'doctor', '--json'])
  const { healthy, findings } = JSON.parse(stdout)
  const problems = findings.filter(({ state }: Finding) => state === 'problem')
  assert.deepEqual([code, healthy], [1, false])
  assert.deepEqual(
    problems.map(({ check, message }: Finding) => `${check}: ${message}`),
    [
      'owners: Not as the migrations leave it: registry.api_keys: SELECT to silla_worker.',
      'protection: No row-level security on app.reviews.',
      'worker: No worker has been alive for 3 h; jobs that wait for one: 1.',
      'queue: Jobs that should have begun: 1; that run for too long: 0.',
      'jobs: Jobs that were given up: 1; that fail again and again: 0.',
      `bookings: Bookings that nobody paid or confirmed in time still wait: ${salon.slug} (1).`,
      `holds: Chairs are held for bookings that are cancelled: ${salon.slug} (1).`,
      `chairs: Visits to come hold no chair, and somebody else may take it: ${salon.slug} (1).`,
      `visits: Bookings do not agree with their lines or moves: ${salon.slug} (2).`,
      `orders: Orders that nobody paid in time still hold products: ${salon.slug} (1).`,
      `order-sums: Orders do not cost what their lines cost: ${salon.slug} (1).`,
      `points: Customers hold other points than their movements add up to: ${salon.slug} (1).`,
      `stock: Products are taken that no order holds, or the other way round: ${salon.slug} (1).`,
      `mail: Letters wait to be sent: ${salon.slug} (2).`,
      `failed-mail: Letters were given up: ${salon.slug} (1).`,
      `events: Events wait for their number and cannot be read: ${salon.slug} (3).`,
      'zones: This Node does not know the time zone Mars/Olympus.',
    ],
  )
  for (const { fix } of problems) assert.match(fix, /[.?]$/)
  await mendBooks(businessId)
  const left = examineBooks(await examinedBusinesses(admin, systemClock)).filter(({ state }) => state === 'problem')
  assert.deepEqual(
    left.map(({ check }) => check),
    ['orders', 'mail', 'failed-mail', 'events'],
  )
})

test('clocks that are apart, and zones of which two machines know different things, are found', async () => {
  const late = { now: () => new Date(Date.now() - 60_000) }
  const { state, message } = await examineClock(admin, late)
  assert.equal(state, 'problem')
  assert.match(message, /^This machine and the database are (59|60)\.\d s apart\.$/)
  const zones = ['Europe/Madrid', 'America/New_York', 'Asia/Dubai', 'Europe/London', 'Australia/Lord_Howe']
  const agreed = await examineZones(admin, late, zones)
  assert.equal(agreed.state, 'ok', agreed.message)
})

test('the servers for letters and for limits are asked to answer, and one that does not is told', async (t) => {
  const mail = await listening(t, (socket) => socket.write('220 mail.example ESMTP\r\n'))
  const redis = await listening(t, (socket) =>
    socket.on('data', (asked) => socket.write(String(asked).includes('\r\nhush\r\n') ? '+OK\r\n' : '-NOAUTH no\r\n')),
  )
  const said = async (SMTP_URL: string, REDIS_URL: string) => {
    const { findings } = (await silla(['db', 'doctor', '--json'], { SMTP_URL, REDIS_URL })).json()
    const told = (check: string) => findings.find((each: Finding) => each.check === check)
    return [told('smtp'), told('redis')].map(({ state, message }) => `${state}: ${message}`)
  }
  assert.deepEqual(await said(`smtp://u:p@127.0.0.1:${mail}`, `redis://:hush@127.0.0.1:${redis}`), [
    `ok: The server for letters at 127.0.0.1:${mail} greets us.`,
    `ok: Redis at 127.0.0.1:${redis} answers.`,
  ])
  assert.deepEqual(await said(`smtp://127.0.0.1:1`, `redis://127.0.0.1:${redis}`), [
    'problem: The server for letters at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1).',
    `problem: Redis at 127.0.0.1:${redis} does not let us in.`,
  ])
})

test('a database that a newer or an older Silla left is refused by what touches it, and told by the doctor', async () => {
  const last = knownMigrations().at(-1) ?? ''
  await witness`update registry.migrations_applied set name = '9999-later.sql' where name = ${last}`
  const [list, doctor] = [await silla(['businesses', 'list']), await silla(['db', 'doctor', '--quiet'])]
  const refused = 'Error: The database belongs to a newer Silla (9999-later.sql): update this one.\n'
  assert.deepEqual([list.code, list.stdout, list.stderr], [1, '', refused])
  assert.match(doctor.stdout, /^problem {2}schema +A newer Silla has run 9999-later\.sql\.\n +Update this Silla/m)
  await witness`update registry.migrations_applied set obsolete = true where name = '9999-later.sql'`
  const older = await silla(['bookings', 'list', '--business', salon.slug, '--json'])
  const { error } = older.json()
  assert.equal(error.message, 'The database is older than this Silla by a migration: run silla db migrate first.')
  assert.deepEqual([older.code, error.pending, error.unknown], [1, [last], []])
})

/** Tomorrow with Ana. */
async function booking(time: string): Promise<{ id: number }> {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return dataOf(await salon.guest.books('Ana', time, { date }), 201)
}

/** A server on a port of its own, which is answered. */
async function listening(t: TestContext, onSocket: (socket: Socket) => unknown): Promise<number> {
  const server = createServer(onSocket)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
