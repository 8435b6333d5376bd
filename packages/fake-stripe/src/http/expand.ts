import type { Owner } from '../collection.ts'
import type { Collections } from '../state.ts'

/**
 * A copy of a response body in which `expand[]=latest_charge` or `data.latest_charge` is the object
 * instead of its id.
 */
export function expanded(
  body: unknown,
  paths: string[],
  collections: Collections,
  owner: Owner,
): unknown {
  const copy = structuredClone(body)
  for (const path of paths) expand(copy, path.split('.'), collections, owner)
  return copy
}

function expand(
  at: unknown,
  [key, ...rest]: string[],
  collections: Collections,
  owner: Owner,
): void {
  if (Array.isArray(at) && key !== undefined)
    for (const one of at) expand(one, [key, ...rest], collections, owner)
  if (typeof at !== 'object' || at === null || key === undefined) return
  const object = at as Record<string, unknown>
  const collection = expandable[key]
  if (typeof object[key] === 'string' && collection)
    object[key] = structuredClone(collections[collection].get(owner, object[key]))
  expand(object[key], rest, collections, owner)
}

const expandable: Record<string, 'charges' | 'customers' | 'paymentIntents'> = {
  latest_charge: 'charges',
  charge: 'charges',
  customer: 'customers',
  payment_intent: 'paymentIntents',
}
