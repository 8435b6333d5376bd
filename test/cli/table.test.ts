import assert from 'node:assert/strict'
import test from 'node:test'
import type { StoredMail } from '@silla/core'
import { pageOf } from '../../cli/src/flags/common-flags.ts'
import { mailCard } from '../../cli/src/format/cards.ts'
import { displayWidth } from '../../cli/src/format/display-width.ts'
import { pageText } from '../../cli/src/format/list-page.ts'
import { planText } from '../../cli/src/format/plan-text.ts'
import { table } from '../../cli/src/format/table.ts'

const headings = ['Slug', 'Name', 'Status']
const rows = [
  ['barberia-centro', 'Barbería Centro de Lavapiés', 'active'],
  ['oasis', 'واحة الجمال', 'suspended'],
]

test('for a pipe a table is whole columns with two spaces between them', () => {
  assert.equal(
    table(headings, rows, null),
    [
      'Slug             Name                         Status',
      'barberia-centro  Barbería Centro de Lavapiés  active',
      'oasis            واحة الجمال                  suspended',
    ].join('\n'),
  )
})

test('on a terminal no line is wider than it, and long cells are cut', () => {
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

test('where even cut cells do not fit, each row is lines of its own, and whole', () => {
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

test('colours take no place in a table', () => {
  const applied = { text: 'applied', paint: (text: string) => `\u001B[32m${text}\u001B[39m` }
  const [frame, , , row] = table(['Salon', 'Outcome'], [['barberia-centro', applied]], 80).split(
    '\n',
  )
  assert.equal(frame, '┌─────────────────┬─────────┐')
  assert.equal(row, '│ barberia-centro │ \u001B[32mapplied\u001B[39m │')
})

test('whatever a cell says is one line of text, at every width', () => {
  const painted = { text: 'act\u0007ive', paint: (text: string) => text }
  const hostile = [['eva', '\u001B[2J\u001B]0;t\u0007Eva\r\nPrado\u009B1m', painted]]
  for (const columns of [null, 80, 20]) {
    const shown = table(headings, hostile, columns)
    assert.doesNotMatch(shown, /[^\P{Cc}\n]/u, `${columns} columns`)
    assert.match(shown, /Eva Prado/)
  }
})

test('a letter keeps its lines, a plan its own, and neither tells the terminal to do anything', () => {
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
  const plan = { slug: 'eva', mode: 'test' as const, businessId: 'known', changes, orphaned: [] }
  assert.equal(planText(plan), 'eva: changes\n+ services corte ')
})

test('ideographs take two places, marks above a letter none, and nothing is cut where there is room', () => {
  assert.deepEqual(['Zoe\u0308', '\u200EEva\u200E'].map(displayWidth), [3, 3])
  const lines = table(['Slug', 'Name'], [['tokio', '東京の理髪店東京の理髪店']], 80).split('\n')
  assert.equal(lines[3], '│ tokio │ 東京の理髪店東京の理髪店 │')
  assert.equal(lines[0], `┌───────┬${'─'.repeat(26)}┐`)
})

test('a list says which page it is where there are more, and that nothing is on one behind the last', () => {
  const observation = (page: number, total: number) =>
    pageText({ page, limit: 50 }, total, 'list', 'There are none.')
  assert.deepEqual(
    [observation(1, 50), observation(1, 0), observation(9, 0)],
    ['list', 'There are none.', 'There are none.'],
  )
  assert.deepEqual(
    [observation(1, 51), observation(3, 101)],
    ['list\nPage 1 of 2 (51 entries).', 'list\nPage 3 of 3 (101 entries).'],
  )
  assert.equal(observation(3, 100), 'No entries on this page. Page 3 of 2 (100 entries).')
  assert.deepEqual(pageOf({ page: 3, limit: 50 }), { offset: 100, limit: 50 })
})
