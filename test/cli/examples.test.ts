import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { applySalon, createBusiness } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { salonFileOf } from '../support/salon-plan.ts'
import { latestTransaction, tablesWrittenUnnoted } from '../support/unnoted.ts'
import { commandFacts } from './published/command-facts.ts'
import { type Ran, runMany } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** These need a server of their own (test/cli/db.test.ts), a processor (test/cli/stripe.test.ts), somebody who answers, or a salon that is not there yet or no more. */
const elsewhere =
  /^db (prepare|reset|migrate)|^stripe (connect|disconnect|webhook)|^businesses (create|create barberia-centro .*|delete barberia-centro( --yes.*)?)$|^schedule closings remove (?!.*--yes)/

/** They name a booking, a letter, a job, a key, a customer or a closing as it could be: here there is none, and they say so. */
const namesNobody = /\b(1042|17|7K2MP9QRST|3f2a9c1e)\b|\bservice 12\b|^mail retry --all|^schedule closings remove/

test('every example of every command is run: it is done, or it names somebody who is not there and is told so', async () => {
  await applySalon(
    admin,
    salonFileOf('barberia-centro', {
      professionals: ['Marta', 'Ana', 'Carlos'],
      services: [
        { name: 'Corte', category: 'Pelo' },
        { name: 'Barba', category: 'Pelo' },
      ],
      products: [{ name: 'Cera', category: 'Cuidado' }],
    }),
  )
  const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const
  await createBusiness(admin, { slug: 'sin-llaves', name: 'Sin llaves', mode: 'test', ...place })
  writeFiles()
  const examples = commandFacts().flatMap(({ examples }) =>
    examples.map(({ line }) => line.replace(/^(\S+=\S+ )?silla /, '')),
  )
  const lines = examples.filter((line) => !elsewhere.test(line)).sort(byWhatTheyNeed)
  const since = await latestTransaction()
  const ran = await runMany([...preparing, ...lines].map(wordsOf), { CLI_DATABASE_URL: urls.cli }, folder)
  const wrong = [...preparing, ...lines].flatMap((line, place) => complaints(line, ran[place] as Ran))
  assert.deepEqual(wrong, [], 'mend the example, or what it runs')
  assert.ok(ran.filter(({ code }) => code === 0).length > ran.length / 2, 'most of them do something')
  assert.deepEqual(await tablesWrittenUnnoted(since), [], 'what changes something notes it in its transaction')
})

/** What the examples take for granted. */
const preparing = [
  'catalog export services -b barberia-centro --format csv --output prices.csv',
  'catalog export -b barberia-centro --output catalog.yaml',
  'bookings book -b barberia-centro --professional Ana --service Corte --day tomorrow --time 10:00 --name Marta --email marta@example.com',
]

function complaints(line: string, { code, stderr, json }: Ran): string[] {
  if (code === 0) return stderr === '' && (!line.includes('--json') || json()) ? [] : [`${line}: ${stderr}`]
  const told = line.includes('--json') ? json().error.message : stderr
  return code === 1 && namesNobody.test(line) && /\bno\b|not/i.test(told) ? [] : [`${line}: ${code} ${told}`]
}

/** A customer is there once somebody has booked; what is left of them is looked at before they are erased. */
const byWhatTheyNeed = (a: string, b: string) => order(a) - order(b)
const order = (line: string) =>
  line.startsWith('bookings book') ? 0 : line.startsWith('points') ? 1 : line.startsWith('customers erase') ? 3 : 2

/** As a shell in this folder would split and complete it. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)]
    .map(([word]) => word.replaceAll('"', ''))
    .flatMap((word) => (word === 'salons/*.yaml' ? ['salons/este.yaml', 'salons/oeste.yaml'] : [word]))

function writeFiles(): void {
  mkdirSync(join(folder, 'salons'))
  writeFileSync(join(folder, 'salon.yaml'), salonYaml())
  for (const slug of ['este', 'oeste']) writeFileSync(join(folder, 'salons', `${slug}.yaml`), salonYaml({ slug }))
}
