import type { Booking } from '@silla/core'
import { professionalNames, serviceNames } from './booking-lines.ts'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'

/** The invitation to review a visit, on the page of its booking. */
export function reviewEmail(booking: Booking, { translation, salon, pages }: MailContext): Content {
  const { reviewInvitation, labels, buttons } = translation
  const format = formattersFor(translation, salon, booking.timezone)
  return {
    subject: reviewInvitation.subject(salon.business.name),
    heading: reviewInvitation.heading,
    name: greetingName(booking.contact.name),
    paragraphs: [reviewInvitation.text],
    details: [
      [labels.services, serviceNames(booking, format).join(', ')],
      [labels.professional, professionalNames(booking)],
      [labels.day, format.day(booking.startsAt)],
    ],
    buttons: pages ? [{ label: buttons.review, url: pages.manage(booking.code) }] : [],
    note: reviewInvitation.ignore,
  }
}
