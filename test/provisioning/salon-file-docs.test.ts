import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSalonFile, salonFileJsonSchema, salonFileSchema } from '@silla/core'
import { Ajv } from 'ajv'
import { formatWords } from '../../services/core/src/provisioning/salon-file/schema.ts'
import { readYaml } from '../../services/core/src/provisioning/salon-file/yaml-document.ts'

const docs = readFileSync(new URL('../../docs/salon-file.md', import.meta.url), 'utf8')

test('the example of the docs is a salon', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(docs) ?? []
  const file = readSalonFile(example, 'docs/salon-file.md')
  assert.deepEqual(
    [
      file.slug,
      file.services.length,
      file.professionals.length,
      file.closings.length,
      file.services[0]?.offerPriceCents,
      file.products[0]?.stock,
      file.pointsPackages[0]?.priceCents,
    ],
    ['casa-lola', 2, 2, 9, 1590, 20, 1000],
  )
})

test('the docs tell every word of the format', () => {
  const untold = [...new Set(wordsOf(salonFileSchema()))].filter(
    (word) => !docs.includes(`${word}:`) && !docs.includes(`\`${word}\``),
  )
  // weekdays are told as "monday to sunday"
  assert.deepEqual(untold, ['wednesday', 'thursday', 'friday'])
})

const published = new URL('../../docs/salon-file.schema.json', import.meta.url)

test('the published schema is that of the reader, and accepts the demo salons and the example of the docs', () => {
  const schema = JSON.parse(readFileSync(published, 'utf8'))
  assert.deepEqual(schema, JSON.parse(JSON.stringify(salonFileJsonSchema())), 'npm run salon-schema, and commit docs')
  const fits = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)
  const seeds = new URL('../../tenants/seeds/', import.meta.url)
  const texts = readdirSync(seeds).map((name) => readFileSync(new URL(name, seeds), 'utf8'))
  for (const text of [...texts, /```yaml\n(.*?)```/s.exec(docs)?.[1] ?? '']) {
    const yaml = readYaml(text, formatWords())
    assert.ok('document' in yaml && fits(yaml.document.data), JSON.stringify(fits.errors?.slice(0, 3)))
  }
  assert.ok(!fits({ salon: 'x', mode: 'lively' }))
})

function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...properties, ...Object.values(schema).flatMap(wordsOf)]
}
