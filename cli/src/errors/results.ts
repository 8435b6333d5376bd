import type { ReconciliationDiff, Repair, SalonPlan } from '@silla/core'
import type { CreatedKey } from '@silla/tenants'
import type { ErrorReport } from './error-report.ts'

/** What became of one file of `businesses apply`. */
export interface SalonOutcome {
  file: string
  /** Null when the file could not be read. */
  slug: string | null
  /** `planned`: a dry run would change something. */
  outcome: 'applied' | 'unchanged' | 'planned' | 'failed'
  /** Null when there was none to be made. */
  plan: SalonPlan | null
  /** Null unless it failed. */
  error: ErrorReport | null
}

/** What became of one salon of `keys create --all`. */
export interface SalonKey {
  slug: string
  /** Null in a dry run, and where it failed. */
  key: CreatedKey | null
  /** Null unless it failed. */
  error: ErrorReport | null
}

/** What came of one salon of `payments reconcile`. */
export interface ReconciledSalon {
  slug: string
  outcome: 'agrees' | 'differs' | 'failed'
  differences: ReconciliationDiff[]
  /** Null unless it failed. */
  error: ErrorReport | null
}

/** The result of `db repair` for one business. */
export interface RepairedBusiness {
  slug: string
  /** The rows that were repaired or, in a dry run, would be. */
  repairs: Repair[]
  /** Null unless it failed. */
  error: ErrorReport | null
}
