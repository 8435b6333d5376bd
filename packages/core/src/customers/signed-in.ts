import { fail } from '@silla/errors'
import type { CustomerIdentity, RequestContext } from '../request-context.ts'

/**
 * The customer who asks, for what is theirs alone.
 *
 * @throws AUTHENTICATION_REQUIRED for anybody else, the business among them
 */
export function signedInCustomer({ identity }: RequestContext): CustomerIdentity {
  return identity.kind === 'customer' ? identity : fail('AUTHENTICATION_REQUIRED')
}
