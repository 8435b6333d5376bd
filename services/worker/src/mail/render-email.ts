import {
  type Catalog,
  type Email,
  type Language,
  type MailRequest,
  storedBooking,
  storedEmailPayment,
  storedOrder,
  storedWaitlistEntry,
} from '@silla/core'
import { bookingEmail } from './booking-email.ts'
import { calendarEvent } from './calendar.ts'
import { customerName } from './customer-name.ts'
import { headerText } from './header-text.ts'
import { type Content, renderLayout } from './layout.ts'
import { orderEmail } from './order-email.ts'
import { accountRestrictedEmail, paymentFailedEmail, salonEmail } from './payment-email.ts'
import { arabic } from './translations/arabic.ts'
import { english } from './translations/english.ts'
import { spanish } from './translations/spanish.ts'
import type { Translation } from './translations/translation.ts'
import { waitlistEmail } from './waitlist-email.ts'

const translations: Record<Language, Translation> = { es: spanish, en: english, ar: arabic }

/**
 * Renders an email in the recipient's language (D30).
 *
 * @param organizer the address of the calendar entry's organizer, for a salon without its own
 */
export function renderEmail(request: MailRequest, salon: Catalog, organizer: string): Email {
  const translation = translations[request.language]
  const content = contentOf(request, translation, salon)
  return {
    subject: headerText(content.subject),
    ...renderLayout(content, translation, request.language, salon.business.name),
    calendar: calendarOf(request, { salon, translation, organizer }),
  }
}

function contentOf(
  { kind, payload }: MailRequest,
  translation: Translation,
  salon: Catalog,
): Content {
  switch (kind) {
    case 'code':
      return codeEmail(payload, translation, salon)
    case 'already_registered':
      return accountEmail(translation.alreadyRegistered, salon)
    case 'no_account':
      return accountEmail(translation.noAccount, salon)
    case 'order_received':
    case 'order_paid':
    case 'order_expired':
      return orderEmail(kind, storedOrder.parse(payload), translation, salon)
    case 'payment_failed':
      return paymentFailedEmail(storedEmailPayment.parse(payload), translation, salon)
    case 'refund_failed':
    case 'dispute':
    case 'payment_review':
      return salonEmail(kind, payload, translation, salon)
    case 'account_restricted':
      return accountRestrictedEmail(String(payload.account), translation, salon)
    case 'waitlist_offer':
    case 'waitlist_offer_expired':
      return waitlistEmail(kind, storedWaitlistEntry.parse(payload), translation, salon)
    default:
      return bookingEmail(kind, storedBooking.parse(payload), translation, salon)
  }
}

/** The subject does not contain the code, because lock screens show subjects. */
const codeEmail = (
  payload: MailRequest['payload'],
  { code }: Translation,
  salon: Catalog,
): Content => ({
  subject: code.subject(salon.business.name),
  name: customerName(String(payload.name ?? '')),
  paragraphs: [code.text(Number(payload.minutes))],
  code: String(payload.code),
  note: code.ignore,
})

/** Explains why there is no code. Without a name: anybody may have entered the address. */
const accountEmail = (message: Translation['noAccount'], salon: Catalog): Content => ({
  subject: message.subject(salon.business.name),
  name: '',
  paragraphs: [message.text],
  note: message.ignore,
})

/** Adds the booking to the recipient's calendar, updates it there or removes it. */
function calendarOf(
  { kind, payload }: MailRequest,
  context: { salon: Catalog; translation: Translation; organizer: string },
): Email['calendar'] {
  const entry = entries[kind]
  if (!entry) return null
  const booking = storedBooking.parse(payload)
  const { method } = entry
  const status = booking.state === 'pending' ? 'TENTATIVE' : entry.status
  return { method, text: calendarEvent(booking, { method, status }, context) }
}

const entries: Partial<
  Record<
    MailRequest['kind'],
    { method: 'REQUEST' | 'CANCEL'; status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' }
  >
> = {
  booking_received: { method: 'REQUEST', status: 'TENTATIVE' },
  booking_confirmed: { method: 'REQUEST', status: 'CONFIRMED' },
  booking_rescheduled: { method: 'REQUEST', status: 'CONFIRMED' },
  booking_cancelled: { method: 'CANCEL', status: 'CANCELLED' },
  booking_expired: { method: 'CANCEL', status: 'CANCELLED' },
}
