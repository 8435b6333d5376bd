import type { BookingRequest, Catalog, Handles } from '@silla/core'
import { parseTime } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { type ContactFlags, readContact } from './contact-flags.ts'
import { parseDay } from './parse-days.ts'
import { readServices, type ServiceFlags } from './service-flags.ts'

/** The booking that the flags of `bookings create` describe. */
export function readVisit(
  flags: VisitFlags,
  catalog: Catalog,
  handles: Handles,
  now: Date,
): BookingRequest {
  return {
    ...readServices(flags, catalog, handles),
    day: parseDay('day', flags.day, catalog.settings.timezone, now),
    startMinute: flags.time === 'now' ? 'now' : readTime(flags.time),
    ...readContact(flags, catalog),
    usePoints: false,
    byBusiness: true,
  }
}

export interface VisitFlags extends ServiceFlags, ContactFlags {
  day: string
  time: string
}

function readTime(text: string): number {
  const minute = parseTime(text)
  if (minute !== null) return minute
  throw new UsageError(
    `Invalid value for --time: expected a time such as 09:30, or now, got "${text}".`,
  )
}
