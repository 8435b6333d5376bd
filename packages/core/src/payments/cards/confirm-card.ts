import { bookingQueries, savedCardQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../../access/own-agenda.ts'
import { accessLevel, canAccess } from '../../bookings/booking-access.ts'
import type { SavedCard } from '../../model/saved-card.ts'
import type { Processors } from '../../ports/processor.ts'
import type { RequestContext } from '../../request-context.ts'
import { throwPaymentError, throwProcessorError } from '../to-refusal.ts'
import { refreshCard } from './refresh-card.ts'
import { expiresBefore } from './settle-card.ts'

/**
 * Confirms that a card is saved, by its state at the processor; what the caller claims is not trusted
 * (D50). Repeating it returns the same.
 *
 * @throws AUTHENTICATION_REQUIRED; PAYMENT_NOT_FOUND: an unknown setup, or somebody else's;
 *   CARD_NOT_SAVED: not attempted, too late, or it was given up; CARD_DECLINED, PAYMENT_FAILED;
 *   CARD_EXPIRES_TOO_EARLY; PROCESSOR_UNAVAILABLE
 */
export async function confirmCard(
  context: RequestContext,
  processors: Processors,
  input: { setupRef: string; code: string | null },
): Promise<SavedCard> {
  accessLevel(context, input.code, 'till.charge')
  const { db } = context.tenant
  const [[card]] = await db.batch((tx) => [savedCardQueries.findCardBySetup(tx, input.setupRef)])
  if (!card) fail('PAYMENT_NOT_FOUND')
  const [[booking]] = await db.batch((tx) => [
    bookingQueries.findBookingById(tx, card.bookingId, ownProfessionalId(context)),
  ])
  if (!booking || !canAccess(context, input.code, booking)) fail('PAYMENT_NOT_FOUND')
  const settled =
    card.state === 'pending'
      ? await refreshCard(
          context,
          processors,
          { ...card, setupRef: input.setupRef },
          { end: false },
        ).catch(throwProcessorError)
      : card
  if (settled.state === 'saved') return settled
  if (settled.state === 'retired' && expiresBefore(settled, booking)) fail('CARD_EXPIRES_TOO_EARLY')
  if (settled.failureMessage !== '')
    throwPaymentError({ declined: true, message: settled.failureMessage })
  return fail('CARD_NOT_SAVED')
}
