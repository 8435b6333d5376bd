import { Type } from 'typebox'
import { failField } from './params.ts'

const maxKeyLength = 255

/** The header schema of every route that accepts an Idempotency-Key. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxKeyLength,
      description:
        'A key of your choice for this request. A repeated request with the same key within 24 ' +
        'hours has no second effect and returns the first response, with `Idempotent-Replayed: ' +
        'true`',
    }),
  ),
})

/** The Idempotency-Key of a request; null when absent (D19). */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (header === '') failField('Idempotency-Key', { keyword: 'too_short', limit: 1 })
  if (header.length > maxKeyLength)
    failField('Idempotency-Key', { keyword: 'too_long', limit: maxKeyLength })
  return header
}
