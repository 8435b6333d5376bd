import type { TSchema } from 'typebox'
import { envelope, FailureWire } from '../wire/envelope.ts'
import { ref } from '../wire/schema.ts'

/** What a route can answer: its data under 200 and the failure envelope under every other status it knows. */
export const answers = (data: TSchema, ...failures: number[]) => ({ 200: envelope(data), ...refusals(...failures) })

/** As `answers`, for a route that creates. */
export const creates = (data: TSchema, ...failures: number[]) => ({ 201: envelope(data), ...refusals(...failures) })

// every route needs a key, and any can meet a fault
const refusals = (...statuses: number[]) =>
  Object.fromEntries([400, 401, 403, ...statuses, 500, 503].map((status) => [status, ref(FailureWire)]))
