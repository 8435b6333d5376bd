import type {
  AccountErrorCode,
  OrphanedBooking,
  ProvisioningCode,
  SalonFileProblem,
} from '@silla/core'
import type { Code } from '@silla/errors'

/** What went wrong, as --json tells it. */
export interface ErrorReport {
  /** One sentence for the operator; of a file with several mistakes a line for each. */
  message: string
  /**
   * What scripts go by, where there is such a word: those of docs/api.md, and the platform's own.
   */
  code?: Code | ProvisioningCode | AccountErrorCode
  /** Each mistake of a file with its place. */
  problems?: SalonFileProblem[]
  /** Coming bookings that would lose their professional, service or time. */
  orphaned?: OrphanedBooking[]
  /** Free times near the one that was asked for. */
  alternatives?: FreeTime[]
  /** Migrations that the database lacks. */
  pending?: string[]
  /** Migrations that only a newer Silla knows. */
  unknown?: string[]
}

export interface FreeTime {
  /** `2027-06-30` */
  day: string
  /** `10:00` */
  time: string
  professionalId: number
}
