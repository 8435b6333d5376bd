import { actsForBusiness } from '@silla/core'
import { audienceOf } from '../ready-responses/response-cache.ts'
import type { GraphqlContext } from './context.ts'

/**
 * A value serialized from the catalogue, cached for as long as that copy of the catalogue is in
 * use. The key names everything else that the value depends on; the audience and the languages are
 * added here.
 */
export function memoize<T extends object | null>(
  { catalog, locale, identity, options: { derived } }: GraphqlContext,
  key: string,
  serialize: () => T,
): T {
  const audience = audienceOf(actsForBusiness(identity))
  const fullKey = `value ${audience} ${locale.text} ${locale.message} ${key}`
  const cached = derived.get<T>(catalog, fullKey)
  if (cached !== undefined) return cached
  const value = serialize()
  const store = (found: unknown) =>
    derived.set(catalog, fullKey, value, bytesPerCharacter * JSON.stringify(found).length)
  store(value)
  // of a promise the size is known once it is there
  if (value instanceof Promise) value.then(store, () => {})
  return value
}

/** Of an object in memory, for each character of its JSON text. */
const bytesPerCharacter = 3
