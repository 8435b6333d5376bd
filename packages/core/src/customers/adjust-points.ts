import { randomUUID } from 'node:crypto'
import { type Movement, pointsQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCause } from '../stored-json.ts'
import { lockCardInScope } from './lock-card.ts'

/** Points to add to a customer's balance, or to take off. */
export interface PointsAdjustment {
  customerId: number
  /** Signed; never 0. */
  points: number
  /** One line, which the customer sees; not empty. */
  reason: string
}

/**
 * Adds or subtracts points of a customer (D12, D74). The reason is personal data, so it is stored in the
 * ledger, which is erased with the customer, and not in the audit log, which is not.
 *
 * @returns the movement, with the balance after it
 * @throws as `allow` without `till.discount`; CUSTOMER_NOT_FOUND; BALANCE_TOO_LOW when the customer has
 *   fewer points than are taken off
 */
export function adjustPoints(
  context: RequestContext,
  adjustment: PointsAdjustment,
): Promise<Movement> {
  allow(context, 'till.discount')
  const { customerId, points } = adjustment
  if (context.auditedChange) context.auditedChange.more = { points }
  return context.tenant.db.transaction(async (tx) => {
    const { cause } = await withIdempotency(context, tx, storedCause, async () => {
      await lockCardInScope(tx, context, customerId)
      return writeAdjustment(tx, adjustment, context.clock.now())
    })
    const [movement] = await pointsQueries.findMovement(tx, cause)
    if (!movement) throw new Error(`there is no movement with the cause ${cause}`)
    return movement
  })
}

async function writeAdjustment(
  tx: Tx,
  { customerId, points, reason }: PointsAdjustment,
  at: Date,
): Promise<{ cause: string }> {
  const cause = `adjust:${randomUUID()}`
  const [row] = await pointsQueries.insertPointsMovement(tx, {
    customerId,
    kind: 'adjusted',
    points,
    concept: { reason: 'adjustment', note: reason },
    cause,
    bookingId: null,
    at,
  })
  if (row?.outcome !== 'moved') fail('BALANCE_TOO_LOW', { extra: { balance: row?.balance ?? 0 } })
  return { cause }
}
