import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSalonFile, SalonFileSchema } from '@silla/core'

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
  const untold = [...new Set(wordsOf(SalonFileSchema))].filter(
    (word) => !docs.includes(`${word}:`) && !docs.includes(`\`${word}\``),
  )
  // weekdays are told as "monday to sunday"
  assert.deepEqual(untold, ['wednesday', 'thursday', 'friday'])
})

function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...properties, ...Object.values(schema).flatMap(wordsOf)]
}
