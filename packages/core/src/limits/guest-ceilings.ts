import type { newBookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { isPublicMailDomain } from '../contact/public-mail-domains.ts'
import type { BookingInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

const dayMilliseconds = 24 * 3_600_000

/**
 * What a booking of a guest is counted by: the client address, and the domain of the email unless it is
 * that of a public provider (D15). Anyone who is signed in is known, and so is the salon. A day is one in
 * UTC and real time: it protects the diary, and does not depend on the salon's clock.
 */
export function guestCeilings(
  { identity, mailLimits, tenant, realClock }: RequestContext,
  { settings }: Catalog,
  { contact: { email }, clientAddress = null }: BookingInput,
): newBookingQueries.GuestCeilings | null {
  if (identity.kind !== 'visitor' || clientAddress === null || !mailLimits) return null
  const counts: newBookingQueries.GuestCeilings['counts'] = []
  const add = (kind: 'address' | 'domain', key: string, ceiling: number) => {
    const keyHash = mailLimits.keyedHash(`guest ${tenant.businessId} ${kind} ${key}`)
    if (keyHash !== null) counts.push({ kind, keyHash, ceiling })
  }
  add('address', clientAddress, settings.guestBookingsPerAddress)
  const domain = emailKey(email).split('@').at(-1) ?? ''
  if (!isPublicMailDomain(domain)) add('domain', domain, settings.guestBookingsPerDomain)
  return { day: realClock.now().toISOString().slice(0, 10), counts }
}

/** Seconds until the next day begins. */
export const ceilingWaitSeconds = ({ realClock }: RequestContext): number =>
  Math.ceil((dayMilliseconds - (realClock.now().getTime() % dayMilliseconds)) / 1000)
