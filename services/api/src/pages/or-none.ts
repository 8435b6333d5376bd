import { Refusal } from '@silla/errors'

/** For a code, of which it is not known whether it is that of a booking or of an entry. */
export function orNone(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null
  throw error
}
