import type { HoldClient } from '@silla/core'
import type { OperationContext } from './operation.ts'

/**
 * Whose holds are counted together (D36): those of the visitor's address. A salon's server that does
 * not send it has those of its key, and a member of staff their own.
 */
export function holdClientOf({
  principal: { kind, keyId },
  clientAddress,
}: Pick<OperationContext, 'principal' | 'clientAddress'>): HoldClient {
  const address = clientAddress()
  if (address !== null) return { address }
  return kind === 'publishable' ? null : { keyId }
}
