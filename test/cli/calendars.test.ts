import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { writeDatabaseUrls } from '@silla/db'
import { writeDemoFile } from '../../services/dev/src/demo-file.ts'
import { fetchCalendar } from '../rest/calendars/calendar-app.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()

test('every command that names a professional accepts the handle of the salon file', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await witness`
    update professionals set handle = 'first-chair' where business_id = ${salon.businessId}`
  const person = ['--professional', 'first-chair']
  const runs = await runMany(
    [
      ['calendars', 'create', ...person],
      ['bookings', 'list', ...person],
      ['blocks', 'list', ...person],
      ['bookings', 'reassign', '--from', 'first-chair', '--day', 'today', '--dry-run'],
      ['staff', 'invite', '--email', 'ana@example.com', '--dry-run', ...person],
    ].map((words) => [...words, '-b', salon.slug]),
    { CLI_DATABASE_URL: urls.cli, PUBLIC_URL: 'https://book.example/' },
  )
  assert.deepEqual(
    runs.map(({ code, stderr }) => [code, stderr]),
    runs.map(() => [0, '']),
  )
})

test('D43: staff creates calendars, lists them and revokes them, with entries in the audit log', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const env = {
    CLI_DATABASE_URL: urls.cli,
    SILLA_OPERATOR: 'marta@desk',
    PUBLIC_URL: 'https://book.example/',
  }
  const silla = <Lines extends string[]>(...lines: Lines) =>
    runMany(
      lines.map((line) => ['calendars', ...line.split(' '), '-b', salon.slug]),
      env,
    ) as Promise<{ [Index in keyof Lines]: RunResult }>

  const [empty] = await silla('list')
  assert.equal(empty.stdout, `${salon.slug} has no calendars.\n`)
  const [created, createdJson, unknown] = await silla(
    'create --professional ana',
    'create --json',
    'create --professional Zoe',
  )
  const url = /https:\/\/book\.example(\/calendarios\/[a-z2-7]{32}\.ics)/.exec(created.stdout)
  assert.ok(url?.[1], created.stdout)
  assert.match(created.stdout, /^The address of the calendar of Ana:/)
  assert.equal((await fetchCalendar(url[1])).status, 200)
  const { calendar } = createdJson.json()
  assert.equal(calendar.professional, null)
  const { pathname } = new URL(calendar.url)
  assert.equal((await fetchCalendar(pathname)).status, 200)
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /no professional "?Zoe/)

  const [list, revoked] = await silla('list', `revoke ${calendar.id}`)
  assert.match(list.stdout, new RegExp(`^${calendar.id} +${salon.slug} `, 'm'))
  assert.match(list.stdout, /^\d+ +Ana /m)
  assert.equal(revoked.stdout, `Revoked calendar ${calendar.id}.\n`)
  assert.equal((await fetchCalendar(pathname)).status, 404)
  const [again] = await silla(`revoke ${calendar.id} --json`)
  assert.deepEqual([again.code, again.json().error.code], [1, 'CALENDAR_NOT_FOUND'])

  const { entries } = await auditLog(admin, salon.slug, { offset: 0, limit: 10 })
  const calendars = entries.filter(({ action }) => action.startsWith('calendars.'))
  assert.deepEqual(
    calendars.map(({ action, operator }) => `${operator} ${action}`),
    ['marta@desk calendars.revoke', 'marta@desk calendars.create', 'marta@desk calendars.create'],
  )
  assert.doesNotMatch(JSON.stringify(entries), /[a-z2-7]{32}/)
})

test('with the database of npm start, addresses are those of its API', async (t) => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const folder = mkdtempSync(join(tmpdir(), 'silla-calendars-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeDatabaseUrls(folder, urls)
  writeDemoFile(folder, {
    baseUrl: 'http://127.0.0.1:3000',
    processorUrl: null,
    businesses: [],
  })
  const create = ['calendars', 'create', salon.slug]
  const running = { SILLA_DATA_DIR: folder }
  const [ours] = await runMany([create], running)
  assert.match(
    ours?.stdout ?? '',
    /^ {2}http:\/\/127\.0\.0\.1:3000\/calendarios\/[a-z2-7]{32}\.ics$/m,
  )
  const [, shown] = await runMany(
    [
      ['businesses', 'update', salon.slug, '--online-page'],
      ['businesses', 'show', salon.slug],
    ],
    running,
  )
  assert.match(
    shown?.stdout ?? '',
    new RegExp(` http://127\\.0\\.0\\.1:3000/s/${salon.slug}$`, 'm'),
  )
  const [configured] = await runMany([create], { ...running, PUBLIC_URL: 'https://book.example' })
  const [elsewhere] = await runMany([create], { ...running, CLI_DATABASE_URL: urls.cli })
  assert.match(configured?.stdout ?? '', /^ {2}https:\/\/book\.example\/calendarios\//m)
  assert.match(elsewhere?.stdout ?? '', /^ {2}\/calendarios\//m, 'its API is not known')
})
