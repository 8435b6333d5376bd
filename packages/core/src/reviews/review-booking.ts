import { bookingQueries, catalogQueries, eventQueries, reviewQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import type { Review } from '../catalog/catalog.ts'
import { today } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedReview } from '../stored-json.ts'

/**
 * Adds a customer's review of a completed visit, once (D26). It counts immediately towards the
 * rating of the professional.
 *
 * @param input.code proof of possession, for a guest
 */
export async function reviewBooking(
  context: RequestContext,
  input: { bookingId: number; code: string | null; rating: number; comment: string },
): Promise<Review> {
  if (accessLevel(context, input.code, 'bookings.manage') === 'business') fail('INSUFFICIENT_SCOPE')
  const catalog = await context.tenant.catalog()

  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedReview, async () => {
      const [row] = await bookingQueries.lockBooking(tx, input.bookingId)
      if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
      if (row.state !== 'completed') fail('BOOKING_NOT_COMPLETED')

      const day = today(catalog, context.clock)
      const at = context.clock.now()
      const { rating, comment } = input
      const customerName = shortName(row.contact.name)
      const [added] = await reviewQueries.insertReview(tx, {
        professionalId: row.professional.id,
        bookingId: row.id,
        customerName,
        rating,
        comment,
        day,
        at,
      })
      if (!added) fail('ALREADY_REVIEWED')
      const review = { id: added.id, customerName, rating, comment, day }
      await eventQueries.recordEvent(tx, {
        type: 'resena.creada',
        at,
        payload: { ...review, bookingId: row.id, professionalId: row.professional.id },
      })
      await catalogQueries.touchCatalog(tx)
      return review
    }),
  )
}

/** Reviews are public, so the family name is shortened to its first letter: `Lucía P.` */
function shortName(name: string): string {
  const [first = '', ...family] = name.split(/\s+/)
  const initial = [...(family[0] ?? '')][0]
  return initial ? `${first} ${initial}.` : first
}
