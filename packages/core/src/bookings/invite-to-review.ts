import { bookingQueries, jobQueries, mailQueries, reviewQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { pageUrls } from '../pages/page-urls.ts'
import type { TenantContext } from '../request-context.ts'
import { reviewInvitationTime } from './due-times.ts'
import { readBooking } from './read-booking.ts'

/**
 * Plans the invitation to review a visit that was just completed (D26, D30). Only a salon with a
 * booking page sends it, because the review is written there.
 */
export async function planReviewInvitation(
  tx: Tx,
  { settings }: Catalog,
  booking: Booking,
): Promise<void> {
  if (!settings.onlinePage || !isInvited(booking)) return
  await jobQueries.enqueue(tx, {
    task: 'invite-to-review',
    payload: { bookingId: booking.id },
    dueAt: reviewInvitationTime(booking),
    key: `review:${booking.id}`,
  })
}

/**
 * Sends the invitation, once for each visit and to no address more than once in 30 days. A visit that
 * was corrected to a no-show or has its review already is left out.
 *
 * @param publicUrl where customers reach the salon's pages; null: nothing is sent
 */
export async function inviteToReview(
  { tenant, clock }: TenantContext,
  publicUrl: string | null,
  bookingId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  if (pageUrls(publicUrl, tenant.slug, catalog.settings) === null) return
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    if (row?.state !== 'completed') return
    const booking = readBooking(row, catalog)
    if (!isInvited(booking)) return
    const now = clock.now()
    const { email } = booking.contact
    const since = new Date(now.getTime() - pauseDays * 86_400_000)
    const [[review], [invitation]] = await Promise.all([
      reviewQueries.findReviewOfBooking(tx, bookingId),
      mailQueries.findRecentMail(tx, { kind, to: email, since }),
    ])
    if (review || invitation) return
    await mailQueries.requestMail(tx, {
      kind,
      to: email,
      language: booking.language,
      payload: { ...booking },
      cause: `booking:${bookingId}:review`,
      now,
    })
  })
}

const kind = 'review_invitation'
const pauseDays = 30

/**
 * Whether a customer is invited at all: not without an address, and not after a visit that was booked
 * when it began, as walk-ins are.
 */
const isInvited = ({ contact, createdAt, startsAt }: Booking): boolean =>
  contact.email !== '' && startsAt.getTime() - createdAt.getTime() >= walkInMinutes * 60_000

const walkInMinutes = 15
