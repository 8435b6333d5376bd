import { holdQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Hold } from '../model/hold.ts'
import type { RequestContext } from '../request-context.ts'
import { storedHold } from '../stored-json.ts'
import { holdMinutes } from './create-hold.ts'
import { readHold } from './read-hold.ts'

/**
 * Keeps a hold for another ten minutes, once (D36). Its token has been verified.
 */
export async function extendHold(context: RequestContext, holdId: number): Promise<Hold> {
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedHold, async () => {
      const now = context.clock.now()
      const [row] = await holdQueries.lockHold(tx, holdId)
      if (row?.bookingId) fail('HOLD_ALREADY_BOOKED')
      if (!row || row.releasedAt || row.expiresAt <= now) fail('HOLD_EXPIRED')
      if (row.extendedAt) fail('HOLD_NOT_EXTENDABLE')
      const expiresAt = new Date(row.expiresAt.getTime() + holdMinutes * 60_000)
      await Promise.all(holdQueries.extendHold(tx, { id: holdId, expiresAt, extendedAt: now }))
      return { ...readHold(row, catalog), expiresAt }
    }),
  )
}
