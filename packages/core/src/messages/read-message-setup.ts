import {
  type MessageChannel,
  type MessageSenderRow,
  messageQueries,
  type TemplateState,
} from '@silla/db'
import type { Language } from '@silla/locale'
import { allow } from '../access/allow.ts'
import type { MessageRequest } from '../ports/messenger.ts'
import type { RequestContext } from '../request-context.ts'
import { monthOf } from './message-months.ts'
import type { MessageMonthUse } from './read-messages.ts'
import type { SmsLength } from './segments.ts'

export type { TemplateState }

/** A text as customers of a salon read it, about a visit as it is there. */
export interface MessageText {
  kind: MessageRequest['kind']
  language: Language
  /** Of its template at WhatsApp. */
  name: string
  /** With the places of its parameters. */
  body: string
  /** As it is sent by SMS. */
  example: string
  /** What the example is billed as. */
  length: SmsLength
  /** What WhatsApp says of the template; null: nothing is known. */
  state: TemplateState | null
}

/** What a salon can send messages by, and what it has sent this month. */
export interface MessageSetup {
  /** Those that it has a sender for, WhatsApp first; none: its customers get emails. */
  channels: MessageChannel[]
  use: MessageMonthUse
  /** What WhatsApp says of the templates, by name and language. */
  templates: MessageSenderRow['templates']
  /** When it was last read; null: it was recorded by hand, or nothing is known. */
  templatesReadAt: Date | null
}

/** @throws INSUFFICIENT_SCOPE; PERMISSION_REQUIRED without `ajustes.negocio` */
export async function readMessageSetup(context: RequestContext): Promise<MessageSetup> {
  allow(context, 'settings.business')
  const { tenant, clock } = context
  const { settings } = await tenant.catalog()
  const month = monthOf(clock.now(), settings.timezone)
  const [senders, [used]] = await tenant.db.batch((tx) => [
    messageQueries.listSenders(tx),
    messageQueries.findMonth(tx, month),
  ])
  const whatsapp = senders.find(({ channel }) => channel === 'whatsapp')
  return {
    channels: senders.map(({ channel }) => channel),
    use: {
      ...{ segments: 0, costMicros: 0, costCurrency: '' },
      ...used,
      ...{ month, ceiling: settings.messagesPerMonth },
    },
    templates: whatsapp?.templates ?? {},
    templatesReadAt: whatsapp?.templatesReadAt ?? null,
  }
}
