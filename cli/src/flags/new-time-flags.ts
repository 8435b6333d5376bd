import type { Booking, Catalog, Handles, RescheduleInput } from '@silla/core'
import { parseTime, wallClock } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { parseDay } from './parse-days.ts'
import { readProfessional } from './service-flags.ts'

/** Where the flags of `bookings reschedule` move a booking; what is absent stays as it is. */
export function readNewTime(
  flags: NewTimeFlags,
  booking: Booking,
  { catalog, handles, now }: { catalog: Catalog; handles: Handles; now: Date },
): Omit<RescheduleInput, 'simulated'> {
  const { timezone } = catalog.settings
  const current = wallClock(booking.startsAt, timezone)
  if (flags.day === undefined && flags.time === undefined && flags.professional === undefined)
    throw new UsageError('Pass --day, --time or --professional.')
  return {
    bookingId: booking.id,
    code: null,
    day: flags.day === undefined ? current.day : parseDay('day', flags.day, timezone, now),
    startMinute: flags.time === undefined ? current.minute : readTime(flags.time),
    professionals: readProfessionals(flags.professional ?? [], booking, catalog, handles),
    version: null,
    byBusiness: true,
  }
}

export interface NewTimeFlags {
  day?: string | undefined
  time?: string | undefined
  professional?: readonly string[] | undefined
}

const readTime = (text: string): number => {
  const minute = parseTime(text)
  if (minute !== null) return minute
  throw new UsageError(`Invalid value for --time: expected a time such as 09:30, got "${text}".`)
}

function readProfessionals(
  texts: readonly string[],
  { lines }: Booking,
  catalog: Catalog,
  handles: Handles,
): RescheduleInput['professionals'] {
  const ids = texts.map((text) => readProfessional(text, catalog, handles))
  if (ids.length === 0) return { kind: 'same' }
  if (ids.length === 1) return { kind: 'one', professionalId: ids[0] ?? null }
  if (ids.length === lines.length)
    return { kind: 'each', professionalIds: ids, field: 'professional' }
  throw new UsageError(
    `Pass one --professional, or one for each of the ${lines.length} services of the booking.`,
  )
}
