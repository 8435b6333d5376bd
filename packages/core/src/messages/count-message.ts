import { type MessageKind, mailCountQueries, messageQueries, type Sql } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

/** Messages to one number within an hour, over all salons. */
const perNumber = 6

/** Those that anybody can cause who knows a number: reminders come once. */
const counted: readonly MessageKind[] = [
  'booking_confirmed',
  'booking_rescheduled',
  'booking_cancelled',
  'waitlist_offer',
]

/**
 * Counts a message to a customer before its first attempt, as emails are (D30): guests can enter the number of
 * somebody else and agree to messages there.
 *
 * @returns whether it may be sent
 */
export async function countMessage(
  { tenant, realClock }: TenantContext,
  registry: Sql,
  messageId: number,
): Promise<boolean> {
  const [[message]] = await tenant.db.batch((tx) => [
    messageQueries.findStoredMessage(tx, messageId),
  ])
  if (message?.state !== 'waiting' || message.attempts > 0) return true
  if (!counted.includes(message.kind)) return true
  const [count] = await mailCountQueries.countMail(registry, {
    ...{ recipient: `message ${message.to}`, perRecipient: perNumber, anyway: false },
    ...{ clientHash: null, perClient: 0, now: realClock.now() },
  })
  return count?.retryAt === null
}
