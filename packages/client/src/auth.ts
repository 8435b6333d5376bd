import type { CustomerAuth } from './options.ts'
import { errorOf } from './retry.ts'

/** Whether a request was refused because its access token has to be renewed. */
export const isTokenExpired = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await errorOf(response))?.code === 'TOKEN_EXPIRED'

/** The renewals that are running. */
const renewals = new WeakMap<CustomerAuth, Promise<void>>()

/**
 * The token that replaces an expired one; null when the session has ended. All requests that need a
 * new token wait for one renewal. Throws what `refresh` throws.
 */
export async function renewToken(auth: CustomerAuth, expired: string): Promise<string | null> {
  // an earlier renewal may have replaced it since the request was sent
  if (auth.accessToken === expired) {
    const renewal = renewals.get(auth) ?? renew(auth, expired)
    renewals.set(auth, renewal)
    await renewal.finally(() => renewals.delete(auth))
  }
  return auth.accessToken
}

async function renew(auth: CustomerAuth, expired: string): Promise<void> {
  const token = await auth.refresh()
  // the customer may have signed out meanwhile
  if (auth.accessToken === expired) auth.accessToken = token
}
