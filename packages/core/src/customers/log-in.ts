import { signInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { type OpenedChallenge, openChallenge } from './challenge.ts'

/**
 * Begins to sign in: with a password, or with the code alone (D11). The code follows by mail in
 * either case. An e-mail without an account takes as long and says the same as a wrong password,
 * and without a password the same as a right one.
 *
 * @param input.password null: the code alone
 * @throws INVALID_CREDENTIALS; RATE_LIMIT_EXCEEDED
 */
export async function logIn(
  context: RequestContext,
  credentials: Credentials,
  input: { email: string; password: string | null; language: Language },
): Promise<OpenedChallenge> {
  if (input.password !== null) await credentials.passwords.refuseWhenBusy()
  const [[account]] = await context.tenant.db.batch((tx) => [
    signInQueries.findAccountByEmail(tx, emailKey(input.email)),
  ])
  if (input.password !== null) {
    const isRight = await credentials.passwords.matches(
      input.password,
      account?.passwordHash ?? null,
    )
    if (!isRight) fail('INVALID_CREDENTIALS')
  }
  return openChallenge(context, credentials.codes, {
    purpose: 'sign_in',
    opens: account !== undefined,
    email: account?.email ?? input.email,
    language: account?.language ?? input.language,
    name: account?.name ?? '',
    phone: '',
    passwordHash: null,
    acceptsMarketing: false,
  })
}
