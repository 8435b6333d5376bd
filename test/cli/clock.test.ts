import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog, createBusiness } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }
const silla = (...lines: string[]) =>
  runMany(
    lines.map((line) => ['clock', ...line.split(' ')]),
    env,
  )

test('D44: staff shows the clock of a test salon and sets it forward, with an entry in the audit log', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  // a command has the time of the machine
  salon.clock.set(new Date())
  const year = salon.clock.now().getUTCFullYear() + 1
  const [before, set, shown, back] = await silla(
    `show ${salon.slug}`,
    `set ${salon.slug} ${year}-05-04T09:30 --json`,
    `show ${salon.slug} --json`,
    `set ${salon.slug} ${year}-05-04T09:29`,
  )
  assert.match(
    before?.stdout ?? '',
    /^\S+: \d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Madrid\), real time\n$/,
  )
  assert.equal(set?.code, 0)
  const { clock } = set.json()
  assert.deepEqual(
    [clock.slug, clock.timezone, clock.now],
    [salon.slug, 'Europe/Madrid', `${year}-05-04T07:30:00.000Z`],
  )
  assert.equal(shown?.json().clock.aheadMilliseconds, clock.aheadMilliseconds)
  assert.deepEqual(
    [back?.code, back?.stderr],
    [
      1,
      `Error: A clock is only set forward, and that of ${salon.slug} shows ${year}-05-04 09:30.\n`,
    ],
  )

  const today = `${year}-05-04`
  dataOf(await salon.guest.book('Ana', '10:00', { date: today }), 201)
  const [picture] = await runMany([['bookings', 'list', '-b', salon.slug, '--from', 'today']], env)
  assert.match(picture?.stdout ?? '', new RegExp(`${today} +10:00`))

  const { entries } = await auditLog(admin, salon.slug, {
    action: 'clock.set',
    offset: 0,
    limit: 10,
  })
  assert.deepEqual(
    entries.map(({ operator, detail }) => [operator, detail.to]),
    [['marta@desk', `${year}-05-04 09:30`]],
  )
})

test('D44: the clock of a live salon cannot be set, and no clock to a time that does not exist', async () => {
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug: 'live-clock', name: 'Salon', mode: 'live', ...place })
  await createBusiness(admin, { slug: 'test-clock', name: 'Salon', mode: 'test', ...place })
  const [live, skipped, text, unknown] = await silla(
    'set live-clock 2030-03-31T01:30 --json',
    'set test-clock 2030-03-31T02:30',
    'set test-clock 2030-02-30T09:00',
    'set test-clok 2030-03-31T01:30',
  )
  assert.deepEqual([live?.code, live?.json().error.code], [1, 'NOT_A_TEST'])
  assert.deepEqual(
    [skipped?.code, skipped?.stderr],
    [1, 'Error: 2030-03-31 02:30 does not exist in Europe/Madrid: it is skipped.\n'],
  )
  assert.deepEqual(
    [text?.code, text?.stderr],
    [2, 'Error: Invalid time: expected 2027-03-28T01:30, got "2030-02-30T09:00".\n'],
  )
  assert.match(unknown?.stderr ?? '', /test-clock/)
})
