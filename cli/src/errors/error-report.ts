import type {
  AccountErrorCode,
  BlockObstacle,
  OrphanedBooking,
  ProvisioningCode,
  ReconciliationDiff,
  Repair,
  SalonFileProblem,
  SalonPlan,
  StaffChange,
  Unrepaired,
  WebhookVerification,
} from '@silla/core'
import type { Code } from '@silla/errors'
import type { CreatedKey } from '@silla/tenants'

/** An error in the output of --json. */
export interface ErrorReport {
  /** One sentence for the operator; for a file with several errors, one line for each. */
  message: string
  /** For scripts, if the error has a code: those of docs/api.md, and the platform's own. */
  code?: Code | ProvisioningCode | AccountErrorCode
  /** Each error in a file, with its position. */
  problems?: SalonFileProblem[]
  /** Upcoming bookings that would lose their professional, service, resource or time. */
  orphaned?: OrphanedBooking[]
  /** What was changed since the last salon file, and this file would change again. */
  staffChanges?: StaffChange[]
  /** Free times near the requested one. */
  alternatives?: FreeTime[]
  /** What is in the way of a block. */
  obstacle?: BlockObstacle
  /** Migrations that the database does not have yet. */
  pending?: string[]
  /** Migrations of a newer Silla. */
  unknown?: string[]
}

export interface FreeTime {
  /** `2027-06-30` */
  day: string
  /** `10:00` */
  time: string
  professionalId: number
}

/**
 * The `error` in the output of --json when a command failed, wholly or in part; in part, it
 * includes the result of each.
 */
export interface ErrorOutput extends ErrorReport {
  /** The result of every file or salon, including the successful ones. */
  salons?: readonly SalonOutcome[] | readonly ReconciledSalon[]
  /** The result of every business, including those without a problem. */
  businesses?: readonly RepairedBusiness[]
  /** The state of each webhook. */
  webhooks?: readonly WebhookVerification[]
}

/** The result for one file of `businesses apply`. */
export interface SalonOutcome {
  file: string
  /** Null if the file could not be read. */
  slug: string | null
  /** `planned`: a dry run that would change something. */
  outcome: 'applied' | 'unchanged' | 'planned' | 'failed'
  /** Null if no plan could be made. */
  plan: SalonPlan | null
  /** Null unless it failed. */
  error: ErrorReport | null
}

/** The result for one salon of `keys create --all`. */
export interface SalonKey {
  slug: string
  /** Null in a dry run, and if it failed. */
  key: CreatedKey | null
  /** Null unless it failed. */
  error: ErrorReport | null
}

/** The result for one salon of `payments reconcile`. */
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
  /** What stays, because the rows that it is derived from are wrong themselves. */
  unrepaired: Unrepaired[]
  /** Null unless it failed. */
  error: ErrorReport | null
}
