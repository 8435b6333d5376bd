import {
  businessQueries,
  inTransaction,
  type MailState,
  type MailSummary,
  mailQueries,
  type Sql,
  type StoredMail,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { emailKey } from '../contact/email.ts'

export type { MailState, MailSummary, StoredMail }

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
    const mails = await mailQueries.listMails(tx, { ...filter, offset, limit })
    const [counted] = await mailQueries.countMails(tx, filter)
    return { mails: [...mails], total: counted?.count ?? 0 }
  })

/** @throws ProvisioningError BUSINESS_NOT_FOUND */
export const readMail = (admin: Sql, slug: string, id: number): Promise<StoredMail | null> =>
  inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const [mail] = await mailQueries.findStoredMail(
      await businessQueries.setTenant(tx, business.businessId),
      id,
    )
    return mail ?? null
  })
