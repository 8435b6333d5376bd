import { businessQueries, inTransaction, mailQueries, type Sql } from '@silla/db'
import { knownBusiness } from '../provisioning/business-summary.ts'

/** A letter of a salon, as platform staff sees it. */
export interface MailSummary {
  id: number
  kind: string
  to: string
  language: string
  /** `kept`: there was no way out, it can be read here; `failed`: nobody tries again by itself */
  state: 'waiting' | 'sent' | 'kept' | 'failed'
  subject: string
  attempts: number
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

/** The bodies are there while the letter is kept. */
export interface KeptMail extends MailSummary {
  text: string
  html: string
  calendar: string
}

/**
 * The latest letters of a salon, latest first.
 *
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export const listMails = (admin: Sql, slug: string, atMost: number): Promise<MailSummary[]> =>
  inTransaction(admin, async (tx) => {
    const business = await knownBusiness(businessQueries.businessBySlug(tx, slug), slug)
    const rows = await mailQueries.latestMails(await businessQueries.asBusiness(tx, business.businessId), atMost)
    return rows.map(summaryOf)
  })

/** @throws ProvisioningProblem BUSINESS_NOT_FOUND */
export const readMail = (admin: Sql, slug: string, id: number): Promise<KeptMail | null> =>
  inTransaction(admin, async (tx) => {
    const business = await knownBusiness(businessQueries.businessBySlug(tx, slug), slug)
    const [row] = await mailQueries.keptMail(await businessQueries.asBusiness(tx, business.businessId), id)
    return row ? { ...summaryOf(row), text: row.text_body, html: row.html_body, calendar: row.calendar } : null
  })

const summaryOf = (row: mailQueries.MailSummaryRow): MailSummary => ({
  id: row.id,
  kind: row.kind,
  to: row.to_email,
  language: row.language,
  state: row.state,
  subject: row.subject,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})
