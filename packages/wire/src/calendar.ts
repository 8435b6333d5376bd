import type { Calendar, CalendarBlock, CalendarBooking, CalendarService } from '@silla/core'
import { bookingUid } from '@silla/core'
import type { Language } from '@silla/locale'
import { formatTime, wallClock } from '@silla/slots'
import { icalendarLine, icalendarText, icalendarTime } from './icalendar.ts'
import { localize } from './localize.ts'

/** Changes with the text of calendars, so that their ETags do too. */
export const calendarFormat = 1

/**
 * The beginning of a calendar as an iCalendar object (D43, RFC 5545). Its bookings follow by start,
 * then its blocks by start, then `calendarEnd`.
 */
export function serializeCalendarHead({
  businessName,
  professionalName,
  timezone,
}: Calendar): string {
  const name = icalendarText(joined(professionalName, businessName))
  return (
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Silla//calendars//EN\r\n' +
    'CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n' +
    icalendarLine('NAME', name) +
    icalendarLine('X-WR-CALNAME', name) +
    icalendarLine('X-WR-TIMEZONE', timezone) +
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}\r\nX-PUBLISHED-TTL:${refreshInterval}\r\n`
  )
}

export const calendarEnd = 'END:VCALENDAR\r\n'

/** How often calendar apps should read it; most decide that for themselves. */
const refreshInterval = 'PT15M'

/** Customers are named as the salon wants it, and never their contact data, notes or codes. */
export function serializeCalendarBooking(booking: CalendarBooking, calendar: Calendar): string {
  const { id, part, customer, status } = booking
  const { services, people, details } = describe(booking.lines, calendar)
  return entry({
    uid: uidOf(bookingUid(calendar.businessId, id), part),
    sequence: booking.version,
    changedAt: booking.updatedAt,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    summary: joined(services, customer, people),
    details,
    status: statusWords[status],
    isBusy: status !== 'cancelled',
  })
}

const statusWords: Record<CalendarBooking['status'], string> = {
  tentative: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  cancelled: 'CANCELLED',
}

/** What the lines of an entry show; most have one. `people`: null in a professional's calendar. */
function describe(
  lines: readonly CalendarService[],
  calendar: Calendar,
): { services: string; people: string | null; details: string } {
  const ofSalon = calendar.professionalName === null
  const [first, ...more] = lines
  if (first && more.length === 0) {
    const people = ofSalon ? first.professional : null
    return { services: localize(first.name, localeOf(calendar)), people, details: '' }
  }
  const names = lines.map(({ name }) => localize(name, localeOf(calendar)))
  const details = lines.map(({ startsAt, professional }, index) => {
    const time = formatTime(wallClock(startsAt, calendar.timezone).minute)
    return joined(`${time} ${names[index]}`, ofSalon ? professional : null)
  })
  const people = new Set(lines.map(({ professional }) => professional))
  return {
    services: names.join(', '),
    people: ofSalon ? [...people].join(', ') : null,
    details: details.join('\n'),
  }
}

/** The later parts of a booking are entries of their own. */
const uidOf = (uid: string, part: number): string =>
  part === 1 ? uid : uid.replace('@', `-${part}@`)

export function serializeCalendarBlock(
  { id, createdAt, startsAt, endsAt, professional, resource }: CalendarBlock,
  calendar: Calendar,
): string {
  const unit = resource?.unitNumber == null ? '' : ` ${resource.unitNumber}`
  const blocked = resource ? localize(resource.name, localeOf(calendar)) + unit : professional
  return entry({
    uid: `block-${id}@${calendar.businessId}.silla`,
    sequence: 0,
    changedAt: createdAt,
    startsAt,
    endsAt,
    summary: joined(
      blockedLabels[calendar.language],
      calendar.professionalName === null ? blocked : null,
    ),
    details: '',
    status: 'CONFIRMED',
    isBusy: true,
  })
}

const blockedLabels: Record<Language, string> = { es: 'Bloqueado', en: 'Blocked', ar: 'محجوب' }

interface Entry {
  uid: string
  sequence: number
  changedAt: Date
  startsAt: Date
  endsAt: Date
  summary: string
  /** Empty: none. */
  details: string
  status: string
  isBusy: boolean
}

function entry(shown: Entry): string {
  const changed = icalendarTime(shown.changedAt)
  return (
    'BEGIN:VEVENT\r\n' +
    icalendarLine('UID', shown.uid) +
    `DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${shown.sequence}\r\n` +
    `DTSTART:${icalendarTime(shown.startsAt)}\r\nDTEND:${icalendarTime(shown.endsAt)}\r\n` +
    icalendarLine('SUMMARY', icalendarText(shown.summary)) +
    (shown.details && icalendarLine('DESCRIPTION', icalendarText(shown.details))) +
    `STATUS:${shown.status}\r\nTRANSP:${shown.isBusy ? 'OPAQUE' : 'TRANSPARENT'}\r\n` +
    'END:VEVENT\r\n'
  )
}

const localeOf = ({ language }: Calendar) => ({ text: language, main: language })

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')
