import type { Catalog, Language } from '../catalog/catalog.ts'

export type MailKind =
  | 'code'
  | 'already_registered'
  | 'booking_received'
  | 'booking_confirmed'
  | 'booking_cancelled'
  | 'booking_expired'
  | 'booking_reminder'
  | 'order_received'
  | 'order_paid'
  | 'order_expired'
  | 'payment_failed'
  | 'refund_failed'
  | 'dispute'
  | 'payment_review'
  | 'account_restricted'

/** What somebody is to be told, not yet put into words. */
export interface MailRequest {
  kind: MailKind
  language: Language
  /**
   * what it is about, as it was when it was asked for: its instants are texts, because it was kept
   * as JSON
   */
  payload: Readonly<Record<string, unknown>>
}

/** A letter in the reader's language, ready to go out. */
export interface Email {
  subject: string
  text: string
  html: string
  /**
   * the visit for the reader's calendar: an iCalendar text and what it asks of the calendar; null
   * when there is none
   */
  calendar: { method: 'REQUEST' | 'CANCEL'; text: string } | null
}

/** How letters are put into words and how they leave. */
export interface Mailer {
  render(request: MailRequest, salon: Catalog): Email
  /** null: there is no way out, and letters stay in the database to be read there */
  send: ((email: Email, envelope: Envelope) => Promise<void>) | null
}

export interface Envelope {
  to: string
  salonName: string
  /** where an answer goes; empty: back to the sender */
  replyTo: string
  /** the same for every try of one letter, so that a reader's program knows a second copy */
  messageKey: string
}
