/** Why something about accounts and webhooks cannot be done, in one sentence for whoever runs the platform. */
export class AccountProblem extends Error {
  readonly code: AccountProblemCode

  constructor(code: AccountProblemCode, message: string) {
    super(message)
    this.name = 'AccountProblem'
    this.code = code
  }
}

export type AccountProblemCode =
  | 'NO_CREDENTIALS'
  | 'NOT_CONNECTED'
  | 'CONNECTED_ALREADY'
  | 'ACCOUNT_TAKEN'
  | 'NO_ACCOUNT'
  | 'NOT_VALID'
