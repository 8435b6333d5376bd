import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { type RunningSilla, runMany, startSilla } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-imports-'))
after(() => rmSync(folder, { recursive: true }))
const silla = (...lines: string[][]) => runMany(lines, { CLI_DATABASE_URL: urls.cli }, folder)

test('customers are checked with a line per row, imported, and reported in a table', async () => {
  const salon = await openSalon()
  writeFileSync(
    join(folder, 'clients.csv'),
    'Client ID,First Name,Email,Accepts Marketing,City\n' +
      '1,Eva,eva@example.com,Yes,Madrid\n=2,Hugo,hugo@,Yes,Madrid\n3,Lucía,,Yes,Madrid\n',
  )
  const command = ['customers', 'import', salon.slug, 'clients.csv', '--from', 'fresha']
  const [dry, done, again, json] = await silla(
    [...command, '--dry-run'],
    [...command, '--report', 'report.csv'],
    command,
    [...command, '--json'],
  )
  const columns =
    'Columns: Client ID (id), First Name (firstName), Email (email).\n' +
    'Not imported: Accepts Marketing, City.\nConsent is never imported: Accepts Marketing.\n'
  const refused = 'Line 3: refused, =2: "hugo@" is not an email address\n'
  assert.equal(
    dry?.stdout,
    `${columns}Line 2: created, 1\n${refused}Line 4: created, 3\n` +
      `Dry run, 3 rows for ${salon.slug}: 2 created, 1 refused. Nothing was written.\n`,
  )
  assert.equal(
    done?.stdout,
    `${columns}${refused}Imported 3 rows for ${salon.slug}: 2 created, 1 refused.\n` +
      'Wrote report.csv.\n',
  )
  assert.match(
    readFileSync(join(folder, 'report.csv'), 'utf8'),
    /^\uFEFFline,external_id,outcome,id,notes\r\n2,1,created,\d+,\r\n3,'=2,refused,,"""hugo@"" is not/,
  )
  assert.match(again?.stdout ?? '', /Imported 3 rows for salon-\d+: 2 unchanged, 1 refused\.\n$/)
  const report = json?.json()
  assert.deepEqual(
    [report.dryRun, report.counts.unchanged, report.columns.consent, report.rows[1].externalId],
    [false, 2, ['Accepts Marketing'], '=2'],
  )
  const [{ count } = { count: 0 }] = await witness<{ count: number }[]>`
    select count(*)::int from app.customers where business_id = ${salon.businessId}`
  assert.equal(count, 2)
})

test('a file that cannot be imported says why', async () => {
  const { slug } = await openSalon()
  writeFileSync(join(folder, 'empty.csv'), '')
  writeFileSync(join(folder, 'long.csv'), `name\n${'Eva\n'.repeat(100_001)}`)
  writeFileSync(join(folder, 'latin.csv'), 'name\nPeñalver\n', 'latin1')
  const command = (file: string, ...more: string[]) => [
    ...['customers', 'import', slug, file, '--from', 'generic'],
    ...more,
  ]
  const ran = await silla(
    command('missing.csv'),
    command('.'),
    command('empty.csv'),
    command('latin.csv'),
    command('latin.csv', '--encoding', 'windows-1252', '--column', 'name'),
    command('latin.csv', '--encoding', 'windows-1252', '--json'),
    ['customers', 'import', 'nowhere', 'empty.csv', '--from', 'generic'],
    command('long.csv'),
    ['customers', 'import', '--help'],
  )
  const errors = ran.map(({ code, stderr }) => `${code} ${stderr.split('\n')[0]}`)
  assert.equal(errors[0], '1 Error: File not found: missing.csv.')
  assert.equal(errors[1], '1 Error: . is a folder. Pass its files, such as customers.csv.')
  assert.equal(errors[2], '1 Error: The file is empty.')
  assert.match(errors[3] ?? '', /^1 Error: The file is not utf-8, in line 1 or a later one/)
  assert.equal(errors[4], '2 Error: Invalid value for --column: expected THEIRS=OURS, got "name".')
  assert.deepEqual([ran[5]?.code, ran[5]?.json().counts.created], [0, 1])
  assert.equal(errors[6], '1 Error: Business not found: nowhere.')
  assert.match(errors[7] ?? '', /^1 Error: The file has more than 100[,.]?000 rows\. Split it/)
  assert.match(ran[8]?.stdout ?? '', /of at most 100,000\s+rows/)
})

test('names without a meaning in the salon stop an import of bookings, and a mapping file gives it', async () => {
  const salon = await openSalon()
  writeFileSync(
    join(folder, 'visits.csv'),
    'Client;Date;Time;Service;Staff\nEva;2020-03-04;10:00;Haircut;Ana\nEva;2020-03-04;13:00;Lunch;Ana\n',
  )
  writeFileSync(join(folder, 'names.txt'), 'Haircut=corte\n\nLunch=\n')
  const command = ['bookings', 'import', salon.slug, 'visits.csv', '--from', 'fresha']
  const [unknown, done, twice] = await silla(
    command,
    [...command, '--map-file', 'names.txt'],
    [...command, '--map', 'Lunch=', '--map-file', 'names.txt'],
  )
  assert.equal(unknown?.code, 1)
  assert.equal(
    unknown?.stderr,
    'Error: Nothing was imported. The salon does not have:\n  service Haircut: 1 row\n' +
      '  service Lunch: 1 row\nSay what each is called here, such as --map "Haircut=Corte"; ' +
      '--map "Break=" leaves its rows out.\n',
  )
  assert.match(
    done?.stdout ?? '',
    /Line 3: skipped, left out by the mapping\nImported 2 rows for \S+: 1 created, 1 skipped\.\n$/,
  )
  assert.deepEqual([twice?.code, twice?.stderr], [2, 'Error: --map names "Lunch" twice.\n'])
})

test('a list from standard input that is interrupted goes on where it ended', async () => {
  const salon = await openSalon()
  const interrupted = await importUntilBlocked(salon, async (running) => {
    running.kill('SIGINT')
    await running.ended()
  })
  assert.doesNotMatch(interrupted.stdout, /Imported/)
  assert.equal(await customersOf(salon), 200)
  const again = await startSilla(importing(salon), { CLI_DATABASE_URL: urls.cli }, list).ended()
  assert.match(again.stdout, /Imported 300 rows for \S+: 100 created, 200 unchanged\.\n$/)
  assert.equal(await customersOf(salon), 300)
})

test('an import whose database stops answering says how many rows are done, and exits with 1', async () => {
  const salon = await openSalon()
  const { code, stderr } = await importUntilBlocked(salon, async (running) => {
    await running.ended()
  })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /database.* 200 of 300 rows are done\. Run the command again for the others\./s,
  )
  assert.equal(await customersOf(salon), 200)
})

const list = [
  'id,name,email',
  ...Array.from({ length: 300 }, (_, index) => `${index},Eva Gil,eva.${index}@example.com`),
].join('\n')

const importing = ({ slug }: TestSalon) => [
  ...['customers', 'import', slug, '-', '--from', 'generic', '--yes'],
]

const customersOf = async ({ businessId }: TestSalon) => {
  const [row] = await witness<{ count: number }[]>`
    select count(*)::int from app.customers where business_id = ${businessId}`
  return row?.count
}

/** Holds the second transaction of an import back, by a customer whom it would write. */
async function importUntilBlocked(
  salon: TestSalon,
  work: (running: RunningSilla) => Promise<void>,
) {
  const undo = new Error('the customer is not committed')
  let running: RunningSilla | undefined
  await assert.rejects(
    witness.begin(async (tx) => {
      await tx`
        insert into app.customers (business_id, email_key, email, name, language, created_at)
        values (
          ${salon.businessId}, 'eva.250@example.com', 'eva.250@example.com', 'Eva Gil', 'es', now())`
      running = startSilla(importing(salon), { CLI_DATABASE_URL: urls.cli }, list)
      await untilWaiting(1)
      await work(running)
      throw undo
    }),
    undo,
  )
  return (running as RunningSilla).ended()
}
