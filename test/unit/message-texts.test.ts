import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { smsLength } from '@silla/core'
import { languages } from '@silla/locale'
import { messageKinds, messageTexts, textsAtSalon } from '@silla/messaging'
import { openPace } from '../../services/worker/src/messages/pace.ts'

const texts = textsAtSalon(
  {
    name: 'Barbería Centro',
    pages: { manage: (code) => `https://book.example/s/barberia-centro/r/${code}` },
  },
  {},
)

test('D77: messages at a usual salon are one or two segments, in Arabic at most three', () => {
  for (const { kind, language, length } of texts) {
    const { encoding, segments, units } = length
    if (language !== 'ar' && segments > 1) assert.equal(encoding, 'GSM-7', `${kind} in ${language}`)
    const most = language === 'ar' ? 3 : 2
    assert.ok(segments <= most, `${kind} in ${language} has ${segments} segments, ${units} units`)
  }
})

test('D77: the guide has every text with the name of its template and its length', () => {
  const guide = readFileSync('docs/messages.md', 'utf8')
  const rows = texts.map(
    ({ name, language, body, length: { encoding, segments } }) =>
      `| \`${name}\` | ${language} | ${body} | ${segments} ${encoding} |`,
  )
  const missing = rows.filter((row) => !guide.includes(row))
  assert.deepEqual(missing, [], `copy these rows into docs/messages.md:\n${rows.join('\n')}`)
})

test('D77: WhatsApp accepts the texts as templates: no parameter at either end, each in the other languages', () => {
  for (const kind of messageKinds)
    for (const language of languages) {
      const text = messageTexts[language][kind]
      assert.doesNotMatch(text, /^\{\{|\}\}$/)
      const places = (of: string) => [...of.matchAll(/\{\{\d\}\}/g)].map(([place]) => place).sort()
      assert.deepEqual(places(text), places(messageTexts.es[kind]), `${kind} in ${language}`)
    }
})

test('D77: segments are counted as they are billed', () => {
  for (const [text, encoding, segments] of [
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['€'.repeat(80), 'GSM-7', 1],
    ['€'.repeat(81), 'GSM-7', 2],
    [`á${'a'.repeat(69)}`, 'UCS-2', 1],
    [`á${'a'.repeat(70)}`, 'UCS-2', 2],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['م'.repeat(135), 'UCS-2', 3],
  ] as const)
    assert.deepEqual(
      { ...smsLength(text), units: 0 },
      { encoding, segments, units: 0 },
      text.slice(0, 5),
    )
})

test('D77: a provider gets turns at even intervals, in order, and those that come together share a reservation', async () => {
  const waits: number[] = []
  const reserved: number[] = []
  const answers: ((milliseconds: number) => void)[] = []
  const pace = openPace(
    20,
    (messages) => {
      reserved.push(messages)
      return new Promise((resolve) => answers.push(resolve))
    },
    async (milliseconds) => void waits.push(milliseconds),
  )
  const first = pace.turn()
  const others = [pace.turn(), pace.turn(), pace.turn()]
  answers[0]?.(0)
  await first
  answers[1]?.(30)
  await Promise.all(others)
  assert.deepEqual(
    [reserved, waits],
    [
      [1, 3],
      [30, 80, 130],
    ],
  )
})

test('D77: without a reservation nothing is sent, and the next turn tries again', async () => {
  const answers = [Promise.reject(new Error('no database')), Promise.resolve(0)]
  const pace = openPace(20, () => answers.shift() ?? assert.fail())
  await assert.rejects(pace.turn(), /no database/)
  await pace.turn()
})
