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
  /** The user name of the operator on their own machine. */
  operator: string
  /** `keys.create`: the command that did it. */
  action: string
  detail: Record<string, unknown>
}
