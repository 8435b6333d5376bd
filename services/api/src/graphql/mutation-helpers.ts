import { fail } from '@silla/errors'
import type { Static, TSchema } from 'typebox'
import { normalizeAndValidate } from '../plugins/body.ts'
import { idempotent } from '../rest/idempotency.ts'
import { parseRecordId } from '../wire/params.ts'
import type { GraphqlContext } from './context.ts'
import type { Args } from './resolver-types.ts'

/** The booking that an action is about. @throws BOOKING_NOT_FOUND for what cannot be one */
export const bookingIdOf = (id: unknown): number =>
  parseRecordId(String(id)) ?? fail('BOOKING_NOT_FOUND')

/** What was sent with an action, held to the schema of its twin's body. */
export const inputOf = <T extends TSchema>(
  { request }: Pick<GraphqlContext, 'request'>,
  schema: T,
  { entrada }: Args,
): Static<T> => normalizeAndValidate(request, schema, (entrada ?? {}) as object)

/** A retry may come through either door: the key stands for the path that the twin has. */
export const runIdempotent = <T>(
  { request, reply }: GraphqlContext,
  path: string,
  body: unknown,
  verb: Parameters<typeof idempotent<T>>[2],
): Promise<T> => idempotent(request, reply, verb, { scope: `POST /api/v1${path}`, body })
