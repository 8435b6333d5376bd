import { movingRefusal, type ServedStatus } from '@silla/db'
import { Refusal } from '@silla/errors'

/**
 * Why requests about a business of this status are refused: BUSINESS_SUSPENDED (D8), or BUSINESS_MOVING for
 * a copy that is not served yet; null: they are not.
 */
export function refusalOfStatus(status: ServedStatus): Refusal | null {
  if (status === 'suspended') return new Refusal('BUSINESS_SUSPENDED')
  return status === 'moving' ? movingRefusal() : null
}

/** @throws BUSINESS_SUSPENDED, BUSINESS_MOVING */
export function assertServed(status: ServedStatus): void {
  const refusal = refusalOfStatus(status)
  if (refusal !== null) throw refusal
}
