import { acceptOffer, declineOffer, leaveWaitlist, type RequestContext } from '@silla/core'
import { Refusal } from '@silla/errors'
import { actionField, actions, offerField } from './waitlist-page.ts'

/** What becomes of a form of the page of an entry. */
export interface OfferOutcome {
  /** Of the booking that the offer has become; null: the page of the entry says how it stands. */
  bookingCode: string | null
  /** Why the answer was refused, when the page of the entry does not say it by itself. */
  refusal: Refusal | null
}

/**
 * Does what a button of the page of an entry says. The form names the offer, so that a form that is
 * sent twice, or late, cannot answer another offer.
 *
 * @throws every error that is no refusal of the answer
 */
export async function answerOffer(
  context: RequestContext,
  form: URLSearchParams,
  entry: { id: number; code: string; clientAddress: string | null },
): Promise<OfferOutcome> {
  const offerId = Number(form.get(offerField))
  const answer = { entryId: entry.id, code: entry.code, offerId }
  try {
    switch (form.get(actionField)) {
      case actions.accept: {
        const { clientAddress } = entry
        const { booking } = await acceptOffer(context, { ...answer, clientAddress })
        return { bookingCode: booking.code, refusal: null }
      }
      case actions.decline:
        await declineOffer(context, answer)
        break
      case actions.leave:
        await leaveWaitlist(context, answer)
    }
    return { bookingCode: null, refusal: null }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return { bookingCode: null, refusal: error.code === 'WAITLIST_NO_OFFER' ? null : error }
  }
}
