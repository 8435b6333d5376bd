import {
  bookingMessages,
  chooseBookingMessages,
  chooseEntryMessages,
  entryMessages,
  findBookingByCode,
  type RequestContext,
} from '@silla/core'
import { channelsOf, consentWording } from './messages-section.ts'
import { orNone } from './or-none.ts'
import type { PageTexts } from './texts/page-texts.ts'

/**
 * Does what the form about messages says, for the booking or the entry of the waitlist with a code (D77).
 *
 * @throws WAITLIST_NOT_FOUND
 */
export async function chooseMessages(
  context: RequestContext,
  { code, form, texts }: { code: string; form: URLSearchParams; texts: PageTexts['messages'] },
): Promise<void> {
  const channels = channelsOf(form)
  const detail = await findBookingByCode(context, code).catch(orNone)
  if (detail === null) {
    const { phone } = await entryMessages(context, code)
    const wording = consentWording(texts.offersWording, phone)
    await chooseEntryMessages(context, { code, channels, wording })
    return
  }
  const proof = { bookingId: detail.booking.id, code }
  const { phone } = await bookingMessages(context, proof)
  const wording = consentWording(texts.wording, phone)
  await chooseBookingMessages(context, { ...proof, channels, wording })
}
