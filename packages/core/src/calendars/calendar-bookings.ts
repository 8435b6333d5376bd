import type { calendarQueries } from '@silla/db'
import { busyStretches } from '../bookings/busy-stretches.ts'
import type { Settings } from '../catalog/catalog.ts'
import type { BookingState } from '../model/booking.ts'
import type { CalendarBooking, CalendarService } from '../model/calendar.ts'
import { initialsOf } from './initials.ts'

/**
 * Bookings as a calendar shows them, from their lines in order. They are computed while they are read.
 *
 * @param inParts the lines are those of one professional, whose calendar shows when they work (D34):
 *   adjacent work is one entry, and a wait is free. Otherwise a booking is one entry from the start of
 *   its first line to the end of its last.
 */
export function* calendarBookings(
  lines: readonly calendarQueries.CalendarLine[],
  { names, inParts }: { names: Settings['calendarNames']; inParts: boolean },
): Generator<CalendarBooking> {
  for (const ofBooking of byBooking(lines)) {
    const [first] = ofBooking
    const { id, version, updatedSeconds, state, customerName } = first
    const booking = {
      id,
      version,
      updatedAt: instant(updatedSeconds),
      status: statusOf[state],
      customer: names === 'full' ? customerName : initialsOf(customerName),
    }
    const entries = inParts ? partsOf(ofBooking) : [wholeOf(ofBooking)]
    for (const [index, entry] of entries.entries()) yield { ...booking, part: index + 1, ...entry }
  }
}

const statusOf: Record<BookingState, CalendarBooking['status']> = {
  pending: 'tentative',
  confirmed: 'confirmed',
  completed: 'confirmed',
  no_show: 'confirmed',
  cancelled: 'cancelled',
}

type Line = ReturnType<typeof toLine>
type LinesOfBooking = [Line, ...Line[]]

const toLine = ([
  id,
  state,
  version,
  updatedSeconds,
  customerName,
  name,
  professionalId,
  professionalName,
  startSeconds,
  endSeconds,
  phases,
]: calendarQueries.CalendarLine) => ({
  ...{ id, state, version, updatedSeconds, customerName, name },
  ...{ professionalId, professionalName, startSeconds, endSeconds, phases },
})

/** The lines of a booking follow each other. */
function* byBooking(lines: readonly calendarQueries.CalendarLine[]): Generator<LinesOfBooking> {
  let ofBooking: LinesOfBooking | null = null
  for (const values of lines) {
    const line = toLine(values)
    if (ofBooking?.[0].id === line.id) ofBooking.push(line)
    else {
      if (ofBooking !== null) yield ofBooking
      ofBooking = [line]
    }
  }
  if (ofBooking !== null) yield ofBooking
}

type Entry = Pick<CalendarBooking, 'startsAt' | 'endsAt' | 'lines'>

function wholeOf(lines: LinesOfBooking): Entry {
  const [{ startSeconds, endSeconds }] = lines
  const end = lines.reduce((latest, line) => Math.max(latest, line.endSeconds), endSeconds)
  return { startsAt: instant(startSeconds), endsAt: instant(end), lines: lines.map(toService) }
}

function partsOf(lines: LinesOfBooking): Entry[] {
  const work = lines.map(({ professionalId, professionalName, startSeconds, phases }) => ({
    professional: { id: professionalId, name: professionalName },
    startsAt: instant(startSeconds),
    phases,
  }))
  return busyStretches(work).map(({ start, end }) => {
    const worked = lines.filter(
      (line) => line.startSeconds < end * 60 && line.endSeconds > start * 60,
    )
    return {
      startsAt: instant(start * 60),
      endsAt: instant(end * 60),
      lines: worked.map(toService),
    }
  })
}

const toService = ({ name, startSeconds, professionalName }: Line): CalendarService => ({
  name,
  startsAt: instant(startSeconds),
  professional: professionalName,
})

const instant = (seconds: number) => new Date(seconds * 1000)
