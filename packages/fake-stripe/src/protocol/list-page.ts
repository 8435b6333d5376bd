import type { Stripe } from 'stripe'
import { missing, wrongParameter } from '../stripe-error.ts'
import type { ApiRequest } from './api-request.ts'

type ListParams = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number }

/**
 * One page of objects in Stripe's envelope, newest first: `limit` (10, up to 100),
 * `starting_after`, `ending_before`, `created[gte]`.
 */
export function listPage<T extends { id: string; created: number }>(
  { params }: ApiRequest<ListParams>,
  url: string,
  objects: T[],
): Stripe.ApiList<T> {
  const isWithin = within(params.created)
  const newestFirst = objects.filter(({ created }) => isWithin(created)).reverse()
  const { limit = 10 } = params
  if (limit < 1 || limit > 100)
    throw wrongParameter('limit', 'This value must be between 1 and 100.')
  const before = indexOf(params, 'ending_before', newestFirst)
  if (before !== null) {
    const start = Math.max(0, before - limit)
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, before) }
  }
  const start = (indexOf(params, 'starting_after', newestFirst) ?? -1) + 1
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data }
}

/** Whether a time in seconds is in Stripe's range: `{ gte: 1900000000 }`. */
export const within =
  (range: Stripe.RangeQueryParam | number = {}) =>
  (second: number): boolean => {
    if (typeof range === 'number') return second === range
    const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
    return second > gt && second >= gte && second < lt && second <= lte
  }

function indexOf(
  params: ListParams,
  name: 'starting_after' | 'ending_before',
  objects: { id: string }[],
): number | null {
  const id = params[name]
  if (id === undefined) return null
  const index = objects.findIndex((object) => object.id === id)
  if (index < 0) throw missing('object', id, name)
  return index
}
