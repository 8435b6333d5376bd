/** What a calendar shows of a visit. */
export interface CalendarEntry {
  /** That of the emails, so that an email updates the entry instead of adding another one. */
  uid: string
  sequence: number
  /** Instants, as the API writes them. */
  start: string
  end: string
  updatedAt: string
  title: string
  description: string
  location: string
  /** The salon has not confirmed it, or it is not paid. */
  isTentative: boolean
}

/** One visit as an iCalendar file (RFC 5545). */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Silla//bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(entry.updatedAt)}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `STATUS:${entry.isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20300304T083000Z` */
const utc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** Lines have at most 75 octets, a character at most four; a longer line goes on after a space. */
const folded = (line: string): string => line.replace(/.{18}(?=.)/gu, '$&\r\n ')
