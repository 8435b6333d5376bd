import { languages } from '@silla/locale'
import { Document, isCollection, isMap, isPair, isScalar, isSeq, visit, type YAMLMap } from 'yaml'
import type { SalonFileDocument } from './schema.ts'

/** Editors look for the schema (docs/salon-file.schema.json) in the folder of the salon's file. */
const schemaFileName = 'salon-file.schema.json'

/**
 * Formats a salon file as YAML in the style of a handwritten file: short mappings on one line,
 * prices with two decimals, an empty line between sections.
 */
export function salonText(content: Partial<SalonFileDocument>): string {
  const document = new Document(content, {
    version: '1.2',
    schema: 'core',
    aliasDuplicateObjects: false,
  })
  document.commentBefore = ` yaml-language-server: $schema=${schemaFileName}`
  visit(document, {
    Map(_, node) {
      node.flow =
        keysOf(node).every((key) => inlineKeys.has(key)) &&
        isShort(node.items.map((item) => item.value))
    },
    Seq(_, node) {
      node.flow = node.items.every(isScalar) && isShort(node.items)
    },
    Pair(_, { key, value }) {
      if (isScalar(key) && priceKeys.has(String(key.value)) && isScalar(value))
        value.minFractionDigits = 2
    },
  })
  if (isMap(document.contents)) separateSections(document.contents)
  return document.toString({ lineWidth: 0 })
}

/** Keys of the mappings on one line: translated texts, opening hours, coordinates, own terms, deposits and tiers. */
const inlineKeys = new Set([
  ...languages,
  ...['open', 'break', 'latitude', 'longitude'],
  ...['duration', 'price'],
  ...['percent', 'amount', 'only_new_customers', 'from_total', 'hours'],
])
const priceKeys = new Set(['price', 'offer_price', 'amount', 'from_total'])
const maxInlineLength = 100

const keysOf = (node: YAMLMap) =>
  node.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''))

function isShort(values: readonly unknown[]): boolean {
  const texts = values.map((value) => (isScalar(value) ? String(value.value) : null))
  return (
    texts.every((text) => text !== null && !text.includes('\n')) &&
    texts.reduce((sum, text) => sum + (text ?? '').length + 4, 0) <= maxInlineLength
  )
}

/** Sets an empty line before each section of several lines. */
function separateSections({ items }: YAMLMap): void {
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
