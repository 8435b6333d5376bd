import type { Catalog } from '@silla/core'
import { resolveByName } from './resolve-by-name.ts'

/**
 * The id that the flag --professional of a list names; null without one. An id is taken as it is,
 * because it may be that of a professional who has left.
 */
export const professionalIdOf = (text: string | undefined, catalog: Catalog): number | null => {
  if (text === undefined) return null
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  const options = { kind: 'professional', namesOf: ({ name }: { name: string }) => [name] }
  return resolveByName(text, catalog.professionals, options).id
}
