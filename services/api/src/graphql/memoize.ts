import type { Catalog } from '@silla/core'
import type { GraphqlContext } from './context.ts'

/**
 * A value serialized from the catalogue, cached for as long as that copy of the catalogue is in
 * use. The key names everything else that the value depends on; the languages are added here.
 */
export function memoize<T>(
  { catalog, locale }: GraphqlContext,
  key: string,
  serialize: () => T,
): T {
  const values = valuesOf(catalog)
  const fullKey = `${locale.text} ${locale.message} ${key}`
  if (!values.has(fullKey)) {
    // a client that tries every filter fills only this salon's values, which are then dropped
    if (values.size >= maxValues) values.clear()
    values.set(fullKey, serialize())
  }
  return values.get(fullKey) as T
}

const maxValues = 500
const valuesByCatalog = new WeakMap<Catalog, Map<string, unknown>>()

function valuesOf(catalog: Catalog): Map<string, unknown> {
  let values = valuesByCatalog.get(catalog)
  if (values === undefined) {
    values = new Map()
    valuesByCatalog.set(catalog, values)
  }
  return values
}
