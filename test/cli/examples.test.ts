import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { applySalon, createBusiness } from '@silla/core'
import { testApi } from '../support/api.ts'
import { latestTransaction, tablesWithoutAuditEntry } from '../support/audit.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { fakeStripe } from '../support/processor.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { testSecrets } from '../support/secrets.ts'
import { commandFacts } from './published/command-facts.ts'
import { type Ran, runMany } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
// what is signed now is believed for five minutes
clock.set(new Date())
const double = await fakeStripe(clock)
const environment = {
  CLI_DATABASE_URL: urls.cli,
  STRIPE_SECRET_KEY: double.secretKey,
  STRIPE_PUBLISHABLE_KEY: double.publishableKey,
  STRIPE_API_BASE: double.url,
  SECRETS_KEY: testSecrets.secretsKey.toString('base64'),
}
const folder = mkdtempSync(join(tmpdir(), 'silla-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** They make and empty databases, on a server of their own: test/cli/db.test.ts runs them. */
const elsewhere = /^db (setup|reset|migrate)/

/** They ask before they do anything, and here is nobody who answers. */
const inputs = /^businesses create$|^(businesses delete|stripe disconnect) barberia-centro$/

/**
 * They name a booking, a letter, a job, a key, a customer, an account or a closing as it could be:
 * here there is none, and they say so.
 */
const namesNobody =
  /\b(1042|17|7K2MP9QRST|3f2a9c1e|acct_1AbCdEfGhIjKlMnO)\b|\bservice 12\b|^mail retry --all|^schedule closures remove/

test('every example of every command is run: it is done, or it names somebody who is not there and is told so', async () => {
  const salon = salonFileFor('barberia-centro', {
    professionals: ['Marta', 'Ana', 'Carlos'],
    services: [
      { name: 'Corte', category: 'Pelo' },
      { name: 'Barba', category: 'Pelo' },
    ],
    products: [{ name: 'Cera', category: 'Cuidado' }],
  })
  await applySalon(admin, {
    ...salon,
    profile: { ...salon.profile, website: 'https://barberia.example' },
  })
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug: 'sin-llaves', name: 'Sin llaves', mode: 'test', ...place })
  const jobs = await jobsDatabase()
  await jobs`select jobs.keep_alive('a-worker', interval '1 hour')`
  writeFiles()
  const examples = commandFacts().flatMap(({ examples }) =>
    examples.map(({ line }) => line.replace(/^(\S+=\S+ )?silla /, '')),
  )
  const lines = examples.filter((line) => !elsewhere.test(line)).sort(byWhatTheyNeed)
  const since = await latestTransaction()
  const all = [`stripe webhook setup ${new URL(apiUrl).origin}`, ...preparing, ...lines]
  const ran = await runMany(all.map(wordsOf), environment, folder)
  const wrong = all.flatMap((line, place) => complaints(line, ran[place] as Ran))
  assert.deepEqual(wrong, [], 'mend the example, or what it runs')
  assert.ok(
    ran.filter(({ code }) => code === 0).length > ran.length / 2,
    'most of them do something',
  )
  // the endpoint hears of all salons, and is no salon's
  const unnoted = (await tablesWithoutAuditEntry(since)).filter(
    (table) => table !== 'registry.webhook_endpoints',
  )
  assert.deepEqual(unnoted, [], 'what changes something notes it in its transaction')
})

/** What the examples take for granted. */
const preparing = [
  'catalog export services -b barberia-centro --format csv --output prices.csv',
  'catalog export -b barberia-centro --output catalog.yaml',
  'bookings create -b barberia-centro --professional Ana --service Corte --day tomorrow --time 10:00 --name Marta --email marta@example.com',
]

function complaints(line: string, { code, stderr, json }: Ran): string[] {
  if (inputs.test(line))
    return code === 2 && /pass --yes|On a terminal/.test(stderr)
      ? []
      : [`${line}: ${code} ${stderr}`]
  if (code === 0)
    return stderr === '' && (!line.includes('--json') || json()) ? [] : [`${line}: ${stderr}`]
  const observation = line.includes('--json')
    ? (json().error?.message ?? JSON.stringify(json()))
    : stderr
  return code === 1 && namesNobody.test(line) && /\bno\b|not/i.test(observation)
    ? []
    : [`${line}: ${code} ${observation}`]
}

/**
 * A customer is there once somebody has booked, and what is left of them is looked at before they
 * are erased; a business is deleted last.
 */
const byWhatTheyNeed = (a: string, b: string) => turnOf(a) - turnOf(b)

const turnOf = (line: string): number => {
  const lease = turns.findIndex((lines) => lines.test(line))
  return lease === -1 ? turns.length : lease + (lease < firstOfLast ? 0 : turns.length)
}

const turns = [
  // while the webhook is at an API that is there
  /^(db doctor|stripe webhook verify)/,
  /^bookings create/,
  /^customers adjust-points/,
  // before it has one of its own
  /^stripe connect.*--account/,
  /^customers erase/,
  /^stripe disconnect.*--yes/,
  /^businesses delete/,
  /^businesses create barberia-centro/,
]
const firstOfLast = 4

/** As a shell in this folder would split and complete it. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)]
    .map(([word]) => word.replaceAll('"', ''))
    .flatMap((word) =>
      word === 'salons/*.yaml' ? ['salons/este.yaml', 'salons/oeste.yaml'] : [word],
    )

function writeFiles(): void {
  mkdirSync(join(folder, 'salons'))
  writeFileSync(join(folder, 'salon.yaml'), salonYaml())
  for (const slug of ['este', 'oeste'])
    writeFileSync(join(folder, 'salons', `${slug}.yaml`), salonYaml({ slug }))
}
