import type { MailKind } from '@silla/db'
import type { Catalog, Language } from '../catalog/catalog.ts'

export type { MailKind }

/** An email to be rendered. */
export interface MailRequest {
  kind: MailKind
  language: Language
  /** the data to render, as of the request; dates are strings, because it was stored as JSON */
  payload: Readonly<Record<string, unknown>>
}

/** A rendered email, ready to send. */
export interface Email {
  subject: string
  text: string
  html: string
  /** an iCalendar attachment with its method; null when there is none */
  calendar: { method: 'REQUEST' | 'CANCEL'; text: string } | null
}

/** Renders and sends email. */
export interface Mailer {
  /** @param slug of the salon, for links to its pages */
  render(request: MailRequest, salon: Catalog, slug: string): Email
  /** null: no mail server is configured, and emails stay in the database */
  send: ((email: Email, envelope: Envelope) => Promise<void>) | null
}

export interface Envelope {
  to: string
  salonName: string
  /** the address for replies; empty: the sender's */
  replyTo: string
  /** the same for every attempt to send an email, so that mail programs detect duplicates */
  messageKey: string
}
