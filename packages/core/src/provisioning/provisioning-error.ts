/**
 * Why something about a business cannot be set up, in one sentence for whoever runs the platform.
 */
export class ProvisioningError extends Error {
  readonly code: ProvisioningCode

  constructor(code: ProvisioningCode, message: string) {
    super(message)
    this.name = 'ProvisioningError'
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

/**
 * BUSINESS_NOT_FOUND with the slug that was asked for, so that whoever tells it can say which one
 * was meant.
 */
export class BusinessNotFoundError extends ProvisioningError {
  readonly slug: string

  constructor(slug: string) {
    super('BUSINESS_NOT_FOUND', `There is no business called ${slug}.`)
    this.slug = slug
  }
}
