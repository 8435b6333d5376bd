import { signInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { type OpenedChallenge, openChallenge } from './challenge.ts'

/**
 * Starts a login with a password, or with a code alone (D11). Either way a code is sent by e-mail.
 * For an e-mail without an account, time and response are those of a wrong password; without a
 * password, those of an existing account, and the e-mail says how to make one.
 *
 * @param input.password null: login with a code alone
 */
export async function logIn(
  context: RequestContext,
  credentials: Credentials,
  input: {
    email: string
    password: string | null
    language: Language
    clientAddress: string | null
  },
): Promise<OpenedChallenge> {
  if (input.password !== null) await credentials.passwords.assertCapacity()
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
    withPassword: input.password !== null,
    clientAddress: input.clientAddress,
  })
}
