import { businessQueries, inTransaction, mailQueries, type Sql } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { MailKind } from '../ports/mailer.ts'
import { findBusiness } from '../provisioning/business-summary.ts'

export type MailState = 'waiting' | 'sent' | 'kept' | 'failed'

/** A letter of a salon, as platform staff sees it. */
export interface MailSummary {
  id: number
  kind: MailKind
  to: string
  language: Language
  /** `kept`: there was no way out, it can be read here; `failed`: nobody tries again by itself */
  state: MailState
  /** Empty until it was written. */
  subject: string
  attempts: number
  /** Empty: it went well so far. */
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

/** The bodies are there while the letter is kept. */
export interface StoredMail extends MailSummary {
  text: string
  html: string
  calendar: string
}

/** Which letters somebody wants to see; what is left out is no limit. */
export interface MailListFilter {
  state?: MailState | undefined
  /** A part of the address, in any case. */
  to?: string | undefined
  offset: number
  limit: number
}

/**
 * The letters of a salon, the latest first: one page, and how many there are in all.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export const listMails = (
  admin: Sql,
  slug: string,
  { state, to, offset, limit }: MailListFilter,
): Promise<{ mails: MailSummary[]; total: number }> =>
  inTransaction(admin, async (registry) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)
    const tx = await businessQueries.setTenant(registry, business.businessId)
    const filter = { state: state ?? null, to: to === undefined ? null : emailKey(to) }
    const rows = await mailQueries.listMails(tx, { ...filter, offset, limit })
    const [counted] = await mailQueries.countMails(tx, filter)
    return { mails: rows.map(summaryOf), total: counted?.count ?? 0 }
  })

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export const readMail = (admin: Sql, slug: string, id: number): Promise<StoredMail | null> =>
  inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const [row] = await mailQueries.findStoredMail(
      await businessQueries.setTenant(tx, business.businessId),
      id,
    )
    return row
      ? { ...summaryOf(row), text: row.textBody, html: row.htmlBody, calendar: row.calendar }
      : null
  })

const summaryOf = (row: mailQueries.MailSummaryRow): MailSummary => ({
  id: row.id,
  // the table takes no other
  kind: row.kind as MailKind,
  to: row.toEmail,
  language: row.language,
  state: row.state,
  subject: row.subject,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
})
