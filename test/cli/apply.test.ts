import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { bookBeard } from './book-beard.ts'
import { runSilla } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-apply-'))
after(() => rmSync(folder, { recursive: true }))

function apply(text: string, ...flags: string[]) {
  writeFileSync(join(folder, 'salon.yaml'), text)
  return runSilla(['businesses', 'apply', 'salon.yaml', ...flags], { CLI_DATABASE_URL: urls.cli }, folder)
}

async function versionOf(slug: string): Promise<number | null> {
  const [row] = await witness`
    select b.catalog_version as version from registry.businesses r join app.businesses b using (business_id) where slug = ${slug}`
  return row?.version ?? null
}

test('a dry run tells the plan and writes nothing', async () => {
  const planned = await apply(salonYaml({ slug: 'only-planned' }), '--dry-run')
  assert.match(planned.stdout, /^only-planned: a new test salon\n\+ profile\n/)
  assert.match(planned.stdout, /^\+ services corte$/m)
  assert.equal(planned.code, 0)
  assert.equal(await versionOf('only-planned'), null)
  const json = (await apply(salonYaml({ slug: 'only-planned' }), '--dry-run', '--json')).json()
  assert.equal(json.applied, false)
  assert.deepEqual(json.plan.changes[0], { area: 'profile', kind: 'added', name: '', fields: [] })
})

test('a salon is made from its file; the same file again changes nothing', async () => {
  const made = await apply(salonYaml())
  assert.match(made.stdout, /Applied \d+ changes to barberia-norte\.\n$/)
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const version = await versionOf('barberia-norte')
  const again = await apply(salonYaml(), '--json')
  assert.deepEqual([again.json().applied, again.json().plan.changes], [false, []])
  const plain = await apply(salonYaml())
  assert.equal(plain.stdout, 'barberia-norte: nothing to change\n')
  assert.equal(await versionOf('barberia-norte'), version)
})

test('a change is told with what it was and will be, then made', async () => {
  await apply(salonYaml({ slug: 'dearer' }))
  const dearer = await apply(salonYaml({ slug: 'dearer', price: '21' }))
  assert.match(dearer.stdout, /^~ services corte\n {4}price: 18\.50 -> 21\.00\nApplied 1 change to dearer\.\n$/m)
})

test('where nobody can be asked, what would be removed needs --yes', async () => {
  await apply(salonYaml({ slug: 'smaller' }))
  const version = await versionOf('smaller')
  const withoutBeards = salonYaml({ slug: 'smaller', services: '', offered: '[corte]' })
  const refused = await apply(withoutBeards)
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /^Error: This asks before it changes anything, .*: say --yes\.\n$/)
  assert.equal(await versionOf('smaller'), version)
  const agreed = await apply(withoutBeards, '--yes', '--json')
  assert.equal(agreed.json().applied, true)
  assert.notEqual(await versionOf('smaller'), version)
})

test('mistakes in a file are told with their lines, all at once', async () => {
  const wrong = await apply(salonYaml().replace('duration: 30', 'duration: soon').replace('name: Ana', 'nombre: Ana'))
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^Error: salon\.yaml:12:\d+: services\.corte\.duration: must be a whole number of minutes/)
  assert.match(wrong.stderr, /^salon\.yaml:16:\d+: professionals\.ana\.nombre: "nombre" is not known here/m)
  const json = (await apply(salonYaml().replace('duration: 30', 'duration: soon'), '--json')).json()
  assert.deepEqual([json.error.problems[0].line, json.error.problems[0].path], [12, 'services.corte.duration'])
})

test('a file that is not there is one clear line', async () => {
  const missing = await runSilla(['businesses', 'apply', 'nowhere.yaml'], { CLI_DATABASE_URL: urls.cli }, folder)
  assert.deepEqual([missing.code, missing.stderr], [1, 'Error: There is no file nowhere.yaml.\n'])
  const folderGiven = await runSilla(['businesses', 'apply', '.'], { CLI_DATABASE_URL: urls.cli }, folder)
  assert.deepEqual([folderGiven.code, folderGiven.stderr], [1, 'Error: . cannot be read (EISDIR).\n'])
})

test('coming bookings that would be stranded are named, and refused without --allow-stranded', async () => {
  await apply(salonYaml({ slug: 'booked' }))
  await bookBeard('booked')
  const withoutBeards = salonYaml({ slug: 'booked', services: '', offered: '[corte]' })
  const refused = await apply(withoutBeards, '--yes')
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, /^! \d{4}-\d\d-\d\d 10:00, Ana, for Luis .*: service removed$/m)
  assert.match(refused.stderr, /^Error: 1 coming booking of booked would be stranded: .* say --allow-stranded\.\n$/)
  const json = await apply(withoutBeards, '--yes', '--json')
  assert.deepEqual([json.code, json.json().error.stranded[0].reason], [1, 'service removed'])
  const forced = await apply(withoutBeards, '--yes', '--allow-stranded')
  assert.equal(forced.code, 0)
})
