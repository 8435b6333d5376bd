/** An error of a staff operation, with a message for the person who runs it. */
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
  | 'MESSAGE_NOT_FOUND'
  | 'SENDER_TAKEN'
  | 'SENDER_NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'SLUG_TAKEN'
  | 'MODE_IS_FIXED'
  | 'KEY_TAKEN'
  | 'NOT_VALID'
  | 'NOT_A_DEMO'
  | 'NOT_A_TEST'
  | 'NOT_MOVED'
  | 'STAFF_CHANGES'
  | 'SUPPORT_NOT_READY'
  | 'NO_OWNER'
  | 'WOULD_STRAND_BOOKINGS'
  | 'SECRET_NOT_READABLE'
  | 'ARCHIVE_EXISTS'
  | 'ARCHIVE_NOT_WRITTEN'
  | 'ARCHIVE_NOT_READABLE'
  | 'ARCHIVE_DAMAGED'
  | 'ARCHIVE_KEY_WRONG'
  | 'ARCHIVE_NEWER'
  | 'ARCHIVE_TOO_OLD'
  | 'ARCHIVE_CONFLICT'
  | 'ARCHIVE_FOREIGN'
  | 'ARCHIVE_OF_OWNER'
  | 'MOVE_RUNNING'
  | 'MOVE_NOT_SUPPORTED'
  | 'MOVE_VERSIONS_DIFFER'
  | 'MOVE_CLOCKS_DIFFER'
  | 'MOVE_WEBHOOK_MISSING'
  | 'MOVE_CONFLICT'
  | 'MOVE_NOT_CLOSED'
  | 'MOVE_DIFFERS'
  | 'MOVE_FINISHED'
  | 'NOT_MOVING'

/** BUSINESS_NOT_FOUND with the slug, so that the CLI can suggest similar slugs. */
export class BusinessNotFoundError extends ProvisioningError {
  readonly slug: string

  constructor(slug: string) {
    super('BUSINESS_NOT_FOUND', `Business not found: ${slug}.`)
    this.slug = slug
  }
}
