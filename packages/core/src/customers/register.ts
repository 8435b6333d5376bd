import { signInQueries } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { type OpenedChallenge, openChallenge } from './challenge.ts'
import { assertStrongPassword } from './password-strength.ts'

/** `phone` is E.164 or empty. */
export interface RegistrationInput {
  name: string
  email: string
  phone: string
  password: string
  language: Language
  acceptsMarketing: boolean
  /** The client address of the request (D27); null: unknown. */
  clientAddress: string | null
}

/**
 * Starts a registration (D11). Only the request is stored; the account is created once the code
 * sent to that e-mail is verified, so that nobody can set a password for another person's address.
 * For an e-mail with an account the response is the same, and a different e-mail is sent.
 */
export async function register(
  context: RequestContext,
  credentials: Credentials,
  input: RegistrationInput,
): Promise<OpenedChallenge> {
  assertStrongPassword(input.password, input)
  const passwordHash = await credentials.passwords.hash(input.password)
  const [[account]] = await context.tenant.db.batch((tx) => [
    signInQueries.findAccountByEmail(tx, emailKey(input.email)),
  ])
  return openChallenge(context, credentials.codes, {
    purpose: 'register',
    opens: account === undefined,
    email: input.email,
    language: account?.language ?? input.language,
    name: input.name,
    phone: input.phone,
    passwordHash: account === undefined ? passwordHash : null,
    acceptsMarketing: input.acceptsMarketing,
    withPassword: false,
    clientAddress: input.clientAddress,
  })
}
