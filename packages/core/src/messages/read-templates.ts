import { type MessageSenderRow, mailQueries, messageQueries, type TemplateState } from '@silla/db'
import type { MessageSender, ProviderTemplate } from '../ports/message-sender.ts'
import type { TenantContext } from '../request-context.ts'

type States = MessageSenderRow['templates']

/**
 * Reads from WhatsApp which templates it has approved, and emails the salon about those that it has rejected
 * since (D77): their customers get an SMS or an email. Without an account at WhatsApp the states are
 * those that were recorded by hand.
 *
 * @returns what is stored now; null: there is nothing to read from
 * @throws MessageSenderError
 */
export async function readTemplates(
  { tenant, realClock }: Pick<TenantContext, 'tenant' | 'realClock'>,
  senders: readonly MessageSender[],
): Promise<States | null> {
  const [[row]] = await tenant.db.batch((tx) => [messageQueries.findSender(tx, 'whatsapp')])
  const found = row ? await findTemplateStates(row, senders) : null
  if (!row || found === null) return null
  const { business, settings } = await tenant.catalog()
  const now = realClock.now()
  return tenant.db.transaction(async (tx) => {
    const [locked] = await messageQueries.lockSender(tx, 'whatsapp')
    if (locked?.account !== row.account) return null
    await messageQueries.updateTemplates(tx, {
      ...{ channel: 'whatsapp', templates: found, readAt: now },
    })
    const templates = newlyRejected(locked.templates, found)
    if (templates.length > 0 && business.email !== '')
      await mailQueries.requestMail(tx, {
        kind: 'templates_rejected',
        ...{ to: business.email, language: settings.mainLanguage },
        payload: { templates },
        cause: `templates_rejected:${now.toISOString()}`,
        now,
      })
    return found
  })
}

/**
 * What WhatsApp says of the templates of a sender, by name and language; null: the sender has no account, or
 * there is no provider that knows.
 *
 * @throws MessageSenderError
 */
export async function findTemplateStates(
  { channel, account }: Pick<MessageSenderRow, 'channel' | 'account'>,
  senders: readonly MessageSender[],
): Promise<States | null> {
  const listTemplates = senders.find((sender) => sender.channel === channel)?.listTemplates
  if (account === '' || !listTemplates) return null
  return statesOf(await listTemplates(account))
}

/** Of our templates alone: an account may have others. */
function statesOf(templates: readonly ProviderTemplate[]): States {
  const states: Record<string, Record<string, TemplateState>> = {}
  for (const { name, language, state } of templates)
    if (name.startsWith('silla_')) states[name] = { ...states[name], [language]: state }
  return states
}

const newlyRejected = (before: States, found: States): { name: string; language: string }[] =>
  Object.entries(found).flatMap(([name, states]) =>
    Object.entries(states)
      .filter(([language, state]) => state === 'rejected' && before[name]?.[language] !== state)
      .map(([language]) => ({ name, language })),
  )
