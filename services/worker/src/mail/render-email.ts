import type { Booking, Catalog, Email, MailRequest } from '@silla/core'
import { bookingEmail } from './booking-email.ts'
import { calendarEvent } from './calendar.ts'
import { deserializeBooking, deserializeOrder, deserializePayment } from './deserialize.ts'
import { type Content, renderLayout } from './layout.ts'
import { orderEmail } from './order-email.ts'
import { accountRestrictedEmail, paymentFailedEmail, salonEmail } from './payment-email.ts'
import type { Translation } from './translations/translation.ts'
import { translationFor } from './translations.ts'

/**
 * Puts a letter into words (D30). @param organizer who stands for the salon in a calendar, where it
 * has no address of its own
 */
export function renderEmail(request: MailRequest, salon: Catalog, organizer: string): Email {
  const words = translationFor(request.language)
  const content = contentOf(request, words, salon)
  return {
    subject: content.subject,
    ...renderLayout(content, words, request.language, salon.business.name),
    calendar: calendarOf(request, salon, organizer),
  }
}

function contentOf({ kind, payload }: MailRequest, words: Translation, salon: Catalog): Content {
  switch (kind) {
    case 'code':
      return codeLetter(payload, words, salon)
    case 'already_registered':
      return alreadyRegisteredLetter(words, salon)
    case 'order_received':
    case 'order_paid':
    case 'order_expired':
      return orderEmail(kind, deserializeOrder(payload), words, salon)
    case 'payment_failed':
      return paymentFailedEmail(deserializePayment(payload), words, salon)
    case 'refund_failed':
    case 'dispute':
    case 'payment_review':
      return salonEmail(kind, payload, words, salon)
    case 'account_restricted':
      return accountRestrictedEmail(String(payload.account), words, salon)
    default:
      return bookingEmail(kind, deserializeBooking(payload), words, salon)
  }
}

/** The subject does not say the code: it shows on locked screens. */
const codeLetter = (
  payload: MailRequest['payload'],
  { code }: Translation,
  salon: Catalog,
): Content => ({
  subject: code.subject(salon.business.name),
  name: String(payload.name ?? ''),
  paragraphs: [code.text(Number(payload.minutes))],
  code: String(payload.code),
  afterwards: code.ignore,
})

const alreadyRegisteredLetter = ({ alreadyRegistered }: Translation, salon: Catalog): Content => ({
  subject: alreadyRegistered.subject(salon.business.name),
  name: '',
  paragraphs: [alreadyRegistered.text],
  afterwards: alreadyRegistered.ignore,
})

/** What puts a visit into a calendar, changes it there and takes it out again. */
function calendarOf(
  { kind, payload, language }: MailRequest,
  salon: Catalog,
  organizer: string,
): Email['calendar'] {
  const entry = entries[kind]
  if (!entry) return null
  const booking: Booking = deserializeBooking(payload)
  return {
    method: entry.method,
    text: calendarEvent(booking, entry, { salon, words: translationFor(language), organizer }),
  }
}

const entries: Partial<
  Record<
    MailRequest['kind'],
    { method: 'REQUEST' | 'CANCEL'; status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' }
  >
> = {
  booking_received: { method: 'REQUEST', status: 'TENTATIVE' },
  booking_confirmed: { method: 'REQUEST', status: 'CONFIRMED' },
  booking_cancelled: { method: 'CANCEL', status: 'CANCELLED' },
  booking_expired: { method: 'CANCEL', status: 'CANCELLED' },
}
