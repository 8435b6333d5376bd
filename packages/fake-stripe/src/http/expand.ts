import type { Owner } from '../collection.ts'
import type { Collections } from '../state.ts'

/**
 * A copy of an answer in which `expand[]=latest_charge` or `data.latest_charge` is the thing itself
 * rather than its id.
 */
export function expanded(
  answer: unknown,
  paths: string[],
  shelves: Collections,
  owner: Owner,
): unknown {
  const copy = structuredClone(answer)
  for (const path of paths) expand(copy, path.split('.'), shelves, owner)
  return copy
}

function expand(at: unknown, [key, ...rest]: string[], shelves: Collections, owner: Owner): void {
  if (Array.isArray(at) && key !== undefined)
    for (const one of at) expand(one, [key, ...rest], shelves, owner)
  if (typeof at !== 'object' || at === null || key === undefined) return
  const object = at as Record<string, unknown>
  const collection = expandable[key]
  if (typeof object[key] === 'string' && collection)
    object[key] = structuredClone(shelves[collection].get(owner, object[key]))
  expand(object[key], rest, shelves, owner)
}

const expandable: Record<string, 'charges' | 'customers' | 'paymentIntents'> = {
  latest_charge: 'charges',
  charge: 'charges',
  customer: 'customers',
  payment_intent: 'paymentIntents',
}
