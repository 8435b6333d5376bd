import { mailQueries, type Tx } from '@silla/db'
import type { Catalog, Language } from '../catalog/catalog.ts'
import type { OwnerNews } from '../model/agenda.ts'
import type { Booking } from '../model/booking.ts'

/**
 * Emails the salon about a booking, once for each change, if it wants an email for each (D30). What
 * the salon did itself is no news, nor is a booking before it is paid where it has to be.
 *
 * @param more what the email contains beside the booking
 */
export async function requestOwnerMail(
  tx: Tx,
  catalog: Catalog,
  { news, booking, now }: { news: OwnerNews; booking: Booking; now: Date },
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const recipient = ownerMailRecipient(catalog)
  if (recipient === null) return
  if (recipient.onlyPending && (news !== 'created' || booking.state !== 'pending')) return
  const { to, language } = recipient
  await mailQueries.requestMail(tx, {
    kind: `owner_booking_${news}`,
    ...{ to, language, now },
    payload: { ...booking, ...more },
    cause: `booking:${booking.id}:owner:${news}${news === 'rescheduled' ? `:${booking.reschedules}` : ''}`,
  })
}

export interface OwnerMailRecipient {
  to: string
  language: Language
  /**
   * Only a booking that waits for the salon's confirmation is mailed at once: with one email a day it
   * would expire before.
   */
  onlyPending: boolean
}

/** Who gets emails about single bookings; null: nobody. */
export function ownerMailRecipient({ business, settings }: Catalog): OwnerMailRecipient | null {
  const { ownerNotifications, mainLanguage } = settings
  if (ownerNotifications === 'none' || business.email === '') return null
  return {
    to: business.email,
    language: mainLanguage,
    onlyPending: ownerNotifications === 'daily',
  }
}

/** It expires unless it is paid, and its salon has not heard of it. */
export const awaitsPayment = ({
  state,
  paymentRequired,
  paymentId,
}: Pick<Booking, 'state' | 'paymentRequired' | 'paymentId'>): boolean =>
  state === 'pending' && paymentRequired && paymentId === null
