import { Type } from 'typebox'
import { failField } from './params.ts'

const longestKey = 255

/** The headers of a route whose requests may come twice; every such route declares them. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestKey,
      description:
        'A name for this request, of your own making. Sent again within 24 hours it has no second effect and gets the first answer, with `Idempotent-Replayed: true`',
    }),
  ),
})

/** The name that a request was given; null when it has none (D19). */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (header === '') failField('Idempotency-Key', { keyword: 'too_short', limit: 1 })
  if (header.length > longestKey)
    failField('Idempotency-Key', { keyword: 'too_long', limit: longestKey })
  return header
}
