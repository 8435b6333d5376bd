import { type MailKind, mailCountQueries, mailQueries, type Sql } from '@silla/db'
import { emailKey } from '../contact/email.ts'
import type { TenantContext } from '../request-context.ts'
import { type MailScope, recipientKey } from './mail-keys.ts'

/** Emails within an hour, over all salons. */
const perRecipient = { booking: 6, code: 12 } as const
/** Of a customer who has proven the address. */
const perConfirmedRecipient = 24
/** That one client address causes, to recipients of any kind. */
const perClient = 120

/**
 * The emails that anybody can cause who knows an address. Others are caused by the salon or come
 * once, such as reminders: they are never withheld.
 */
const scopes: Partial<Record<MailKind, MailScope>> = {
  code: 'code',
  already_registered: 'code',
  no_account: 'code',
  booking_received: 'booking',
  booking_confirmed: 'booking',
  booking_rescheduled: 'booking',
  booking_cancelled: 'booking',
  // anyone who joins and leaves the waitlist in turn causes as many offers
  waitlist_offer: 'booking',
  waitlist_offer_expired: 'booking',
}

/**
 * Counts an email before it is sent (D30).
 *
 * @returns whether it may be sent: strangers can send only so many to one address. A customer with an
 *   account gets codes and cancellations in any case, and everybody what the salon has caused
 */
export async function countMail(
  { tenant, realClock }: TenantContext,
  registry: Sql,
  { kind, to, payload }: mailQueries.MailRow,
): Promise<boolean> {
  const scope = scopes[kind]
  if (scope === undefined) return true
  const { clientHash, id } = payload as { clientHash?: string; id?: number }
  const count = async (limit: number, anyway: boolean) => {
    const [counted] = await mailCountQueries.countMail(registry, {
      recipient: recipientKey(scope, to),
      perRecipient: limit,
      clientHash: clientHash ?? null,
      perClient,
      anyway,
      now: realClock.now(),
    })
    return counted?.retryAt === null
  }
  if (await count(perRecipient[scope], false)) return true
  const isOfBooking = kind.startsWith('booking_')
  const [[facts]] = await tenant.db.batch((tx) => [
    mailQueries.findRecipientFacts(tx, {
      emailKey: emailKey(to),
      bookingId: isOfBooking ? (id ?? null) : null,
    }),
  ])
  const { isConfirmed = false, changedBy = null } = facts ?? {}
  const isDue =
    (isOfBooking && changedBy !== 'customer') ||
    (isConfirmed && (scope === 'code' || kind === 'booking_cancelled'))
  if (isDue) return count(perRecipient[scope], true)
  return isConfirmed && count(perConfirmedRecipient, false)
}
