import type { Collections } from '../state.ts'
import { wrongParameter } from '../stripe-error.ts'
import type { Operations } from './operations.ts'
import { stripeSchema } from './stripe-schema.ts'

/**
 * A copy of a response body in which `expand[]=latest_charge` or `data.latest_charge` is the object
 * instead of its id.
 */
export function expanded(body: unknown, paths: string[], collections: Collections): unknown {
  const copy = structuredClone(body)
  for (const path of paths) expand(copy, path.split('.'), collections)
  return copy
}

/** @throws StripeApiError 400 for a path at which the response has no object to expand */
export function assertExpandable(operation: keyof Operations, paths: string[]): void {
  for (const path of paths) {
    const { object = '', isList = false } = stripeSchema.responses[operation] ?? {}
    const isPrefixed = path.startsWith('data.')
    if (isList !== isPrefixed || !leadsToObject(object, isList ? path.slice(5) : path))
      throw wrongParameter('expand', `This property cannot be expanded (${path}).`)
  }
}

/** Whether each part of the path is an expandable field of the object before it. */
function leadsToObject(object: string, path: string): boolean {
  const fields = Object.entries(stripeSchema.expandable[object] ?? {})
  return fields.some(([field, targets]) => {
    if (path === field) return targets.some((target) => stored[target] !== undefined)
    const rest = path.slice(field.length + 1)
    return path.startsWith(`${field}.`) && targets.some((target) => leadsToObject(target, rest))
  })
}

function expand(at: unknown, [key, ...rest]: string[], collections: Collections): void {
  if (Array.isArray(at) && key !== undefined)
    for (const one of at) expand(one, [key, ...rest], collections)
  if (typeof at !== 'object' || at === null || key === undefined) return
  const object = at as Record<string, unknown>
  const id = object[key]
  if (typeof id === 'string') object[key] = structuredClone(objectWith(id, collections) ?? id)
  expand(object[key], rest, collections)
}

const objectWith = (id: string, collections: Collections): unknown =>
  Object.values(stored)
    .map((name) => collections[name].find(id))
    .find((found) => found !== undefined)

/** The objects that the fake Stripe stores; it expands no others. */
const stored: Record<
  string,
  | 'balanceTransactions'
  | 'charges'
  | 'customers'
  | 'disputes'
  | 'paymentMethods'
  | 'setupIntents'
  | 'paymentIntents'
  | 'payouts'
  | 'refunds'
> = {
  balance_transaction: 'balanceTransactions',
  charge: 'charges',
  customer: 'customers',
  dispute: 'disputes',
  payment_intent: 'paymentIntents',
  payment_method: 'paymentMethods',
  payout: 'payouts',
  refund: 'refunds',
  setup_intent: 'setupIntents',
}
