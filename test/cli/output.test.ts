import assert from 'node:assert/strict'
import test from 'node:test'
import type { StoredMail } from '@silla/core'
import { pageOf } from '../../cli/src/flags/common-flags.ts'
import { mailCard } from '../../cli/src/format/cards.ts'
import { displayWidth } from '../../cli/src/format/display-width.ts'
import { pageText } from '../../cli/src/format/list-page.ts'
import { planText } from '../../cli/src/format/plan-text.ts'
import { table } from '../../cli/src/format/table.ts'
import { JsonStream, jsonText } from '../../cli/src/text/json.ts'
import { sanitize, stripControl } from '../../cli/src/text/sanitize.ts'

const headings = ['Slug', 'Name', 'Status']
const rows = [
  ['barberia-centro', 'Barbería Centro de Lavapiés', 'active'],
  ['oasis', 'واحة الجمال', 'suspended'],
]

test('in a pipe, a table has complete columns with two spaces between them', () => {
  assert.equal(
    table(headings, rows, null),
    [
      'Slug             Name                         Status',
      'barberia-centro  Barbería Centro de Lavapiés  active',
      'oasis            واحة الجمال                  suspended',
    ].join('\n'),
  )
})

test('on a terminal, no line is wider than the terminal, and long cells are truncated', () => {
  for (const columns of [200, 80, 60, 50]) {
    const lines = table(headings, rows, columns).split('\n')
    assert.ok(
      lines.every((line) => line.length <= columns),
      `${columns} columns`,
    )
    assert.equal(lines.length, 6, 'a frame, the headings, a rule, two rows, a frame')
  }
  assert.match(table(headings, rows, 60), /│ barberia-centro │ Barbería .*… │ active {4}│/)
})

test('if truncated cells do not fit, each row becomes a complete card', () => {
  assert.equal(
    table(headings, rows, 30),
    [
      'Slug    barberia-centro',
      'Name    Barbería Centro de Lavapiés',
      'Status  active',
      '',
      'Slug    oasis',
      'Name    واحة الجمال',
      'Status  suspended',
    ].join('\n'),
  )
})

test('colours do not count for the width of a cell', () => {
  const applied = { text: 'applied', paint: (text: string) => `\u001B[32m${text}\u001B[39m` }
  const [frame, , , row] = table(['Salon', 'Outcome'], [['barberia-centro', applied]], 80).split(
    '\n',
  )
  assert.equal(frame, '┌─────────────────┬─────────┐')
  assert.equal(row, '│ barberia-centro │ \u001B[32mapplied\u001B[39m │')
})

test('a cell is always one line of text without control characters', () => {
  const painted = { text: 'act\u0007ive', paint: (text: string) => text }
  const hostile = [['eva', '\u001B[2J\u001B]0;t\u0007Eva\r\nPrado\u009B1m', painted]]
  for (const columns of [null, 80, 20]) {
    const shown = table(headings, hostile, columns)
    assert.doesNotMatch(shown, /[^\P{Cc}\n]/u, `${columns} columns`)
    assert.match(shown, /Eva Prado/)
  }
})

test('an email and a plan keep their line breaks but no control characters', () => {
  const text = 'Hola\u001B[2J,\r\n\u202Eadios\u0007\n\n'
  const mail: StoredMail = {
    ...{
      id: 1,
      kind: 'code' as const,
      to: 'eva@example.com',
      language: 'es' as const,
      state: 'kept' as const,
    },
    ...{
      subject: text,
      text,
      html: '',
      calendar: '',
      attempts: 1,
      lastError: '',
      createdAt: new Date(0),
      sentAt: null,
    },
  }
  assert.match(mailCard(mail, 'UTC'), /\n\nHola,\nadios $/)
  const changes = [
    { area: 'services' as const, kind: 'added' as const, name: 'corte\u001B[2J\u0007', fields: [] },
  ]
  const plan = { slug: 'eva', mode: 'test' as const, businessId: 'known', changes }
  assert.equal(
    planText({ ...plan, orphaned: [], kept: [], withoutShifts: [], staffChanges: [] }),
    'eva: changes\n+ services corte ',
  )
})

test('ideographs count as two columns and combining marks as none; nothing is truncated if there is room', () => {
  assert.deepEqual(['Zoe\u0308', '\u200EEva\u200E'].map(displayWidth), [3, 3])
  const lines = table(['Slug', 'Name'], [['tokio', '東京の理髪店東京の理髪店']], 80).split('\n')
  assert.equal(lines[3], '│ tokio │ 東京の理髪店東京の理髪店 │')
  assert.equal(lines[0], `┌───────┬${'─'.repeat(26)}┐`)
})

test('a list shows its page if there are several, and reports a page after the last one', () => {
  const pageOfList = (page: number, total: number) =>
    pageText({ page, limit: 50 }, total, 'list', 'There are none.')
  assert.deepEqual(
    [pageOfList(1, 50), pageOfList(1, 0), pageOfList(9, 0)],
    ['list', 'There are none.', 'There are none.'],
  )
  assert.deepEqual(
    [pageOfList(1, 51), pageOfList(3, 101)],
    ['list\nPage 1 of 2 (51 entries).', 'list\nPage 3 of 3 (101 entries).'],
  )
  assert.equal(pageOfList(3, 100), 'No entries on this page. Page 3 of 2 (100 entries).')
  assert.deepEqual(pageOf({ page: 3, limit: 50 }), { offset: 100, limit: 50 })
})

test('text from outside is printed without escape sequences and control characters', async () => {
  assert.equal(sanitize('\u202eavE\u202c أحمد'), 'avE أحمد')
  assert.equal(sanitize('Eva\u001b[2J\u001b]0;title\u0007\r\nPrado\u009b1m'), 'Eva Prado')
  const green = '\u001b[32mok\u001b[39m'
  assert.equal(
    stripControl(`${green}\t\u001b[2J\u009b2J\u202eeva\u2069\r\n`),
    `${green}\t[2J2Jeva\n`,
  )
  const unsafe = { name: 'a\u0085\u009b2J\u202eb' }
  const escaped = '"name": "a\\u0085\\u009b2J\\u202eb"'
  assert.equal(jsonText(unsafe), `{\n  ${escaped}\n}`)
  let written = ''
  const json = new JsonStream(async (text) => {
    written += text
  })
  await json.object(unsafe)
  assert.equal(written, `{\n  ${escaped}`)
})
