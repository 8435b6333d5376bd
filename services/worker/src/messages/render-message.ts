import {
  type Catalog,
  type Language,
  type MessageRequest,
  type PageUrls,
  type RenderedMessage,
  storedBooking,
  storedWaitlistEntry,
  type Translated,
} from '@silla/core'
import { clockFormat, localeOf } from '@silla/locale'
import {
  bookingLink,
  cheapestText,
  fillTemplate,
  messageTexts,
  templateName,
} from '@silla/messaging'

/**
 * Renders a message in the recipient's language (D77). Nothing that a guest has typed is in it.
 *
 * @param pages null: the salon has none, and its code replaces the link to a booking
 */
export function renderMessage(
  { kind, language, payload }: MessageRequest,
  salon: Catalog,
  pages: PageUrls | null,
): RenderedMessage {
  const parameters = parametersOf(kind, payload, { language, salon, pages }).map(oneLine)
  return {
    text: cheapestText(fillTemplate(messageTexts[language][kind], parameters)),
    template: { name: templateName(kind), language, parameters },
  }
}

interface Surroundings {
  language: Language
  salon: Catalog
  pages: PageUrls | null
}

function parametersOf(
  kind: MessageRequest['kind'],
  payload: MessageRequest['payload'],
  surroundings: Surroundings,
): string[] {
  const { salon, pages, language } = surroundings
  const linkTo = (code: string) => bookingLink(pages, code, language)
  if (kind === 'waitlist_offer') {
    const { offer, code, timezone } = storedWaitlistEntry.parse(payload)
    if (offer === null) throw new Error('the entry has no offer')
    const format = formatsFor(surroundings, timezone)
    const until = format.time(offer.expiresAt)
    return [salon.business.name, format.when(offer.startsAt), linkTo(code), until]
  }
  const booking = storedBooking.parse(payload)
  const when = formatsFor(surroundings, booking.timezone).when(booking.startsAt)
  if (!kind.startsWith('owner_'))
    return kind === 'booking_cancelled'
      ? [salon.business.name, when]
      : [salon.business.name, when, linkTo(booking.code)]
  const services = booking.lines.map(({ name }) =>
    textIn(name, language, salon.settings.mainLanguage),
  )
  return [when, services.join(' + '), booking.professional.name]
}

/** `lun, 4 mar, 10:00`: short, because a message has few characters. */
function formatsFor({ language, salon }: Surroundings, timeZone: string) {
  const locale = localeOf(language, salon.business.address.country)
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const clock = clockFormat(locale, timeZone)
  return {
    time: (at: Date) => clock.format(at),
    when: (at: Date) => `${day.format(at)}${language === 'ar' ? '،' : ','} ${clock.format(at)}`,
  }
}

const textIn = (texts: Translated, language: Language, mainLanguage: Language): string =>
  texts[language] || texts[mainLanguage] || Object.values(texts).find(Boolean) || ''

/** WhatsApp accepts no line breaks and no runs of spaces in a parameter, and none that is empty. */
const oneLine = (parameter: string): string => parameter.replace(/\s+/gu, ' ').trim() || '-'
