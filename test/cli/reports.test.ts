import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

test('D76: platform staff see a report as a table, as JSON and as CSV, with the figures of the API', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', priceCents: 2050 }],
    professionals: ['Ana'],
  })
  for (const time of ['10:00', '11:00']) dataOf(await salon.guest.book('Ana', time), 201)
  const show = [
    'reports',
    'show',
    'visits',
    '-b',
    salon.slug,
    '--from',
    '2030-03-01',
    '--to',
    '2030-03-31',
  ]
  const file = join(mkdtempSync(join(tmpdir(), 'silla-reports-')), 'visits.csv')
  const [text, json, csv, ...refused] = await runMany(
    [
      [...show, '--group', 'professional'],
      [...show, '--group', 'month', '--json'],
      [
        ...show,
        '--group',
        'month',
        '--format',
        'csv',
        '--separator',
        'semicolon',
        '--output',
        file,
      ],
      ['reports', 'show', 'utilization', '-b', salon.slug, '--group', 'service'],
      [...show, '--output', file],
      ['reports', 'show', 'visits', '-b', salon.slug, '--from', '2029-01-01', '--to', '2030-03-31'],
    ],
    env,
  )
  assert.match(text?.stdout ?? '', /Ana +2 .*41\.00 EUR/)
  assert.match(text?.stdout ?? '', /Total +2 /)
  const { rows, total } = JSON.parse(json?.stdout ?? '')
  assert.deepEqual([rows.length, rows[0].figures, total.upcomingCents], [1, total, 4100])
  assert.equal(csv?.stdout, `Wrote ${file}.\n`)
  assert.match(
    readFileSync(file, 'utf8'),
    /^\uFEFFfrom;to;id;name;visits;.*\r\n2030-03-01;2030-03-31;;;2;.*;41,00;/,
  )
  for (const answer of refused) assert.equal(answer.code, 2, answer.stderr)
})
