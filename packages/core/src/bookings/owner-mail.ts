import { mailQueries, type Tx } from '@silla/db'
import type { Catalog, Language } from '../catalog/catalog.ts'
import type { OwnerNews } from '../model/agenda.ts'
import type { Booking } from '../model/booking.ts'
import type { MailOfBooking } from './booking-mail.ts'

/**
 * Emails the salon about a booking, once for each change, if it wants an email for each (D30). What
 * the salon did itself is no news, nor is a booking before it is paid where it has to be.
 */
export async function requestOwnerMail(
  tx: Tx,
  catalog: Catalog,
  { news, booking, now }: { news: OwnerNews; booking: Booking; now: Date },
): Promise<void> {
  for (const mail of ownerMails(catalog, news, booking))
    await mailQueries.requestMail(tx, { ...mail, payload: { ...booking }, now })
}

/** The same email without what it contains; none when the salon does not want it. */
export function ownerMails(catalog: Catalog, news: OwnerNews, booking: Booking): MailOfBooking[] {
  const recipient = ownerMailRecipient(catalog)
  if (recipient === null) return []
  if (recipient.onlyPending && (news !== 'created' || booking.state !== 'pending')) return []
  const { to, language } = recipient
  return [
    {
      kind: `owner_booking_${news}`,
      ...{ to, language },
      cause: `booking:${booking.id}:owner:${news}${news === 'rescheduled' ? `:${booking.reschedules}` : ''}`,
    },
  ]
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
