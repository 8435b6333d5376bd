import type { BookingDetail, Catalog, Reassignment } from '@silla/core'
import { sentence } from '@silla/errors'
import { sanitize } from '../text/sanitize.ts'
import { type BookingRecord, bookingRecord } from './booking-record.ts'
import { pluralize } from './pluralize.ts'
import { table } from './table.ts'

/** A visit in the output of bookings reassign. */
export interface ReassignedVisit {
  /** With the people who do it now, or after it was moved. */
  booking: BookingRecord
  /** `possible`: it can be moved; `impossible`: nobody else can do it, or it has changed. */
  outcome: 'possible' | 'moved' | 'impossible'
  /** Who could do each service, or does it now; null: nobody else. */
  professionals: string[] | null
  /** Why it is impossible. */
  code: string | null
}

export function reassignedVisit(
  before: BookingDetail,
  result: Reassignment,
  catalog: Catalog,
): ReassignedVisit {
  const booking = bookingRecord(result.outcome === 'moved' ? result.booking : before, catalog)
  if (result.outcome === 'impossible')
    return { booking, outcome: 'impossible', professionals: null, code: result.code }
  const { lines } = result.booking.booking
  const professionals = lines.map(({ professional }) => professional.name)
  return { booking, outcome: result.outcome, professionals, code: null }
}

export const reassignedTable = (visits: readonly ReassignedVisit[]): string =>
  table(
    ['Code', 'Time', 'Customer', 'Services', 'Outcome'],
    visits.map((visit) => [
      visit.booking.code,
      visit.booking.time,
      visit.booking.contact.name,
      visit.booking.services.map(({ name }) => name).join(', '),
      outcomeText(visit),
    ]),
  )

function outcomeText({ outcome, professionals, code }: ReassignedVisit): string {
  const names = [...new Set(professionals)].join(', ')
  if (outcome === 'possible') return `${names} can do it`
  if (outcome === 'moved') return `moved to ${names}`
  return reasons[code ?? ''] ?? sentence(code as Parameters<typeof sentence>[0], 'en')
}

const nobody = 'nobody else is free'
const changed = 'it has changed meanwhile'

const reasons: Record<string, string> = {
  SLOT_NOT_AVAILABLE: nobody,
  PROFESSIONAL_NOT_AVAILABLE: 'nobody else works then',
  SERVICE_NOT_OFFERED: 'nobody else does it',
  VERSION_CONFLICT: changed,
  CANNOT_RESCHEDULE: changed,
  BOOKING_NOT_FOUND: changed,
}

/** The visits that somebody has to call about. */
export function remainingText(visits: readonly ReassignedVisit[], professional: string): string {
  const lines = visits.map(({ booking }) => {
    const { name, phone, email } = booking.contact
    const contact = phone ?? (email === '' ? 'no phone number' : email)
    return `  ${booking.time}  ${booking.code}  ${sanitize(name)}, ${sanitize(contact)}`
  })
  const heading = `${pluralize(visits.length, 'visit')} of ${sanitize(professional)} to call about:`
  return ['', heading, ...lines].join('\n')
}
