import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { planText } from '../../cli/src/format/plan-text.ts'
import { testDatabase } from '../support/database.ts'
import { bookBeard } from './book-beard.ts'
import { type RunResult, runMany, runSilla } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-apply-'))
after(() => rmSync(folder, { recursive: true }))

function apply(text: string, ...flags: string[]) {
  writeFileSync(join(folder, 'salon.yaml'), text)
  return runSilla(
    ['businesses', 'apply', 'salon.yaml', ...flags],
    { CLI_DATABASE_URL: urls.cli },
    folder,
  )
}

async function versionOf(slug: string): Promise<number | null> {
  const [row] = await witness`
    select b.catalog_version as version from registry.businesses r join app.businesses b using (business_id) where slug = ${slug}`
  return row?.version ?? null
}

test('a dry run shows the plan and writes nothing', async () => {
  const planned = await apply(salonYaml({ slug: 'only-planned' }), '--dry-run')
  assert.match(planned.stdout, /^only-planned: new test salon\n\+ profile\n/)
  assert.match(planned.stdout, /^\+ services corte$/m)
  assert.equal(planned.code, 0)
  assert.equal(await versionOf('only-planned'), null)
  const json = (await apply(salonYaml({ slug: 'only-planned' }), '--dry-run', '--json')).json()
  assert.equal(json.salons[0].outcome, 'planned')
  assert.deepEqual(json.salons[0].plan.changes[0], {
    area: 'profile',
    kind: 'added',
    name: '',
    fields: [],
  })
})

test('a salon is created from its file; applying the same file again changes nothing', async () => {
  const made = await apply(salonYaml())
  assert.match(made.stdout, /Applied \d+ changes to barberia-norte\.\n$/)
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const version = await versionOf('barberia-norte')
  const again = await apply(salonYaml(), '--json')
  const [unchanged] = again.json().salons
  assert.deepEqual(
    [unchanged.outcome, unchanged.plan.changes, unchanged.error],
    ['unchanged', [], null],
  )
  const plain = await apply(salonYaml())
  assert.equal(plain.stdout, 'barberia-norte: no changes\n')
  assert.equal(await versionOf('barberia-norte'), version)
})

test('a change is shown with its old and new value, then applied', async () => {
  await apply(salonYaml({ slug: 'dearer' }))
  const dearer = await apply(salonYaml({ slug: 'dearer', price: '21' }))
  assert.match(
    dearer.stdout,
    /^~ services corte\n {4}price: 18\.50 -> 21\.00\nApplied 1 change to dearer\.\n$/m,
  )
})

test('a closure that was added by command stays unless --prune is passed', async () => {
  const run = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli }, folder)
  await apply(salonYaml({ slug: 'stocktaking' }))
  await run('schedule', 'closures', 'add', '--day', '2033-03-08', '-b', 'stocktaking')
  const kept = '= closings 2033-03-08: kept, no file has named it\n'
  const again = await apply(salonYaml({ slug: 'stocktaking' }))
  assert.equal(again.stdout, `stocktaking: no changes\n${kept}`)
  const pruned = await apply(salonYaml({ slug: 'stocktaking' }), '--prune', '--yes')
  assert.match(pruned.stdout, /^- closings 2033-03-08\nApplied 1 change to stocktaking\.\n$/m)

  // a file that only names what is stored is remembered, although it changes nothing
  await run('schedule', 'closures', 'add', '--day', '2033-03-09', '-b', 'stocktaking')
  const naming = `${salonYaml({ slug: 'stocktaking' })}closings: [{ day: 2033-03-09 }]\n`
  assert.equal((await apply(naming)).stdout, 'stocktaking: no changes\n')
  const removed = await apply(salonYaml({ slug: 'stocktaking' }), '--yes')
  assert.match(removed.stdout, /^- closings 2033-03-09$/m)
})

test('a professional without shifts is a warning in the plan and in db doctor', async () => {
  const shifts = '    shifts: { monday: "10:00-14:00, 16:00-20:00", tuesday: 10:00-20:00 }\n'
  const without = salonYaml({ slug: 'on-leave' }).replace(shifts, '')
  const planned = await apply(without)
  assert.match(
    planned.stdout,
    /^\? professionals ana: no shifts, so customers cannot book with them$/m,
  )
  const doctor = await runSilla(['db', 'doctor', '--json'], { CLI_DATABASE_URL: urls.cli })
  const { check, state, message } = doctor
    .json()
    .findings.find(({ check }: { check: string }) => check === 'professionals-without-shifts')
  assert.deepEqual(
    [check, state, message],
    [
      'professionals-without-shifts',
      'warning',
      'Professionals have no shifts, so customers cannot book with them: on-leave (ana).',
    ],
  )
})

test('without a terminal, a plan that removes something needs --yes', async () => {
  await apply(salonYaml({ slug: 'smaller' }))
  const version = await versionOf('smaller')
  const withoutBeards = salonYaml({ slug: 'smaller', services: '', offered: '[corte]' })
  const refused = await apply(withoutBeards)
  assert.equal(refused.code, 2)
  assert.match(
    refused.stderr,
    /^Error: This needs confirmation, and there is no terminal: pass --yes\.\n$/,
  )
  assert.equal(await versionOf('smaller'), version)
  const agreed = await apply(withoutBeards, '--yes', '--json')
  assert.equal(agreed.json().salons[0].outcome, 'applied')
  assert.notEqual(await versionOf('smaller'), version)
})

test('all errors in a file are reported together, with their lines', async () => {
  const invalid = await apply(
    salonYaml().replace('duration: 30', 'duration: soon').replace('name: Ana', 'nombre: Ana'),
  )
  assert.equal(invalid.code, 1)
  assert.match(
    invalid.stderr,
    /^Error: salon\.yaml:12:\d+: services\.corte\.duration: must be a whole number of minutes/,
  )
  assert.match(
    invalid.stderr,
    /^salon\.yaml:16:\d+: professionals\.ana\.nombre: unknown key "nombre"/m,
  )
  const json = (await apply(salonYaml().replace('duration: 30', 'duration: soon'), '--json')).json()
  assert.deepEqual(
    [json.error.problems[0].line, json.error.problems[0].path],
    [12, 'services.corte.duration'],
  )
})

test('a missing file and a folder are one-line errors, and - reads standard input', async () => {
  const missing = await runSilla(
    ['businesses', 'apply', 'nowhere.yaml'],
    { CLI_DATABASE_URL: urls.cli },
    folder,
  )
  assert.deepEqual([missing.code, missing.stderr], [1, 'Error: File not found: nowhere.yaml.\n'])
  const folderGiven = await runSilla(
    ['businesses', 'apply', '.'],
    { CLI_DATABASE_URL: urls.cli },
    folder,
  )
  assert.deepEqual(
    [folderGiven.code, folderGiven.stderr],
    [1, 'Error: . is a folder. Pass its files, such as *.yaml.\n'],
  )
  // stdin is empty here
  const piped = await runSilla(['businesses', 'apply', '-'], { CLI_DATABASE_URL: urls.cli }, folder)
  assert.match(piped.stderr, /^Error: -:1:1: must be a salon/)
})

test('a long plan is shortened: removals first, then counts per area', () => {
  const services = Array.from({ length: 2000 }, (_, index) => ({
    area: 'services' as const,
    kind: index < 1990 ? ('added' as const) : ('removed' as const),
    name: `s${index}`,
    fields: [],
  }))
  const plan = {
    slug: 'long',
    mode: 'test' as const,
    businessId: 'known',
    changes: services,
    orphaned: [],
    kept: [],
    withoutShifts: [],
    staffChanges: [],
  }
  const lines = planText(plan, 30).split('\n')
  assert.deepEqual(lines.slice(0, 2), ['long: changes', '- services s1990'])
  assert.deepEqual(lines.slice(30), [
    '  and 1971 more lines (see --json)',
    'Total: services 1990 added, 10 removed',
  ])
})

test('upcoming bookings that would be orphaned are listed and need --allow-orphaned', async () => {
  await apply(salonYaml({ slug: 'booked' }))
  await bookBeard('booked')
  writeFileSync(
    join(folder, 'shaved.yaml'),
    salonYaml({ slug: 'booked', services: '', offered: '[corte]' }),
  )
  const late = salonYaml({ slug: 'booked' })
    .replace('open: 10:00', 'open: 11:00')
    .replace('"10:00', '"11:00')
  writeFileSync(join(folder, 'late.yaml'), late)
  const [refused, json, unconfirmed, forced] = (await runMany(
    [
      ['shaved.yaml', '--yes'],
      ['shaved.yaml', '--yes', '--json'],
      ['late.yaml', '--allow-orphaned'],
      ['shaved.yaml', '--yes', '--allow-orphaned'],
    ].map((words) => ['businesses', 'apply', ...words]),
    { CLI_DATABASE_URL: urls.cli },
    folder,
  )) as [RunResult, RunResult, RunResult, RunResult]
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, /^! \d{4}-\d\d-\d\d 10:00, Ana, for Luis .*: service removed$/m)
  assert.match(
    refused.stderr,
    /^Error: 1 upcoming booking of booked would be orphaned\. .* pass --allow-orphaned\.\n$/,
  )
  assert.deepEqual([json.code, json.json().error.orphaned[0].reason], [1, 'service removed'])
  assert.match(unconfirmed.stdout, /outside working time$/m)
  assert.deepEqual([unconfirmed.code, /pass --yes/.test(unconfirmed.stderr)], [2, true])
  assert.equal(forced.code, 0)
})

test('several files are applied independently, with a summary of the results', async () => {
  const files = {
    'one.yaml': salonYaml({ slug: 'one' }),
    'bad.yaml': 'salon: bad',
    'two.yaml': salonYaml({ slug: 'two' }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'again.yaml'), files['one.yaml'])
  const names = ['one.yaml', 'bad.yaml', 'two.yaml', 'again.yaml']
  const bulk = await runSilla(
    ['businesses', 'apply', ...names],
    { CLI_DATABASE_URL: urls.cli },
    folder,
  )
  assert.equal(bulk.code, 1)
  assert.match(bulk.stdout, /^File +Salon +Outcome +Added +Changed +Removed +Orphaned$/m)
  assert.match(bulk.stdout, /^one\.yaml +one +applied +7 +0 +0 +0$/m)
  assert.match(bulk.stdout, /^bad\.yaml +- +failed$/m)
  assert.match(bulk.stdout, /^two\.yaml +two +applied/m)
  assert.match(bulk.stdout, /^Total: 2 applied, 2 failed$/m)
  assert.match(bulk.stderr, /^Error: 2 of 4 files failed\.\nbad\.yaml:1:1: /)
  assert.match(bulk.stderr, /^again\.yaml: The file describes one, and so does one\.yaml\.$/m)
  assert.deepEqual(
    [await versionOf('one'), await versionOf('bad'), await versionOf('two')],
    [2, null, 2],
  )
  const json = (
    await runSilla(
      ['businesses', 'apply', ...names, '--json'],
      { CLI_DATABASE_URL: urls.cli },
      folder,
    )
  ).json()
  assert.equal(json.error.message.split('\n')[0], '2 of 4 files failed.')
  assert.deepEqual(
    json.error.salons.map(({ file, outcome }: { file: string; outcome: string }) => [
      file,
      outcome,
    ]),
    [
      ['one.yaml', 'unchanged'],
      ['bad.yaml', 'failed'],
      ['two.yaml', 'unchanged'],
      ['again.yaml', 'failed'],
    ],
  )
  assert.equal(json.error.salons[1].error.problems[0].line, 1)
})

test('D68: diff shows what was changed since the last file; apply keeps or overwrites it', async () => {
  const slug = 'changed-meanwhile'
  const text = salonYaml({ slug })
  await apply(text, '--yes')
  const environment = { CLI_DATABASE_URL: urls.cli }
  const run = (...words: string[]) => runSilla(words, environment, folder)
  assert.equal((await run('businesses', 'update', slug, '--horizon-days', '60')).code, 0)

  const diff = await run('businesses', 'diff', slug, 'salon.yaml')
  assert.match(
    diff.stdout,
    /^changed-meanwhile: changes\n~ settings\n {4}horizon: 60 days -> 90 days\n\* settings: horizon: 90 days -> 60 days, by \S+, 20\S+Z\n$/,
  )
  const json = (await run('businesses', 'diff', slug, 'salon.yaml', '--json')).json()
  assert.equal(json.plan.staffChanges[0].field, 'horizon')
  const other = await run('businesses', 'diff', 'barberia-norte', 'salon.yaml')
  assert.deepEqual([other.code, other.stderr.includes('not barberia-norte')], [1, true])

  const version = await versionOf(slug)
  const refused = await apply(text, '--yes', '--json')
  assert.deepEqual(
    [refused.code, refused.json().error.code, refused.json().error.staffChanges.length],
    [1, 'STAFF_CHANGES', 1],
  )
  assert.equal((await apply(text, '--dry-run')).code, 0)
  assert.equal((await apply(text, '--keep-staff', '--overwrite-staff')).code, 2)
  const kept = await apply(text, '--keep-staff')
  assert.match(kept.stdout, /^changed-meanwhile: no changes\n\* settings: horizon/)
  assert.equal(await versionOf(slug), version)
  assert.match((await apply(text, '--overwrite-staff')).stdout, /Applied 1 change/)
  assert.match((await run('businesses', 'diff', slug, 'salon.yaml')).stdout, /no changes\n$/)
})
