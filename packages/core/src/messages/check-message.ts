import { messageQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { advanceMessage } from './advance-message.ts'

/**
 * Lets the next channel take over from a message that was not delivered in time (D77), also from one whose
 * outcome is unknown.
 *
 * @returns whether it was not delivered
 */
export const checkMessage = (
  { tenant, realClock }: TenantContext,
  messageId: number,
): Promise<boolean> =>
  tenant.db.transaction(async (tx) => {
    const [message] = await messageQueries.lockMessage(tx, messageId)
    const isOpen =
      message?.state === 'sending' || message?.state === 'unknown' || message?.state === 'sent'
    if (message && isOpen) await advanceMessage(tx, message, { by: 'channel', at: realClock.now() })
    return isOpen
  })
