/**
 * Why something about accounts and webhooks cannot be done, in one sentence for whoever runs the
 * platform.
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
  | 'NOT_VALID'
