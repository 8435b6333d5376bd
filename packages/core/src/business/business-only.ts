import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'

/**
 * For what only the salon itself may do, with its secret key and nobody's token (D9).
 *
 * @throws INSUFFICIENT_SCOPE for everybody else
 */
export function businessOnly({ identity }: RequestContext): void {
  if (identity.kind !== 'business') fail('INSUFFICIENT_SCOPE')
}
