import type { WebhookVerification } from '@silla/core'
import type { ErrorReport } from './error-report.ts'
import type { ReconciledSalon, RepairedBusiness, SalonOutcome } from './results.ts'

/**
 * What --json tells when a command could not do what it was asked, or not all of it: then also what
 * became of each.
 */
export interface ErrorOutput extends ErrorReport {
  /** Of every file or salon, those that went well included. */
  salons?: readonly SalonOutcome[] | readonly ReconciledSalon[]
  /** Of every business, those without a problem included. */
  businesses?: readonly RepairedBusiness[]
  /** How each webhook stands. */
  webhooks?: readonly WebhookVerification[]
}
