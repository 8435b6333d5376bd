/**
 * An operation on accounts, refunds or webhooks that cannot be done; the message is one sentence
 * for platform staff.
 */
export class AccountError extends Error {
  readonly code: AccountErrorCode

  constructor(code: AccountErrorCode, message: string) {
    super(message)
    this.name = 'AccountError'
    this.code = code
  }
}

export type AccountErrorCode =
  | 'NO_CREDENTIALS'
  | 'NOT_CONNECTED'
  | 'CONNECTED_ALREADY'
  | 'ACCOUNT_TAKEN'
  | 'NO_ACCOUNT'
  | 'NO_WEBHOOK'
  | 'PAYMENT_DISPUTED'
  | 'NOT_VALID'
