import { customerQueries, sessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { type CustomerIdentity, type RequestContext, signedInCustomer } from '../request-context.ts'
import { later } from './challenge.ts'
import { recordCustomerEvent } from './customer-event.ts'
import type { Profile } from './customer-profile.ts'
import { assertStrongPassword } from './password-strength.ts'

/** The changes to a profile; null leaves a field unchanged. */
export interface ProfileUpdate {
  name: string | null
  /** E.164 */
  phone: string | null
  language: Language | null
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean | null
  password: string | null
  currentPassword: string | null
}

const freshCodeSeconds = 600

/**
 * Updates the signed-in customer's profile and password (D11, D12). A new password requires the
 * current one, or a token issued for a code within the last ten minutes, and ends all other
 * sessions.
 */
export async function updateProfile(
  context: RequestContext,
  credentials: Credentials,
  input: ProfileUpdate,
): Promise<Profile> {
  const customer = signedInCustomer(context)
  const id = customer.customerId
  const now = context.realClock.now()
  const passwordHash =
    input.password === null
      ? null
      : await newPassword(context, credentials, customer, input, input.password)

  return context.tenant.db.transaction(async (tx) => {
    const [account] = await customerQueries.lockAccount(tx, id)
    if (!account) fail('INVALID_TOKEN')
    const change = { ...input, id, passwordHash }
    await Promise.all([
      customerQueries.updateCustomer(tx, change),
      customerQueries.updateAccount(tx, change),
    ])
    if (passwordHash)
      await sessionQueries.updateOtherSessionsEnded(tx, {
        customerId: id,
        except: customer.sessionId,
        now,
      })
    return recordCustomerEvent(tx, 'cliente.actualizado', { id, now })
  })
}

/** The hash of a new password. Hashing is slow, so it runs outside the transaction. */
async function newPassword(
  context: RequestContext,
  { passwords }: Credentials,
  customer: CustomerIdentity,
  input: ProfileUpdate,
  password: string,
): Promise<string> {
  const [[account]] = await context.tenant.db.batch((tx) => [
    customerQueries.findAccount(tx, customer.customerId),
  ])
  if (!account) fail('INVALID_TOKEN')
  assertStrongPassword(password, { email: account.email, name: input.name ?? account.name })
  if (input.currentPassword !== null) {
    if (!(await passwords.matches(input.currentPassword, account.passwordHash)))
      fail('INVALID_CREDENTIALS')
  } else if (!hasFreshCode(customer, context.realClock.now())) fail('AUTHENTICATION_REQUIRED')
  return passwords.hash(password)
}

const hasFreshCode = ({ byCode, authenticatedAt }: CustomerIdentity, now: Date): boolean =>
  byCode && now <= later(authenticatedAt, freshCodeSeconds)
