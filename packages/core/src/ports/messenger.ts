import type { Language, MessageKind } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { MessageSender, MessageTemplate } from './message-sender.ts'

/** A message to be rendered. */
export interface MessageRequest {
  kind: MessageKind
  language: Language
  /** the data to render, as of the request; dates are strings, because it was stored as JSON */
  payload: Readonly<Record<string, unknown>>
}

/** A rendered message: the text of an SMS, and the template that gives the same text on WhatsApp. */
export interface RenderedMessage {
  text: string
  template: MessageTemplate
}

/** Renders messages and sends them. */
export interface Messenger {
  /** @param slug of the salon, for links to its pages */
  render(request: MessageRequest, salon: Catalog, slug: string): RenderedMessage
  /** At most one for each channel; none: nothing is sent by it. */
  senders: readonly MessageSender[]
  /** Where a provider reports the status of messages; null: nowhere. */
  statusUrl(provider: string): string | null
  /** Waits until the provider accepts another message. */
  turn(provider: string): Promise<void>
}
