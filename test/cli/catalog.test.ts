import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { applySalon, parseSalonFile } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { runSilla } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-catalog-'))
after(() => rmSync(folder, { recursive: true }))
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli }, folder)
await applySalon(admin, parseSalonFile(salonYaml(), 'norte.yaml'))
const norte = ['--business', 'barberia-norte']

test('services are listed with their prices and the number of professionals', async () => {
  const list = await silla('catalog', 'list', 'services', ...norte)
  assert.match(list.stdout, /^Handle +Name +Category +Min +Buffer +Price EUR +Offer +Team +Needs$/m)
  assert.match(list.stdout, /^corte +Corte +pelo +30 +- +18\.50 +- +1 +-$/m)
  const found = (
    await silla('catalog', 'list', 'services', ...norte, '--search', 'BÁRB', '--json')
  ).json()
  assert.deepEqual(
    [found.total, found.services[0].handle, found.services[0].priceCents],
    [1, 'barba', 900],
  )
  const lost = await silla('catalog', 'list', 'services', ...norte, '--category', 'pello')
  assert.equal(lost.stderr, 'Error: Unknown category "pello". Did you mean "pelo"? Known: pelo\n')
  const nothing = await silla('catalog', 'list', 'products', ...norte)
  assert.deepEqual([nothing.code, nothing.stdout], [0, 'barberia-norte has no products.\n'])
})

test('waits, buffers and needs of services are listed, and resources with what needs them', async () => {
  const colour =
    '  color: { name: Color, category: pelo, duration: 70, phases: [work 20, wait 35, work 15], ' +
    'buffer_after: 10, needs: [lavabo], price: 60 }\nresources: { lavabo: { name: Lavabo, count: 2 } }'
  const text = salonYaml({ slug: 'barberia-color', services: colour, offered: 'all' })
  await applySalon(admin, parseSalonFile(text, 'color.yaml'))
  const color = ['--business', 'barberia-color']
  const services = await silla('catalog', 'list', 'services', ...color)
  assert.match(services.stdout, /^color +Color +pelo +70 \(wait 35\) +10 +60\.00 +- +1 +lavabo$/m)
  const resources = await silla('catalog', 'list', 'resources', ...color)
  assert.equal(resources.stdout, 'Handle  Name    Count  Needed by\nlavabo  Lavabo  2      color\n')
  const json = (await silla('catalog', 'list', 'resources', ...color, '--json')).json()
  assert.deepEqual(json.resources, [{ handle: 'lavabo', name: { es: 'Lavabo' }, count: 2 }])
  const filtered = await silla('catalog', 'list', 'resources', ...color, '--category', 'pelo')
  assert.equal(filtered.stderr, 'Error: Resources have no category. Leave --category out.\n')
})

test('prices are exported as CSV, edited, planned and imported again', async () => {
  const exported = await silla(
    'catalog',
    'export',
    'services',
    ...norte,
    '--format',
    'csv',
    '--json',
  )
  const { text } = exported.json()
  assert.match(text, /^\uFEFFhandle,name_es,name_en,name_ar,/)
  writeFileSync(join(folder, 'services.csv'), text.replace('18.50', '21.00'))
  const bring = ['catalog', 'import', 'services.csv', ...norte, '--part', 'services']
  const change = '~ services corte\n    price: 18.50 -> 21.00\n'
  assert.equal((await silla(...bring, '--dry-run')).stdout, `barberia-norte: changes\n${change}`)
  assert.equal(
    (await silla(...bring)).stdout,
    `barberia-norte: changes\n${change}Applied 1 change to barberia-norte.\n`,
  )
  const again = (await silla(...bring, '--replace', '--json')).json()
  assert.deepEqual([again.applied, again.plan.changes], [false, []])
})

test('errors in a file, its encoding and a missing --part are reported', async () => {
  writeFileSync(join(folder, 'wrong.csv'), 'handle,price\ncorte,dear\n')
  const wrong = await silla('catalog', 'import', 'wrong.csv', ...norte, '--part', 'services')
  assert.equal(
    wrong.stderr,
    'Error: wrong.csv:2:7: services.corte.price: must be a price such as 18.50, found "dear"\n',
  )
  writeFileSync(
    join(folder, 'excel.csv'),
    Buffer.from('handle;name\ncorte;"Corte\nde niño"\n', 'latin1'),
  )
  const excel = ['catalog', 'import', 'excel.csv', ...norte, '--part', 'services', '--dry-run']
  assert.match(
    (await silla(...excel)).stderr,
    /^Error: excel\.csv:3:6: invalid utf-8 text: .*--encoding\n$/,
  )
  assert.match((await silla(...excel, '--encoding', 'windows-1252')).stdout, /-> Corte de niño$/m)
  const withoutPart = await silla('catalog', 'import', 'wrong.csv', ...norte)
  assert.deepEqual(
    [withoutPart.code, withoutPart.stderr],
    [2, 'Error: Pass what the rows are, for example --part services.\n'],
  )
})

test('missing translations are listed; --check fails until there are none', async () => {
  const missing = await silla('catalog', 'translate', ...norte)
  assert.match(missing.stdout, /^services +corte +name +en ar +Corte$/m)
  assert.match(missing.stdout, /^2 missing translations\.$/m)
  assert.equal((await silla('catalog', 'translate', ...norte, '--check', '--json')).code, 1)
  const spanish = await silla('catalog', 'translate', ...norte, '--language', 'es', '--check')
  assert.equal(spanish.code, 0)
  assert.equal(spanish.stdout, 'All texts of barberia-norte exist in es.\n')
})
