import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  applySalon,
  catalogParts,
  exportCatalog,
  exportSalon,
  importCatalog,
  missingTranslations,
  parseCatalogCsv,
  parseCatalogYaml,
  parseSalonFile,
  planImport,
  SalonFileError,
} from '@silla/core'
import fc from 'fast-check'
import { formatCsv, parseCsv } from '../../packages/core/src/provisioning/catalog-file/csv.ts'
import { testDatabase } from '../support/database.ts'
import { insertBooking } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()
const adding = { replace: false }
const services = (text: string) => parseCatalogCsv(text, 'services.csv', 'services')

function problemsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof SalonFileError)
      return error.message.replaceAll(/(Known: handle, name_es).*/g, '$1').split('\n')
    throw error
  }
  return []
}

test('importing an exported catalogue changes nothing, in YAML and in CSV', async () => {
  const name = 'barberia-lavapies.yaml'
  const file = parseSalonFile(
    readFileSync(new URL(`../../tenants/seeds/${name}`, import.meta.url), 'utf8'),
    name,
  )
  await applySalon(admin, file)
  const yaml = await exportCatalog(admin, file.slug, { part: null, format: 'yaml' })
  assert.match(
    yaml,
    /^categories:\n {2}cortes:\n {4}name: \{ es: Cortes, en: Haircuts, ar: قص الشعر \}\n/,
  )
  const replacing = { replace: true }
  assert.deepEqual(
    (await planImport(admin, file.slug, parseCatalogYaml(yaml, 'x.yaml'), replacing)).changes,
    [],
  )
  for (const part of catalogParts) {
    for (const separator of [',', ';'] as const) {
      const csv = await exportCatalog(admin, file.slug, { part, format: 'csv', separator })
      const plan = await planImport(
        admin,
        file.slug,
        parseCatalogCsv(csv, 'x.csv', part),
        replacing,
      )
      assert.deepEqual(plan.changes, [], part + separator)
    }
  }
  const spanish = await exportCatalog(admin, file.slug, {
    part: 'services',
    format: 'csv',
    separator: ';',
  })
  assert.match(spanish, /^\uFEFFhandle;name_es;.*\r\ncorte-clasico;.*;18,00;/)
})

test('CSV of any spreadsheet is parsed, and cells that look like formulas are escaped', () => {
  const cells = [
    ['handle', 'name'],
    ['corte', '=HYPERLINK("http://x")'],
  ]
  const read = (text: string) => parseCsv(text).rows.map((row) => row.map(({ text: cell }) => cell))
  for (const text of [
    'handle\tname\rcorte\t"=HYPERLINK(""http://x"")"\r',
    'sep=;\r\nhandle;name\r\ncorte;"=HYPERLINK(""http://x"")"\r\n',
    '\uFEFFhandle,name\ncorte,"\'=HYPERLINK(""http://x"")"',
  ]) {
    assert.deepEqual(read(text), cells)
  }
  assert.deepEqual(parseCsv('sep=;\nhandle;name\n').rows[0]?.[1], {
    text: 'name',
    line: 2,
    column: 8,
  })
  assert.equal(formatCsv([['=1+1', '-5', '+34 600', "'=x"]]), "\uFEFF'=1+1,-5,'+34 600,''=x\r\n")
})

test('a CSV import changes its own columns, adds new entries and keeps the rest', async () => {
  await applySalon(admin, salonFile('table'))
  const table = services(
    'handle;name_en;price;category;duration\r\ncorte;Haircut;20,50;pelo;30\r\nbarba;Beard;"9,00";pelo;15\r\n',
  )
  const plan = await importCatalog(admin, 'table', table, adding)
  assert.deepEqual(
    plan.changes.map(({ area, kind, name, fields }) => [
      area,
      kind,
      name,
      ...fields.map(({ field }) => field),
    ]),
    [
      ['services', 'changed', 'corte', 'price', 'name (en)'],
      ['services', 'added', 'barba'],
      ['professionals', 'changed', 'ana', 'service barba'],
    ],
  )
  const text = await exportSalon(admin, 'table')
  assert.match(
    text,
    /corte:\n {4}name: \{ es: Corte, en: Haircut \}\n {4}category: pelo\n {4}duration: 30\n {4}price: 20\.50/,
  )
  assert.match(text, /barba:\n {4}name: \{ en: Beard \}/)
  const emptied = services('handle,name_en,offer_price\ncorte,,12\n')
  await importCatalog(admin, 'table', emptied, adding)
  await importCatalog(admin, 'table', services('handle,offer_price\ncorte,\n'), adding)
  assert.match(
    await exportSalon(admin, 'table'),
    /corte:\n {4}name: Corte\n {4}category: pelo\n {4}duration: 30\n {4}price: 20\.50\n {2}tinte/,
  )
  const [entry] =
    await witness`select action from audit_entries where action = 'catalog.import' limit 1`
  assert.equal(entry?.action, 'catalog.import')
})

test('an import with replace removes other entries unless that would orphan a booking', async () => {
  const third: [string, string] = [
    '  tinte:',
    '  barba: { name: Barba, category: pelo, duration: 15, price: 9 }\n  tinte:',
  ]
  const { businessId } = await applySalon(
    admin,
    salonFile('whole', third, ['services: [corte]', 'services: [corte, tinte]']),
  )
  const only = services('handle\ncorte\n')
  const plan = await planImport(admin, 'whole', only, { replace: true })
  assert.deepEqual(
    plan.changes.map(({ area, kind, name }) => [area, kind, name]),
    [
      ['services', 'removed', 'barba'],
      ['services', 'removed', 'tinte'],
      ['professionals', 'changed', 'ana'],
      ['professionals', 'changed', 'luis'],
    ],
  )
  const visit = {
    professional: 'ana',
    service: 'tinte',
    startsAt: '2040-03-05T10:00:00Z',
    code: 'WHOLE00001',
  }
  await insertBooking(witness, businessId, visit)
  await assert.rejects(importCatalog(admin, 'whole', only, { replace: true }), {
    code: 'WOULD_STRAND_BOOKINGS',
  })
  await importCatalog(admin, 'whole', only, { replace: true, allowOrphaned: true })
  assert.doesNotMatch(await exportSalon(admin, 'whole'), /tinte/)
})

test('problems of a CSV file are reported with line, column and accepted values', async () => {
  await applySalon(admin, salonFile('wrong'))
  assert.deepEqual(
    problemsOf(() => services('handel,prise,price,price\n')),
    [
      'services.csv:1:1: unknown column "handel". Did you mean "handle"? Known: handle, name_es',
      'services.csv:1:1: the column "handle" is missing',
      'services.csv:1:8: unknown column "prise". Did you mean "price"? Known: handle, name_es',
      'services.csv:1:20: duplicate column "price"',
    ],
  )
  const lines = services('handle,price\ncorte,1\n\ncorte,dear\n,3\ntinte,1,2\n')
  await assert.rejects(planImport(admin, 'wrong', lines, adding), (error: SalonFileError) => {
    assert.deepEqual(error.message.split('\n'), [
      'services.csv:4:1: duplicate handle "corte", first used in line 2',
      'services.csv:4:7: services.corte.price: must be a price such as 18.50, found "dear"',
      'services.csv:5:1: the handle is missing',
      'services.csv:6:9: the row has more than 2 cells',
    ])
    return true
  })
  assert.deepEqual(
    problemsOf(() => services('')),
    ['services.csv:1:1: the file is empty'],
  )
  assert.deepEqual(
    problemsOf(() => services('handle\n"corte\n')),
    ['services.csv:2:1: the quote that opens here is never closed'],
  )
  const table = services(
    'handle,description,price,category,featured\ncorte,"two\nlines",soon,pelo,perhaps\ntinte,x,3,pello,true\nnuevo,x,3,pelo,true\n__proto__,x,3,pelo,true\n',
  )
  await assert.rejects(planImport(admin, 'wrong', table, adding), (error: SalonFileError) => {
    assert.deepEqual(error.message.split('\n'), [
      'services.csv:3:8: services.corte.price: must be a price such as 18.50, found "soon"',
      'services.csv:3:18: services.corte.featured: must be true or false, found "perhaps"',
      'services.csv:4:11: services.tinte.category: unknown category "pello". Did you mean "pelo"? Known: pelo',
      'services.csv:5:1: services.nuevo: "name" is missing',
      'services.csv:5:1: services.nuevo: "duration" is missing',
      'services.csv:6:1: services.__proto__: a handle starts with a lower-case letter and consists of lower-case letters, digits and single hyphens',
    ])
    return true
  })
})

test('a text set in two columns is reported, and a long list of problems is cut off', async () => {
  await applySalon(admin, salonFile('duplicate-texts'))
  const twice = services('handle,name,name_es\ncorte,Corte,Corte clásico\ntinte,Tinte,Tinte\n')
  await assert.rejects(planImport(admin, 'duplicate-texts', twice, adding), {
    message:
      'services.csv:2:7: services.corte.name: "name" and "name_es" set the same text: use only one of them',
  })
  const endless = services(`handle\n${'corte\n'.repeat(151)}`)
  await assert.rejects(planImport(admin, 'duplicate-texts', endless, adding), /\nand 50 more$/)
})

test('problems of a YAML catalogue are reported with line and column', async () => {
  await applySalon(admin, salonFile('wrong-yaml'))
  assert.deepEqual(
    problemsOf(() => parseCatalogYaml('services: {}\nhours: {}\n', 'c.yaml')),
    ['c.yaml:2:1: hours: unknown key "hours". Known: categories, resources, services, products'],
  )
  const file = parseCatalogYaml(
    'services:\n  corte:\n    category: pello\n  tinte: none\n',
    'c.yaml',
  )
  await assert.rejects(
    planImport(admin, 'wrong-yaml', file, adding),
    /^SalonFileError: c\.yaml:3:15: services\.corte\.category: .*\nc\.yaml:4:10: services\.tinte: /,
  )
  const unknown = parseCatalogYaml('services:\n  corte:\n    category: pello\n', 'c.yaml')
  await assert.rejects(
    planImport(admin, 'wrong-yaml', unknown, adding),
    /c\.yaml:3:15: .*Did you mean "pelo"\? Known: pelo/,
  )
})

test('texts that lack a language are listed', async () => {
  await applySalon(admin, salonFile('translated'))
  const { languages, missing } = await missingTranslations(admin, 'translated', [])
  assert.deepEqual(languages, ['es', 'en'])
  assert.deepEqual(
    missing.map(({ area, name, field, missing, text }) => [
      area,
      name,
      field,
      missing.join(),
      text,
    ]),
    [
      ['categories', 'pelo', 'name', 'en', 'Pelo'],
      ['services', 'corte', 'name', 'en', 'Corte'],
      ['closings', '2030-03-19', 'reason', 'en', 'San José'],
    ],
  )
  assert.equal((await missingTranslations(admin, 'translated', ['ar'])).missing.length, 4)
  const later = { now: () => new Date('2030-03-20T12:00:00Z') }
  assert.equal(
    (await missingTranslations(admin, 'translated', ['ar'], later)).missing.length,
    3,
    'past closings are skipped',
  )
  assert.deepEqual((await missingTranslations(admin, 'translated', ['es'])).missing, [])
})

test('any cells survive formatting and parsing', () => {
  const cell = fc
    .oneof(
      fc.string(),
      fc.constantFrom('"', ',', ';', '\n', 'a"b', '""', ' x ', '=1', "'=1", "''", '-'),
    )
    .map((text) => text.replaceAll('\r', '').replaceAll('\uFEFF', ''))
  const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((text) => text.trim() !== ''))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const written = [['a', 'b', 'c'], ...rows]
      const { rows: read } = parseCsv(formatCsv(written))
      assert.deepEqual(
        read.map((cells) => cells.map(({ text }) => text)),
        written,
      )
    }),
  )
})
