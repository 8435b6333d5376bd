import { bookingQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { planReviewInvitation } from './invite-to-review.ts'
import { readBooking } from './read-booking.ts'
import { writeTransition } from './write-transition.ts'

/**
 * Completes a confirmed booking `autocompleteHours` after its end (D14), unless that setting is
 * null.
 */
export async function completePastBooking(
  { tenant, clock }: TenantContext,
  bookingId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  const { autocompleteHours } = catalog.settings
  if (autocompleteHours === null) return
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    const at = clock.now()
    if (
      row?.state !== 'confirmed' ||
      row.endsAt.getTime() + autocompleteHours * 3_600_000 > at.getTime()
    )
      return
    const completed = await writeTransition(tx, readBooking(row, catalog), {
      to: 'completed',
      by: 'system',
      reason: null,
      at,
      mail: null,
    })
    await planReviewInvitation(tx, catalog, completed)
  })
}
