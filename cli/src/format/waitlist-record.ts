import type { Settings, WaitlistEntry } from '@silla/core'
import { formatDate, formatTime } from '@silla/slots'
import { formatLocalTime, textIn } from '../text/values.ts'
import { table } from './table.ts'

/** An entry of the waitlist in the output of --json. */
export interface WaitlistRecord
  extends Omit<WaitlistEntry, 'services' | 'firstDay' | 'lastDay' | 'offer'> {
  /** Names are in the salon's main language. */
  services: { id: number; name: string }[]
  /** `2030-03-04` */
  firstDay: string
  lastDay: string
  /** The time that is held for the entry, in the salon's time zone; null: none. */
  offer: { start: string; end: string; professional: string; expires: string } | null
}

export function waitlistRecord(
  entry: WaitlistEntry,
  { mainLanguage }: Pick<Settings, 'mainLanguage'>,
): WaitlistRecord {
  const { offer, timezone } = entry
  return {
    ...entry,
    services: entry.services.map(({ id, name }) => ({ id, name: textIn(name, mainLanguage) })),
    firstDay: formatDate(entry.firstDay),
    lastDay: formatDate(entry.lastDay),
    offer: offer && {
      start: formatLocalTime(offer.startsAt, timezone),
      end: formatLocalTime(offer.endsAt, timezone),
      professional: offer.professional.name,
      expires: formatLocalTime(offer.expiresAt, timezone),
    },
  }
}

/** `2030-03-04 to 2030-03-08, 16:00 to 20:00` */
export function waitlistTime({ firstDay, lastDay, fromMinute, toMinute }: WaitlistRecord): string {
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`
  const from = fromMinute === null ? '' : ` from ${formatTime(fromMinute)}`
  const to = toMinute === null ? '' : ` until ${formatTime(toMinute)}`
  return `${days}${from}${to}`
}

export const servicesOfEntry = ({ services }: WaitlistRecord): string =>
  services.map(({ name }) => name).join(', ')

export const waitlistTable = (entries: readonly WaitlistRecord[]): string =>
  table(
    ['Id', 'State', 'Customer', 'Services', 'Professional', 'When', 'Offer'],
    entries.map((entry) => [
      String(entry.id),
      entry.state,
      entry.contact.name,
      servicesOfEntry(entry),
      entry.professional?.name ?? 'any',
      waitlistTime(entry),
      entry.offer?.start ?? '',
    ]),
  )
