/**
 * Why something about a business cannot be set up, in one sentence for whoever runs the platform.
 */
export class ProvisioningError extends Error {
  readonly code: ProvisioningCode

  constructor(code: ProvisioningCode, message: string) {
    super(message)
    this.name = 'ProvisioningProblem'
    this.code = code
  }
}

export type ProvisioningCode =
  | 'BUSINESS_NOT_FOUND'
  | 'BOOKING_NOT_FOUND'
  | 'CUSTOMER_NOT_FOUND'
  | 'DAY_NOT_FOUND'
  | 'PROFESSIONAL_NOT_FOUND'
  | 'MAIL_NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'SLUG_TAKEN'
  | 'MODE_IS_FIXED'
  | 'KEY_TAKEN'
  | 'NOT_VALID'
  | 'NOT_A_DEMO'
  | 'WOULD_STRAND_BOOKINGS'
