import { fail } from '@silla/errors'
import type { Static, TSchema } from 'typebox'
import { validBody } from '../plugins/body.ts'
import { idempotent } from '../rest/idempotency.ts'
import { parsePathId } from '../wire/query.ts'
import type { GraphqlContext } from './context.ts'
import type { Args } from './resolvers.ts'

/** The booking that an action is about. @throws BOOKING_NOT_FOUND for what cannot be one */
export const bookingIdOf = (id: unknown): number =>
  parsePathId(String(id)) ?? fail('BOOKING_NOT_FOUND')

/** What was sent with an action, held to the schema of its twin's body. */
export const bodyOf = <T extends TSchema>(
  { request }: Pick<GraphqlContext, 'request'>,
  schema: T,
  { entrada }: Args,
): Static<T> => validBody(request, schema, (entrada ?? {}) as object)

/** A retry may come through either door: the key stands for the path that the twin has. */
export const runMutation = <T>(
  { request, reply }: GraphqlContext,
  path: string,
  body: unknown,
  verb: Parameters<typeof idempotent<T>>[2],
): Promise<T> => idempotent(request, reply, verb, { scope: `POST /api/v1${path}`, body })
