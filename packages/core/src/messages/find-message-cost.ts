import { jobQueries, messageQueries, type Tx } from '@silla/db'
import type { MessageSender } from '../ports/message-sender.ts'
import type { TenantContext } from '../request-context.ts'

/** When the cost of a message is looked up: minutes after it was delivered or has failed. */
const delaysMinutes = [10, 360]

/**
 * Reads what a message has cost, where callbacks name no amount (D77). A provider that does not know it yet is
 * queried once more.
 *
 * @throws MessageSenderError
 */
export async function findMessageCost(
  { tenant, realClock }: TenantContext,
  senders: readonly MessageSender[],
  { messageId, attempt }: { messageId: number; attempt: number },
): Promise<void> {
  const [[message]] = await tenant.db.batch((tx) => [
    messageQueries.findStoredMessage(tx, messageId),
  ])
  const sender = senders.find(({ channel }) => channel === message?.channel)
  if (!message?.providerRef || message.costMicros !== null || !sender) return
  const cost = await sender.findCost(message.providerRef)
  await tenant.db.transaction(async (tx) => {
    if (cost === null)
      return enqueueCost(tx, { messageId, attempt: attempt + 1, realTime: realClock.now() })
    const [locked] = await messageQueries.lockMessage(tx, messageId)
    if (!locked || locked.costMicros !== null) return
    await messageQueries.updateMessageCost(tx, { id: messageId, cost })
    if (locked.month !== null) await messageQueries.addCost(tx, { month: locked.month, ...cost })
  })
}

/** @param lookUp.attempt counted from 0; after the last nothing is enqueued */
export async function enqueueCost(
  tx: Tx,
  { messageId, attempt, realTime }: { messageId: number; attempt: number; realTime: Date },
): Promise<void> {
  const minutes = delaysMinutes[attempt]
  if (minutes === undefined) return
  await jobQueries.enqueue(tx, {
    task: 'find-message-cost',
    payload: { messageId, attempt },
    runAt: new Date(realTime.getTime() + minutes * 60_000),
    key: `find-message-cost:${messageId}`,
  })
}
