import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSalonFile, salonFileJsonSchema, salonFileSchema } from '@silla/core'
import { Ajv } from 'ajv'
import { parse, stringify } from 'yaml'
import { validateShape } from '../../packages/core/src/provisioning/salon-file/parse/validate-shape.ts'
import { parseYaml } from '../../packages/core/src/provisioning/salon-file/parse/yaml-document.ts'
import { knownKeys } from '../../packages/core/src/provisioning/salon-file/schema.ts'

const docs = readFileSync(new URL('../../docs/salon-file.md', import.meta.url), 'utf8')

const [, example = ''] = /```yaml\n(.*?)```/s.exec(docs) ?? []

test('the example in docs/salon-file.md is valid', () => {
  const file = parseSalonFile(example, 'docs/salon-file.md')
  assert.deepEqual(
    [
      file.slug,
      file.services.length,
      file.resourceTypes[0]?.count,
      file.services[2]?.phases,
      file.professionals[1]?.ownTerms,
      file.professionals.length,
      file.closings.length,
      file.services[0]?.offerPriceCents,
      file.products[0]?.stock,
      file.pointsPackages[0]?.priceCents,
    ],
    [
      'casa-lola',
      3,
      2,
      [20, 35, 15],
      [{ serviceHandle: 'corte-corto', durationMinutes: 25, phases: null, priceCents: 1650 }],
      2,
      9,
      1590,
      20,
      1000,
    ],
  )
})

test('docs/salon-file.md documents every key of the format', () => {
  const undocumented = [...new Set(keysOf(salonFileSchema()))].filter(
    (key) => !docs.includes(`${key}:`) && !docs.includes(`\`${key}\``),
  )
  // documented as "monday to sunday"
  assert.deepEqual(undocumented, ['wednesday', 'thursday', 'friday'])
})

const published = new URL('../../docs/salon-file.schema.json', import.meta.url)

test('the published schema is up to date and accepts the demo salons and the example', () => {
  const schema = JSON.parse(readFileSync(published, 'utf8'))
  assert.deepEqual(
    schema,
    JSON.parse(JSON.stringify(salonFileJsonSchema())),
    'run `npm run salon-schema` and commit docs/salon-file.schema.json',
  )
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)
  const seeds = new URL('../../tenants/seeds/', import.meta.url)
  const texts = readdirSync(seeds).map((name) => readFileSync(new URL(name, seeds), 'utf8'))
  for (const text of [...texts, example]) {
    const yaml = parseYaml(text, knownKeys())
    assert.ok(
      'document' in yaml && validate(yaml.document.data),
      JSON.stringify(validate.errors?.slice(0, 3)),
    )
  }
  assert.ok(!validate({ salon: 'x', mode: 'lively' }))
})

test('the published schema accepts the same values as the parser', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(salonFileJsonSchema())
  const isValid = (text: string) => {
    const yaml = parseYaml(text, knownKeys())
    return 'document' in yaml && 'document' in validateShape(yaml.document)
  }
  const differences: string[] = []
  const salon = parse(everySection)
  for (const path of pathsIn(salon)) {
    for (const value of [null, ' ', 'a\u001b', 7]) {
      const changed = structuredClone(salon)
      const holder = path.slice(0, -1).reduce((inner, key) => inner[key], changed)
      holder[path.at(-1) ?? ''] = value
      const text = stringify(changed)
      if (validate(parse(text)) !== isValid(text))
        differences.push(`${path.join('.')}: ${JSON.stringify(value)}`)
    }
  }
  assert.deepEqual(differences, [])
})

const everySection = `
salon: casa-lola
mode: test
name: Casa Lola
description: { es: Barrio }
contact: { email: a@b.example }
address: { city: Madrid, country: ES }
coordinates: { latitude: 1, longitude: 2 }
branding: { color: "#123456", logo: /a.png }
images: { cover: /a.png }
settings: { currency: EUR, timezone: Europe/Madrid, language: es, slot_interval: 15, reminder_hours: 24, points: true, assignment: priority, reschedule_hours: 12, online_page: true, notifications: each }
limits: { secret: 9 }
hours: { monday: { open: 10:00-20:00, break: 14:00-16:00 }, tuesday: closed }
closings: [{ day: 2030-12-25, reason: Navidad }]
categories: { pelo: { name: Pelo, kind: service } }
resources: { lavabo: { name: Lavabo, count: 2 } }
services: { corte: { name: Corte, category: pelo, duration: 30, price: 9, gallery: [/a.png], phases: [work 10, wait 10, work 10], buffer_after: 5, needs: [lavabo] } }
professionals:
  leo: { name: Leo, services: { corte: { duration: 40, phases: [work 40], price: 9 } } }
  ana: { name: Ana, services: all, specialties: [Rizos], shifts: { monday: 10:00-14:00 }, exceptions: [{ day: 2030-12-25 }] }
`

/** The path of each key. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsIn(inner).map((path) => [key, ...path]),
  ])
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...properties, ...Object.values(schema).flatMap(keysOf)]
}
