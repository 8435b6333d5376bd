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
import { signedInStaff } from '../support/signed-in-staff.ts'
import { commandFacts } from './published/command-facts.ts'
import { type RunResult, runMany } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls } = await testDatabase()
const { url: apiUrl, clock } = await testApi()
// event signatures are accepted for five minutes
clock.set(new Date())
const stripe = await fakeStripe(clock)
const environment = {
  CLI_DATABASE_URL: urls.cli,
  MIGRATOR_DATABASE_URL: urls.migrator,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_API_BASE: stripe.url,
  SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
}
const folder = mkdtempSync(join(tmpdir(), 'silla-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * They create and empty databases, or need another one; db.test.ts, backup.test.ts, test/archives and test/moves
 * run them, moved-business.test.ts what they do about a salon that has moved.
 */
const runElsewhere =
  /^(db (setup|reset|migrate|backup|restore|passwords)|businesses (archive|restore|move|forget|delete .*--moved-to))/

/** They prompt, and there is no terminal here. */
const prompting = /^businesses create$|^(businesses delete|stripe disconnect) barberia-centro$/

/**
 * They name a booking, an email, a job, a key, a customer, an account or a closure that does not
 * exist here, and fail.
 */
const withUnknownObject =
  /\b(1042|17|7K2MP9QRST|3f2a9c1e|acct_1AbCdEfGhIjKlMnO)\b|\bservice 12\b|(till|crm)\.example|^mail retry .*--all|^schedule closures remove/

test('every example of every command runs: it succeeds, or it names an object that does not exist', async () => {
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
  for (const slug of ['sin-llaves', 'barberia-demo'])
    await createBusiness(admin, { slug, name: slug, mode: 'test', ...place })
  const [centro] = await admin<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = 'barberia-centro'`
  await signedInStaff(
    { businessId: centro?.businessId ?? '', slug: 'barberia-centro', clock },
    { role: 'owner', professionalId: null },
  )
  const jobs = await jobsDatabase()
  await jobs`select jobs.record_heartbeat('a-worker', '{a-pool}', interval '1 hour')`
  writeFiles()
  const examples = commandFacts().flatMap(({ examples }) =>
    examples.map(({ line }) => line.replace(/^(\S+=\S+ )?silla /, '')),
  )
  const lines = examples.filter((line) => !runElsewhere.test(line)).sort(byDependency)
  const since = await latestTransaction()
  const all = [`stripe webhook setup ${new URL(apiUrl).origin}`, ...preparation, ...lines]
  const ran = await runMany(all.map(wordsOf), environment, folder)
  const failures = all.flatMap((line, index) => failuresOf(line, ran[index] as RunResult))
  assert.deepEqual(failures, [], 'fix the example, or the command')
  assert.ok(ran.filter(({ code }) => code === 0).length > ran.length / 2, 'most examples succeed')
  // the webhook endpoint belongs to no salon
  const unaudited = (await tablesWithoutAuditEntry(since)).filter(
    (table) => table !== 'registry.webhook_endpoints',
  )
  assert.deepEqual(unaudited, [], 'every change needs an audit entry in its transaction')
})

/** What the examples need. */
const preparation = [
  'catalog export services -b barberia-centro --format csv --output prices.csv',
  'catalog export -b barberia-centro --output catalog.yaml',
  'bookings create -b barberia-centro --professional Ana --service Corte --day tomorrow --time ' +
    '10:00 --name Marta --email marta@example.com',
]

function failuresOf(line: string, { code, stderr, json }: RunResult): string[] {
  if (prompting.test(line))
    return code === 2 && /pass --yes|On a terminal/.test(stderr)
      ? []
      : [`${line}: ${code} ${stderr}`]
  if (code === 0)
    return stderr === '' && (!line.includes('--json') || json()) ? [] : [`${line}: ${stderr}`]
  const message = line.includes('--json')
    ? (json().error?.message ?? JSON.stringify(json()))
    : stderr
  return code === 1 && withUnknownObject.test(line) && /\bno\b|not/i.test(message)
    ? []
    : [`${line}: ${code} ${message}`]
}

/**
 * A customer exists after their first booking and is shown before they are erased; a business is
 * deleted last.
 */
const byDependency = (a: string, b: string) => orderOf(a) - orderOf(b)

const orderOf = (line: string): number => {
  const index = order.findIndex((lines) => lines.test(line))
  return index === -1 ? order.length : index + (index < firstOfLast ? 0 : order.length)
}

const order = [
  // while the webhook points to a running API
  /^(db doctor|stripe webhook verify)/,
  // before the salon is suspended
  /^support open/,
  /^bookings create/,
  /^messages senders set/,
  /^customers adjust-points/,
  // before the salon has its own account
  /^stripe connect.*--account/,
  /^messages senders remove/,
  /^customers erase/,
  /^stripe disconnect.*--yes/,
  /^businesses delete/,
  /^businesses create barberia-centro/,
]
const firstOfLast = 6

/** Splits and expands a line as a shell in this folder would. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)]
    .map(([word]) => word.replaceAll('"', ''))
    .flatMap((word) =>
      word === 'salons/*.yaml' ? ['salons/este.yaml', 'salons/oeste.yaml'] : [word],
    )

function writeFiles(): void {
  mkdirSync(join(folder, 'salons'))
  writeFileSync(
    join(folder, 'appointments.csv'),
    'Client,Date,Time,Service,Staff\nEva,2020-03-04,10:00,Haircut,Ana\nEva,2020-03-04,13:00,Lunch,Ana\n',
  )
  writeFileSync(join(folder, 'names.txt'), 'Haircut=Corte\nLunch=\n')
  writeFileSync(join(folder, 'clients.csv'), 'Client ID,First Name,Email\n1,Eva,eva@example.com\n')
  writeFileSync(
    join(folder, 'list.csv'),
    'name;Contacto\nLucía Peñalver;lucia@example.com\n',
    'latin1',
  )
  writeFileSync(join(folder, 'salon.yaml'), salonYaml())
  for (const slug of ['este', 'oeste'])
    writeFileSync(join(folder, 'salons', `${slug}.yaml`), salonYaml({ slug }))
}
