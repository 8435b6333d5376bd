import { jobQueries, type MessageSummary, messageQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { RequestContext } from '../request-context.ts'

/** A message that is sent again. */
export type RetriedMessage = Pick<MessageSummary, 'id' | 'kind' | 'channel' | 'to'>

/**
 * Sends a message again that failed or was dropped, and after which neither another channel nor an email
 * took over (D77).
 *
 * @throws INSUFFICIENT_SCOPE for every identity but the business; ProvisioningError MESSAGE_NOT_FOUND,
 *   NOT_VALID when it cannot be retried
 */
export async function retryMessage(
  context: RequestContext,
  messageId: number,
): Promise<RetriedMessage> {
  allow(context, 'settings.business')
  return context.tenant.db.transaction(async (tx) => {
    const [retried] = await messageQueries.updateMessagePending(tx, messageId)
    if (!retried) {
      const [message] = await messageQueries.findStoredMessage(tx, messageId)
      const { slug } = context.tenant
      if (!message)
        throw new ProvisioningError('MESSAGE_NOT_FOUND', `${slug} has no message ${messageId}.`)
      throw new ProvisioningError(
        'NOT_VALID',
        `Message ${messageId} is ${message.state}: only one that failed or was dropped, and that ` +
          'neither another channel nor an email has replaced, can be retried.',
      )
    }
    await jobQueries.enqueue(tx, { task: 'send-message', payload: { messageId } })
    return retried
  })
}
