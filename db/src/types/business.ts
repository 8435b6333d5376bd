import type { BusinessStatus, Currency, Language, Mode } from './values.ts'

/** A business as lists show it. */
export interface BusinessSummary {
  businessId: string
  slug: string
  name: string
  mode: Mode
  status: BusinessStatus
  timezone: string
  currency: Currency
  language: Language
  country: string
  createdAt: Date
}

/** A change that platform staff made to a salon. */
export interface AuditEntry {
  id: number
  at: Date
  /** The user name of the operator on their own machine; `staff` or `key` and a name in the salon. */
  operator: string
  /** The member of staff who did it; null: nobody of the salon. */
  staffId: number | null
  /** The support access in which it was done; null: none. */
  supportId: number | null
  /** The record that the action is about; null: it is about none. */
  recordId: number | null
  /** `keys.create`: the command that did it. */
  action: string
  detail: Record<string, unknown>
}
