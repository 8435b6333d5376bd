import {
  type Catalog,
  type Email,
  type Language,
  type MailRequest,
  type PageUrls,
  storedAgenda,
  storedBooking,
  storedEmailPayment,
  storedOrder,
  storedWaitlistEntry,
} from '@silla/core'
import { bookingEmail } from './booking-email.ts'
import { calendarEvent } from './calendar.ts'
import type { Content } from './content.ts'
import { endpointDisabledEmail } from './endpoint-email.ts'
import { greetingName } from './guest-name.ts'
import { headerText } from './header-text.ts'
import { renderLayout } from './layout.ts'
import type { MailContext } from './mail-context.ts'
import { orderEmail } from './order-email.ts'
import { ownerAgendaEmail } from './owner-agenda-email.ts'
import { ownerBookingEmail } from './owner-booking-email.ts'
import {
  accountRestrictedEmail,
  feeEmail,
  onboardingCodeEmail,
  paymentFailedEmail,
  payoutFailedEmail,
  salonEmail,
} from './payment-email.ts'
import { reviewEmail } from './review-email.ts'
import { signInNotice, staffCodeEmail } from './sign-in-email.ts'
import { downloadEmail, invitationEmail, roleChangedEmail } from './staff-email.ts'
import { supportEmail } from './support-email.ts'
import { templatesRejectedEmail } from './templates-email.ts'
import { arabic } from './translations/arabic.ts'
import { english } from './translations/english.ts'
import { spanish } from './translations/spanish.ts'
import type { Translation } from './translations/translation.ts'
import { waitlistEmail } from './waitlist-email.ts'

const translations: Record<Language, Translation> = { es: spanish, en: english, ar: arabic }

/** Renders an email in the recipient's language (D30). */
export function renderEmail(
  request: MailRequest,
  salon: Catalog,
  surroundings: Pick<MailContext, 'logoUrl' | 'pages' | 'staffUrl' | 'organizer'>,
): Email {
  const { language } = request
  const context = {
    ...surroundings,
    pages: surroundings.pages && pagesIn(language, surroundings.pages),
    translation: translations[language],
    salon,
  }
  const content = contentOf(request, context)
  return {
    subject: headerText(content.subject),
    ...renderLayout(content, context),
    calendar: calendarOf(request, context),
  }
}

/** The pages in the language of the email, whatever the browser prefers. */
const pagesIn = (language: Language, { booking, manage }: PageUrls): PageUrls => ({
  booking: `${booking}?lang=${language}`,
  manage: (code) => `${manage(code)}?lang=${language}`,
})

function contentOf({ kind, payload }: MailRequest, context: MailContext): Content {
  switch (kind) {
    case 'code':
      return codeEmail(payload, context)
    case 'already_registered':
      return accountEmail(context.translation.alreadyRegistered, context)
    case 'no_account':
      return accountEmail(context.translation.noAccount, context)
    case 'order_received':
    case 'order_paid':
    case 'order_expired':
      return orderEmail(kind, storedOrder.parse(payload), context)
    case 'payment_failed':
      return paymentFailedEmail(storedEmailPayment.parse(payload), context)
    case 'refund_failed':
    case 'dispute':
    case 'payment_review':
    case 'fee_failed':
      return salonEmail(kind, payload, context)
    case 'fee_charged':
    case 'fee_authentication':
      return feeEmail(kind, payload, context)
    case 'account_restricted':
      return accountRestrictedEmail(String(payload.account), context)
    case 'onboarding_code':
      return onboardingCodeEmail(payload, context)
    case 'payout_failed':
      return payoutFailedEmail(payload, context)
    case 'endpoint_disabled':
      return endpointDisabledEmail(payload, context)
    case 'templates_rejected':
      return templatesRejectedEmail(payload, context)
    case 'staff_invitation':
      return invitationEmail(payload, context)
    case 'staff_role_changed':
      return roleChangedEmail(payload, context)
    case 'salon_download':
      return downloadEmail(payload, context)
    case 'support_requested':
    case 'support_entered':
      return supportEmail(kind, payload, context)
    case 'review_invitation':
      return reviewEmail(storedBooking.parse(payload), context)
    case 'waitlist_offer':
    case 'waitlist_offer_expired':
      return waitlistEmail(kind, storedWaitlistEntry.parse(payload), context)
    case 'owner_booking_created':
    case 'owner_booking_rescheduled':
    case 'owner_booking_cancelled':
      return ownerBookingEmail(kind, storedBooking.parse(payload), context)
    case 'owner_agenda':
      return ownerAgendaEmail(storedAgenda.parse(payload), context)
    case 'staff_code':
      return staffCodeEmail(payload, context)
    case 'staff_signed_in':
    case 'staff_passkey_added':
    case 'staff_passkey_deleted':
    case 'staff_recovered':
    case 'staff_pin_locked':
      return signInNotice(kind, payload, context)
    default:
      return bookingEmail(kind, storedBooking.parse(payload), context)
  }
}

/** The subject does not contain the code, because lock screens show subjects. */
const codeEmail = (
  payload: MailRequest['payload'],
  { translation: { code }, salon }: MailContext,
): Content => ({
  subject: code.subject(salon.business.name),
  heading: code.heading,
  name: greetingName(String(payload.name ?? '')),
  paragraphs: [code.text(Number(payload.minutes))],
  code: String(payload.code),
  note: code.ignore,
})

/** Explains why there is no code. Without a name: anybody may have entered the address. */
const accountEmail = (message: Translation['noAccount'], { salon }: MailContext): Content => ({
  subject: message.subject(salon.business.name),
  heading: message.heading,
  name: '',
  paragraphs: [message.text],
  note: message.ignore,
})

/** Adds the booking to the recipient's calendar, updates it there or removes it. */
function calendarOf({ kind, payload }: MailRequest, context: MailContext): Email['calendar'] {
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
