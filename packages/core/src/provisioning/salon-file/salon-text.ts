import { Document, isCollection, isMap, isPair, isScalar, isSeq, visit, type YAMLMap } from 'yaml'
import type { SalonFileDocument } from './schema.ts'

/**
 * Where the published schema (docs/salon-file.schema.json) is looked for: beside the salon's file.
 */
const schemaFileName = 'salon-file.schema.json'

/**
 * A salon file as text, as somebody would write it: short things on one line, prices with their
 * cents, parts set apart.
 */
export function salonText(written: Partial<SalonFileDocument>): string {
  const document = new Document(written, {
    version: '1.2',
    schema: 'core',
    aliasDuplicateObjects: false,
  })
  document.commentBefore = ` yaml-language-server: $schema=${schemaFileName}`
  visit(document, {
    Map(_, node) {
      node.flow =
        wordsOf(node).every((word) => shortWords.has(word)) &&
        isShort(node.items.map((item) => item.value))
    },
    Seq(_, node) {
      node.flow = node.items.every(isScalar) && isShort(node.items)
    },
    Pair(_, { key, value }) {
      if (isScalar(key) && priceWords.has(String(key.value)) && isScalar(value))
        value.minFractionDigits = 2
    },
  })
  if (isMap(document.contents)) setApart(document.contents)
  return document.toString({ lineWidth: 0 })
}

/** What stands in braces on one line: a text in its languages, a day with its break, a place. */
const shortWords = new Set(['es', 'en', 'ar', 'open', 'break', 'latitude', 'longitude'])
const priceWords = new Set(['price', 'offer_price'])
const longestLine = 100

const wordsOf = (node: YAMLMap) =>
  node.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''))

function isShort(values: readonly unknown[]): boolean {
  const texts = values.map((value) => (isScalar(value) ? String(value.value) : null))
  return (
    texts.every((text) => text !== null && !text.includes('\n')) &&
    texts.reduce((sum, text) => sum + (text ?? '').length + 4, 0) <= longestLine
  )
}

/** An empty line before each part of several lines. */
function setApart({ items }: YAMLMap): void {
  for (const item of items) {
    if (
      isPair(item) &&
      isScalar(item.key) &&
      isCollection(item.value) &&
      !(item.value.flow && !isSeq(item.value))
    )
      item.key.spaceBefore = true
  }
}
