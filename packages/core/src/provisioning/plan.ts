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
  /** What was changed since the last file, and this file would change again (D68). */
  staffChanges: StaffChange[]
}

/** A change that was made since the last salon file, by staff, a secret key or a command (D68). */
export interface StaffChange {
  area: Area
  /** As of a change. */
  name: string
  /** What they did. */
  kind: Change['kind']
  /** As a plan names it; empty: the whole entry. */
  field: string
  /** As the last file had it; empty for the whole entry. */
  from: string
  /** As it is now. */
  to: string
  /** Who, and when in ISO 8601; null: the audit log does not say. */
  operator: string | null
  at: string | null
}

/** The parts of a salon that a plan can change. */
export const areas = [
  'profile',
  'settings',
  'limits',
  'hours',
  'closings',
  'categories',
  'resources',
  'services',
  'professionals',
  'products',
  'points packages',
  'keys',
] as const

export type Area = (typeof areas)[number]

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
 * Formats a plan: `+` added, `~` changed, `-` removed, `=` kept, `?` warning, `*` changed since the last
 * file, `!` orphaned booking.
 */
export function planLines(plan: SalonPlan): string[] {
  const notes = [
    ...retainedLines(plan.kept),
    ...plan.withoutShifts.map(withoutShiftsLine),
    ...plan.staffChanges.map(staffChangeLine),
  ]
  if (plan.changes.length === 0) return [`${plan.slug}: no changes`, ...notes]
  return [
    `${plan.slug}: ${plan.businessId === null ? `new ${plan.mode} salon` : 'changes'}`,
    ...plan.changes.flatMap(changeLines),
    ...notes,
    ...plan.orphaned.map(orphanedBookingLine),
  ]
}

/** `* services corte: price: 18.00 -> 20.00, by key server, 2030-03-04T09:00:00.000Z` */
export function staffChangeLine({
  area,
  name,
  kind,
  field,
  from,
  to,
  operator,
  at,
}: StaffChange): string {
  const what = name === '' ? area : `${area} ${name}`
  const change = field === '' ? kind : `${field}: ${formatValue(from)} -> ${formatValue(to)}`
  return `* ${what}: ${change}, by ${operator ?? 'somebody'}${at === null ? '' : `, ${at}`}`
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
