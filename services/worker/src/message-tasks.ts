import {
  checkMessage,
  findMessageCost,
  type Messenger,
  readTemplates,
  type SendingOutcome,
  sendMessage,
} from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, type TaskContext, type TenantTaskContext, tenantContextOf } from './task-context.ts'

/** `undelivered`: the provider had accepted it, and the next channel or the email took over */
export type MessageOutcome = Exclude<SendingOutcome, 'none'> | 'undelivered'

/**
 * The tasks that send messages to phones. They have slots of their own: a provider accepts few messages a
 * second, and emails, payments and events never wait for that
 * ([decision 0087](../../../docs/decisions/0087-messages.md)).
 *
 * @param onOutcome called after each attempt to send or to replace one
 */
export const createMessageTasks = (
  context: TenantTaskContext & Pick<TaskContext, 'limitsMails'>,
  messenger: Messenger,
  onOutcome: (outcome: MessageOutcome) => void = () => {},
): JobTasks => ({
  'send-message': async (payload) => {
    const tenant = await tenantContextOf(context, payload)
    const registry = context.limitsMails ? context.registry : null
    const outcome = await sendMessage(tenant, { messenger, registry }, idOf(payload, 'messageId'))
    if (outcome !== 'none') onOutcome(outcome)
  },
  'check-message': async (payload) => {
    const tenant = await tenantContextOf(context, payload)
    if (await checkMessage(tenant, idOf(payload, 'messageId'))) onOutcome('undelivered')
  },
  'read-templates': async (payload) => {
    await readTemplates(await tenantContextOf(context, payload), messenger.senders)
  },
  'find-message-cost': async (payload) =>
    findMessageCost(await tenantContextOf(context, payload), messenger.senders, {
      messageId: idOf(payload, 'messageId'),
      attempt: idOf(payload, 'attempt'),
    }),
})
