import type { Stripe } from 'stripe'
import type { ApiRequest } from './api-request.ts'
import { integerOf, objectOf, textOf } from './params.ts'
import { missing, wrongParameter } from './stripe-error.ts'

/**
 * One page of objects in Stripe's envelope, newest first: `limit` (10, up to 100),
 * `starting_after`, `ending_before`, `created[gte]`.
 */
export function listPage<T extends { id: string; created: number }>(
  request: ApiRequest,
  url: string,
  objects: T[],
): Stripe.ApiList<T> {
  const newestFirst = objects.filter(createdWithin(request)).reverse()
  const limit = integerOf(request.params, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw wrongParameter('limit', 'This value must be between 1 and 100.')
  const before = indexOf(request, 'ending_before', newestFirst)
  if (before !== null) {
    const start = Math.max(0, before - limit)
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, before) }
  }
  const start = (indexOf(request, 'starting_after', newestFirst) ?? -1) + 1
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data }
}

function createdWithin({ params }: ApiRequest): (object: { created: number }) => boolean {
  if (typeof params.created === 'string') {
    const second = integerOf(params, 'created')
    return ({ created }) => created === second
  }
  const range = objectOf(params, 'created')
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => integerOf(range, name))
  return ({ created }) =>
    created > (gt ?? -Infinity) &&
    created >= (gte ?? -Infinity) &&
    created < (lt ?? Infinity) &&
    created <= (lte ?? Infinity)
}

function indexOf({ params }: ApiRequest, name: string, objects: { id: string }[]): number | null {
  const id = textOf(params, name)
  if (id === null) return null
  const index = objects.findIndex((object) => object.id === id)
  if (index < 0) throw missing('object', id, name)
  return index
}
