import { businessQueries, inTransaction, mailQueries, type Sql } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { MailKind } from '../ports/mailer.ts'

export type MailState = 'waiting' | 'sent' | 'kept' | 'failed'

/** An email of a salon, as shown to platform staff. */
export interface MailSummary {
  id: number
  kind: MailKind
  to: string
  language: Language
  /**
   * `kept`: no mail server was configured, so it can only be read here; `failed`: it is not retried
   * automatically
   */
  state: MailState
  /** Empty until it was rendered. */
  subject: string
  attempts: number
  /** Empty: no attempt failed. */
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

/** The bodies are stored only in state `kept`. */
export interface StoredMail extends MailSummary {
  text: string
  html: string
  calendar: string
}

/** What is left out does not limit the list. */
export interface MailListFilter {
  state?: MailState | undefined
  /** A part of the address, case-insensitive. */
  to?: string | undefined
  offset: number
  limit: number
}

/**
 * One page of a salon's emails, latest first, and their total number.
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
  // the table allows no other kind
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
