import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  applySalon,
  catalogParts,
  exportCatalog,
  exportSalon,
  importCatalog,
  parseCatalogCsv,
  parseSalonFile,
  readSalon,
  type Salon,
} from '@silla/core'
import {
  categoryFields,
  packageFields,
  productFields,
  professionalFields,
  profileFields,
  resourceTypeFields,
  serviceFields,
  settingsFields,
} from '@silla/db'
import { languages } from '@silla/locale'
import { parse, stringify } from 'yaml'
import { diffSalons } from '../../packages/core/src/provisioning/diff.ts'
import { entriesOf, keysOf } from '../../packages/core/src/provisioning/fields.ts'
import { salonFromFile } from '../../packages/core/src/provisioning/salon-file/salon-file.ts'
import { none } from '../architecture/sources.ts'
import { testDatabase } from '../support/database.ts'
import { type Document, everyKeyDocument, hasKey, keysOfEntry } from './every-key.ts'

// Each key of the schema of the salon file gets a value, is stored, exported, changed, and exported
// again. A message names the places where a key that got lost is listed.

const { admin } = await testDatabase()
const day = 47_000
const salonOf = (document: Document) =>
  salonFromFile(parseSalonFile(stringify(document), document.salon), day)

const lists = 'db/src/catalog-fields.ts, business-fields.ts'
const writes = 'db/src/queries/provisioning/salon-writes.ts'
const schema = 'packages/core/src/provisioning/salon-file/schema-sections.ts'
const places = {
  insert: `the insert in ${writes}, or the select in salon-state.ts beside it`,
  update: `\`on conflict ... do update\` in ${writes}`,
  parse: 'packages/core/src/provisioning/salon-file/parse',
  serialize: 'packages/core/src/provisioning/salon-file/serialize',
  plan: 'packages/core/src/provisioning/salon-fields.ts',
  csv: 'packages/core/src/provisioning/catalog-file/catalog-file.ts',
}

test('every key of the salon file is stored, changed and exported', async () => {
  const lost: string[] = []
  const differing = differences(everyKeyDocument('any', 0), everyKeyDocument('any', 1))
  for (const order of [[0, 1] as const, [1, 0] as const]) {
    const omitted: string[][] = []
    for (const [index, variant] of order.entries()) {
      const document = everyKeyDocument(`every-${order.join('')}`, variant)
      await applySalon(admin, parseSalonFile(stringify(document), 'every.yaml'))
      const stored = await readSalon(admin, document.salon)
      const kind = index === 0 ? 'insert' : 'update'
      for (const path of differences(salonOf(document), stored))
        lost.push(
          `${path}: a ${index === 0 ? 'new' : 'changed'} value is not stored: ${places[kind]}`,
        )
      const exported = parse(await exportSalon(admin, document.salon))
      for (const path of differences(stored, salonOf(exported)))
        lost.push(`${path}: another value is exported: ${places.serialize}`)
      omitted.push(differences(document, exported))
    }
    // a default may be omitted, and of two different values at most one is it
    for (const path of lost.length > 0 ? [] : differing)
      if (omitted.every((paths) => paths.includes(path)))
        lost.push(`${path}: not exported: ${places.parse}, or ${places.serialize}`)
  }
  none(
    [...new Set(lost)],
    [
      'Keys of the salon file get lost. Add them to these places; of a record with a list only to',
      `${lists}:`,
    ].join(' '),
  )
})

test('a plan names a change of every value', () => {
  const [before, after] = [
    salonOf(everyKeyDocument('plan', 0)),
    salonOf(everyKeyDocument('plan', 1)),
  ]
  const unnamed = leaves(before)
    .filter((path) => !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)))
    .filter((path) => {
      const changed = structuredClone(before)
      setAt(changed, path, valueAt(after, path))
      return diffSalons(before, changed).length === 0
    })
  none(
    unnamed.map((path) => `${path.join('.')}: ${places.plan}`),
    'A plan does not name changes of these values:',
  )
})

test('a CSV file has a column for every key of an entry', async () => {
  const lost: string[] = []
  const [from, into] = [everyKeyDocument('csv-from', 0), everyKeyDocument('csv-into', 1)]
  for (const document of [from, into])
    await applySalon(admin, parseSalonFile(stringify(document), 'every.yaml'))
  for (const part of catalogParts) {
    const csv = await exportCatalog(admin, from.salon, { part, format: 'csv', separator: ',' })
    const columns = csv.slice(1, csv.indexOf('\r')).split(',')
    for (const key of keysOfEntry(part))
      if (!columns.includes(key) && !columns.includes(`${key}_es`))
        lost.push(`${part}.${key} has no column: ${places.csv}`)
    const keys = columns.map((column) =>
      column.replace(new RegExp(`_(${languages.join('|')})$`), ''),
    )
    for (const key of keys)
      if (key !== 'handle' && !keysOfEntry(part).includes(key))
        lost.push(`${part}.${key} is no key of the schema: ${schema}`)
    await importCatalog(admin, into.salon, parseCatalogCsv(csv, 'x.csv', part), { replace: true })
  }
  const [exported, imported] = [
    await readSalon(admin, from.salon),
    await readSalon(admin, into.salon),
  ]
  for (const part of ['categories', 'resourceTypes', 'services', 'products'] as const)
    for (const path of differences(exported[part], imported[part]))
      lost.push(`${part}.${path} is not imported: ${places.csv}`)
  none(lost, 'A CSV file loses values:')
})

test('every field of a list is a key of the schema', () => {
  const lists: [Path, object][] = [
    [[], profileFields],
    [['settings'], settingsFields],
    [['categories', '*'], categoryFields],
    [['resources', '*'], resourceTypeFields],
    [['services', '*'], serviceFields],
    [['professionals', '*'], professionalFields],
    [['products', '*'], productFields],
    [['points_packages', '*'], packageFields],
  ]
  const unknown = lists.flatMap(([entry, fields]) =>
    entriesOf(fields)
      .map(([, field]) => [...entry, ...keysOf(field)])
      .filter((path) => !hasKey(path)),
  )
  none(
    unknown.map((path) => `${path.join('.')}: ${schema}`),
    'The schema of the salon file lacks these keys:',
  )
})

type Path = readonly string[]

/** The paths at which the second value differs from the first one. */
function differences(expected: unknown, found: unknown): string[] {
  const paths = leaves(expected).filter(
    (path) => !isDeepStrictEqual(valueAt(found, path), valueAt(expected, path)),
  )
  return [...new Set(paths.map((path) => path.join('.')))]
}

/** The paths of all values that are not mappings or lists of them. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Object.entries(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [path]
  return entries.flatMap(([key, item]) => leaves(item, [...path, key]))
}

const valueAt = (holder: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    holder,
  )

function setAt(salon: Salon, path: Path, value: unknown): void {
  const holder = valueAt(salon, path.slice(0, -1)) as Record<string, unknown>
  holder[path.at(-1) ?? ''] = value
}
