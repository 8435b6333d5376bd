import type { Booking, Catalog, Letter, MailRequest } from '@silla/core'
import { bookingLetter } from './booking-email.ts'
import { visitForCalendar } from './calendar.ts'
import { storedBooking, storedOrder, storedPayment } from './deserialize.ts'
import { type Content, layOut } from './layout.ts'
import { orderLetter } from './order-email.ts'
import { accountRestrictedLetter, paymentFailedLetter, salonLetter } from './payment-email.ts'
import type { Words } from './translations/translation.ts'
import { wordsIn } from './translations.ts'

/** Puts a letter into words (D30). @param organizer who stands for the salon in a calendar, where it has no address of its own */
export function writeLetter(request: MailRequest, salon: Catalog, organizer: string): Letter {
  const words = wordsIn(request.language)
  const content = contentOf(request, words, salon)
  return {
    subject: content.subject,
    ...layOut(content, words, request.language, salon.business.name),
    calendar: calendarOf(request, salon, organizer),
  }
}

function contentOf({ kind, payload }: MailRequest, words: Words, salon: Catalog): Content {
  switch (kind) {
    case 'code':
      return codeLetter(payload, words, salon)
    case 'already_registered':
      return alreadyRegisteredLetter(words, salon)
    case 'order_received':
    case 'order_paid':
    case 'order_expired':
      return orderLetter(kind, storedOrder(payload), words, salon)
    case 'payment_failed':
      return paymentFailedLetter(storedPayment(payload), words, salon)
    case 'refund_failed':
    case 'dispute':
    case 'payment_review':
      return salonLetter(kind, payload, words, salon)
    case 'account_restricted':
      return accountRestrictedLetter(String(payload.account), words, salon)
    default:
      return bookingLetter(kind, storedBooking(payload), words, salon)
  }
}

/** The subject does not say the code: it shows on locked screens. */
const codeLetter = (payload: MailRequest['payload'], { code }: Words, salon: Catalog): Content => ({
  subject: code.subject(salon.business.name),
  name: String(payload.name ?? ''),
  paragraphs: [code.text(Number(payload.minutes))],
  code: String(payload.code),
  afterwards: code.ignore,
})

const alreadyRegisteredLetter = ({ alreadyRegistered }: Words, salon: Catalog): Content => ({
  subject: alreadyRegistered.subject(salon.business.name),
  name: '',
  paragraphs: [alreadyRegistered.text],
  afterwards: alreadyRegistered.ignore,
})

/** What puts a visit into a calendar, changes it there and takes it out again. */
function calendarOf({ kind, payload, language }: MailRequest, salon: Catalog, organizer: string): Letter['calendar'] {
  const entry = entries[kind]
  if (!entry) return null
  const booking: Booking = storedBooking(payload)
  return {
    method: entry.method,
    text: visitForCalendar(booking, entry, { salon, words: wordsIn(language), organizer }),
  }
}

const entries: Partial<
  Record<MailRequest['kind'], { method: 'REQUEST' | 'CANCEL'; status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' }>
> = {
  booking_received: { method: 'REQUEST', status: 'TENTATIVE' },
  booking_confirmed: { method: 'REQUEST', status: 'CONFIRMED' },
  booking_cancelled: { method: 'CANCEL', status: 'CANCELLED' },
  booking_expired: { method: 'CANCEL', status: 'CANCELLED' },
}
