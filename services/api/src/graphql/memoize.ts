import type { Catalog } from '@silla/core'
import type { GraphqlContext } from './context.ts'

/**
 * What was shown of a catalogue, kept for as long as that copy of it lives: a screen is put
 * together from parts that were made before. The key names everything else that the part depends
 * on; languages are added here.
 */
export function memoize<T>({ catalog, locale }: GraphqlContext, key: string, show: () => T): T {
  const parts = partsOf(catalog)
  const whole = `${locale.text} ${locale.message} ${key}`
  if (!parts.has(whole)) {
    // whoever tries every filter fills only this salon's parts, which then begin anew
    if (parts.size >= partsAtMost) parts.clear()
    parts.set(whole, show())
  }
  return parts.get(whole) as T
}

const partsAtMost = 500
const partsByCatalog = new WeakMap<Catalog, Map<string, unknown>>()

function partsOf(catalog: Catalog): Map<string, unknown> {
  let parts = partsByCatalog.get(catalog)
  if (parts === undefined) {
    parts = new Map()
    partsByCatalog.set(catalog, parts)
  }
  return parts
}
