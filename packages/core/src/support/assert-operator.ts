import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'

/**
 * For what only platform staff do, on the command line.
 *
 * @throws INSUFFICIENT_SCOPE for everybody else
 */
export function assertOperator({ identity }: RequestContext): void {
  if (identity.kind !== 'business' || !identity.isOperator) fail('INSUFFICIENT_SCOPE')
}
