import { type EpochDay, parseDate } from '@silla/slots'
import type { Mode } from '../business/business-summary.ts'
import { formatDays } from './schedule/day-entries.ts'

/** What applying a salon file would change. */
export interface SalonPlan {
  slug: string
  mode: Mode
  /** Null: the salon is new. */
  businessId: string | null
  changes: Change[]
  /** Upcoming bookings that would lose their professional, a service, a resource or their time. */
  orphaned: OrphanedBooking[]
  /** Stored closings and exceptions, from today on, that no file has named and that stay. */
  kept: RetainedDay[]
  /** Handles of professionals who work on no day, so that nobody can book them. */
  withoutShifts: string[]
}

export type Area =
  | 'profile'
  | 'settings'
  | 'limits'
  | 'hours'
  | 'closings'
  | 'categories'
  | 'resources'
  | 'services'
  | 'professionals'
  | 'products'
  | 'points packages'
  | 'keys'

/** An added, changed or removed part of a salon. */
export interface Change {
  area: Area
  kind: 'added' | 'changed' | 'removed'
  /**
   * The handle, or the date of a closing. Empty for what a salon has one of, and for the order of a
   * list.
   */
  name: string
  /** The changed fields; empty for what is added or removed. An empty string is no value. */
  fields: FieldChange[]
}

export interface FieldChange {
  field: string
  from: string
  to: string
}

/** A closing, or an exception of a professional, that was added by command and not by a file. */
export interface RetainedDay {
  /** The handle; null: a closing of the salon. */
  professional: string | null
  /** Local date: `2030-03-04`. */
  day: string
}

/** An upcoming booking that would lose its professional, a service, a resource or its time. */
export interface OrphanedBooking {
  code: string
  /** Local date: `2030-03-04`. */
  day: string
  /** Local time: `10:00`. */
  time: string
  professionalName: string
  customerName: string
  reason: 'professional removed' | 'service removed' | 'resource removed' | 'outside working time'
}

/**
 * Formats a plan: `+` added, `~` changed, `-` removed, `=` kept, `?` warning, `!` orphaned booking.
 */
export function planLines(plan: SalonPlan): string[] {
  const notes = [...retainedLines(plan.kept), ...plan.withoutShifts.map(withoutShiftsLine)]
  if (plan.changes.length === 0) return [`${plan.slug}: no changes`, ...notes]
  return [
    `${plan.slug}: ${plan.businessId === null ? `new ${plan.mode} salon` : 'changes'}`,
    ...plan.changes.flatMap(changeLines),
    ...notes,
    ...plan.orphaned.map(orphanedBookingLine),
  ]
}

/** `! 2030-03-04 10:00, Ana, for Luis García (7K3M9QX2TB): service removed` */
export function orphanedBookingLine({
  day,
  time,
  professionalName,
  customerName,
  code,
  reason,
}: OrphanedBooking): string {
  return `! ${day} ${time}, ${professionalName}, for ${customerName} (${code}): ${reason}`
}

const signs = { added: '+', changed: '~', removed: '-' }
const maxFields = 20
const maxValueLength = 60

function changeLines({ area, kind, name, fields }: Change): string[] {
  const lines = fields
    .slice(0, maxFields)
    .map(({ field, from, to }) => `    ${field}: ${formatValue(from)} -> ${formatValue(to)}`)
  if (fields.length > lines.length) lines.push(`    and ${fields.length - lines.length} more`)
  return [`${signs[kind]} ${area}${name === '' ? '' : ` ${name}`}`, ...lines]
}

/** Days in a row are one line. */
function retainedLines(kept: readonly RetainedDay[]): string[] {
  const ranges: { professional: string | null; from: EpochDay; to: EpochDay }[] = []
  for (const { professional, day: date } of kept) {
    const day = parseDate(date) as EpochDay
    const last = ranges.at(-1)
    if (last?.professional === professional && last.to === day - 1) last.to = day
    else ranges.push({ professional, from: day, to: day })
  }
  return ranges.map(({ professional, from, to }) => {
    const name = professional === null ? 'closings' : `exceptions of ${professional}`
    return `= ${name} ${formatDays({ from, to })}: kept, no file has named it`
  })
}

const withoutShiftsLine = (handle: string) =>
  `? professionals ${handle}: no shifts, so customers cannot book with them`

function formatValue(text: string): string {
  if (text === '') return '(none)'
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}...` : text
}
