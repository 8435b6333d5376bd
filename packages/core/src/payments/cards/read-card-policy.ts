import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../../access/own-agenda.ts'
import { accessLevel, canAccess } from '../../bookings/booking-access.ts'
import { readBooking } from '../../bookings/read-booking.ts'
import type { Language } from '../../catalog/catalog.ts'
import { momentOf } from '../../clock.ts'
import type { CardPolicyText, WriteCardPolicy } from '../../model/saved-card.ts'
import type { RequestContext } from '../../request-context.ts'
import { cardPolicy, cardTerms } from './card-terms.ts'

/**
 * What the customer of a booking agrees to when they leave a card (D50).
 *
 * @throws AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND; FEE_NOT_ALLOWED: no card is left for it
 */
export async function readCardPolicy(
  context: RequestContext,
  input: {
    bookingId: number
    code: string | null
    language: Language
    write: WriteCardPolicy
  },
): Promise<CardPolicyText> {
  accessLevel(context, input.code, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  const [[row]] = await context.tenant.db.batch((tx) => [
    bookingQueries.findBookingById(tx, input.bookingId, ownProfessionalId(context)),
  ])
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  const terms =
    cardTerms(readBooking(row, catalog), catalog, momentOf(context).tenantTime) ??
    fail('FEE_NOT_ALLOWED')
  return cardPolicy(terms, input)
}
