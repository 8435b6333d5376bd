import {
  catalogQueries,
  type MessageChannel,
  type MessageSenderRow,
  messageQueries,
  type TemplateState,
} from '@silla/db'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { RequestContext } from '../request-context.ts'
import { enqueueTemplates } from './template-jobs.ts'

/** What platform staff know of a sender that a salon sends from. */
export interface SenderInput {
  channel: MessageChannel
  /** SMS: a number in E.164 or a name; WhatsApp: the id of the phone number */
  sender: string
  /** When it was registered with the authority, `2026-11-26`; null: unchanged, or not known */
  registeredOn: string | null
  /** WhatsApp: the id of the WhatsApp Business account; null: unchanged, or not known */
  account?: string | null
}

/**
 * Gives a salon its sender of a channel (D77), instead of the one that it had: its customers who have agreed
 * to that channel get messages from now on. Callbacks find the salon by it, so one salon has it at a time.
 *
 * @throws INSUFFICIENT_SCOPE for every identity but the business; ProvisioningError NOT_VALID, SENDER_TAKEN
 */
export async function setMessageSender(
  context: RequestContext,
  { channel, sender, registeredOn, account = null }: SenderInput,
): Promise<MessageSenderRow> {
  allow(context, 'settings.business')
  if (!forms[channel].test(sender))
    throw new ProvisioningError(
      'NOT_VALID',
      `${sender} is not a sender: expected ${formats[channel]}.`,
    )
  if (account !== null && (channel !== 'whatsapp' || !forms.whatsapp.test(account)))
    throw new ProvisioningError(
      'NOT_VALID',
      `${account} is not an account: expected the id of a WhatsApp Business account, such as 102290129340398.`,
    )
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await messageQueries.unregisterSenders(tx, { channel, except: sender })
    const [registered] = await messageQueries.registerSender(tx, { channel, sender })
    if (!registered)
      throw new ProvisioningError('SENDER_TAKEN', `${sender} is the sender of another business.`)
    const [before] = await messageQueries.findSender(tx, channel)
    if (before && before.sender !== sender) await messageQueries.deleteSender(tx, channel)
    await messageQueries.upsertSender(tx, { channel, sender, registeredOn, account, now })
    // customers choose from the channels of the catalogue
    await catalogQueries.touchCatalog(tx)
    if (account !== null) await enqueueTemplates(tx)
    const [row] = await messageQueries.findSender(tx, channel)
    if (!row) throw new Error('the sender was not written')
    return row
  })
}

/** An SMS name has no letters beyond ASCII (3GPP TS 23.040). */
const forms: Record<MessageChannel, RegExp> = {
  sms: /^(\+[1-9][0-9]{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
  whatsapp: /^[0-9]{5,25}$/,
}

const formats: Record<MessageChannel, string> = {
  sms: 'a number such as +34600112233, or a name of at most 11 letters and digits',
  whatsapp: 'the id of a phone number, such as 106540352242922',
}

/**
 * A salon sends no more messages by a channel.
 *
 * @throws INSUFFICIENT_SCOPE for every identity but the business; ProvisioningError SENDER_NOT_FOUND
 */
export async function removeMessageSender(
  context: RequestContext,
  channel: MessageChannel,
): Promise<{ sender: string }> {
  allow(context, 'settings.business')
  return context.tenant.db.transaction(async (tx) => {
    await messageQueries.unregisterSenders(tx, { channel, except: null })
    const [deleted] = await messageQueries.deleteSender(tx, channel)
    await catalogQueries.touchCatalog(tx)
    return deleted ?? throwNoSender(context, channel)
  })
}

/**
 * Records whether WhatsApp has approved templates in a language: only approved ones are sent (D77).
 *
 * @throws INSUFFICIENT_SCOPE for every identity but the business; ProvisioningError SENDER_NOT_FOUND
 */
export async function setTemplateState(
  context: RequestContext,
  { names, language, state }: { names: readonly string[]; language: string; state: TemplateState },
): Promise<MessageSenderRow> {
  allow(context, 'settings.business')
  return context.tenant.db.transaction(async (tx) => {
    const [row] = await messageQueries.findSender(tx, 'whatsapp')
    if (!row) return throwNoSender(context, 'whatsapp')
    const templates = { ...row.templates }
    for (const name of names) templates[name] = { ...templates[name], [language]: state }
    await messageQueries.updateTemplates(tx, { channel: 'whatsapp', templates, readAt: null })
    return { ...row, templates, templatesReadAt: null }
  })
}

function throwNoSender({ tenant }: RequestContext, channel: MessageChannel): never {
  throw new ProvisioningError(
    'SENDER_NOT_FOUND',
    `${tenant.slug} has no sender for ${channel}: set one first.`,
  )
}
