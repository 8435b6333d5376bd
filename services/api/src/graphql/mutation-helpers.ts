import type { RequestContext } from '@silla/core'
import { fail } from '@silla/errors'
import { parseRecordId } from '@silla/wire'
import type { Static, TSchema } from 'typebox'
import { normalizeAndValidate } from '../http/body.ts'
import { idempotent } from '../operations/idempotency.ts'
import type { GraphqlContext } from './context.ts'
import type { Args } from './resolver-types.ts'

/** The id of the booking that a mutation changes. Throws BOOKING_NOT_FOUND for an impossible id. */
export const requireBookingId = (id: unknown): number =>
  parseRecordId(id) ?? fail('BOOKING_NOT_FOUND')

/** The argument `entrada`, validated as the body of the REST route that does the same. */
export const parseInput = <T extends TSchema>(
  { request }: GraphqlContext,
  schema: T,
  { entrada }: Args,
): Static<T> => normalizeAndValidate(request, schema, (entrada ?? {}) as object)

/**
 * Runs a use case under the request's Idempotency-Key. The scope is the method and path of the REST
 * route, so that a retry may come through REST or GraphQL.
 */
export const runIdempotent = <T>(
  { request, reply }: GraphqlContext,
  path: string,
  body: unknown,
  useCase: (context: RequestContext) => Promise<T>,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<T> => idempotent(request, reply, useCase, { scope: `${method} /api/v1${path}`, body })
