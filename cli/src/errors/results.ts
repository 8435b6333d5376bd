import type { BookDifference, SalonPlan } from '@silla/core'
import type { IssuedKey } from '@silla/tenants'
import type { ToldProblem } from './error-report.ts'

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
  error: ToldProblem | null
}

/** What became of one salon of `keys issue --all`. */
export interface KeyOfSalon {
  slug: string
  /** Null in a dry run, and where it failed. */
  key: IssuedKey | null
  /** Null unless it failed. */
  error: ToldProblem | null
}

/** What came of one salon of `payments reconcile`. */
export interface ReconciledSalon {
  slug: string
  outcome: 'agrees' | 'differs' | 'failed'
  differences: BookDifference[]
  /** Null unless it failed. */
  error: ToldProblem | null
}
