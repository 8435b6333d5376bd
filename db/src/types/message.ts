import type { Language } from './values.ts'

export type MessageChannel = 'sms' | 'whatsapp'

export type MessageKind =
  | 'booking_confirmed'
  | 'booking_rescheduled'
  | 'booking_cancelled'
  | 'booking_reminder'
  | 'waitlist_offer'
  | 'owner_booking_created'
  | 'owner_booking_rescheduled'
  | 'owner_booking_cancelled'

/**
 * `sending`: an attempt is open; `unknown`: it may have been sent; `sent`: the provider has accepted it;
 * `dropped`: it was not sent, and the next channel or the email took over
 */
export type MessageState =
  | 'waiting'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'dropped'

/** A message of a salon, as shown to platform staff. */
export interface MessageSummary {
  id: number
  kind: MessageKind
  channel: MessageChannel
  to: string
  language: Language
  state: MessageState
  attempts: number
  /** What it is billed as; 0 until it was sent. */
  segments: number
  /** Why it failed or was dropped; empty: it did not. */
  error: string
  /** In millionths of the currency; null: the provider has not reported it. */
  costMicros: number | null
  costCurrency: string | null
  createdAt: Date
  sentAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
}

export interface StoredMessage extends MessageSummary {
  customerId: number | null
  sender: string
  /** Of WhatsApp; empty: none. */
  template: string
  providerRef: string | null
  /** The email that waited for it; null: there is none. */
  mailId: number | null
}

/** What a salon sends messages of a channel from. */
export interface MessageSenderRow {
  channel: MessageChannel
  sender: string
  /** When it was registered with the authority, `2026-11-26`; null: it is not known to be. */
  registeredOn: string | null
  /** At WhatsApp, from which the states of templates are read; empty: they are recorded by hand. */
  account: string
  /** By template and language. */
  templates: Record<string, Record<string, TemplateState>>
  /** When they were last read; null: they were recorded by hand. */
  templatesReadAt: Date | null
}

export type TemplateState = 'pending' | 'approved' | 'rejected'
