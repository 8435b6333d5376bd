import type { Mode } from './salon.ts'

/** What applying a salon file would do, told before it is done. */
export interface SalonPlan {
  slug: string
  mode: Mode
  /** Null: the salon is new. */
  businessId: string | null
  changes: Change[]
  /** Coming bookings that the changes would leave without a professional, a service or a time. */
  orphaned: OrphanedBooking[]
}

export type Area =
  | 'profile'
  | 'settings'
  | 'limits'
  | 'hours'
  | 'closings'
  | 'categories'
  | 'services'
  | 'professionals'
  | 'products'
  | 'points packages'
  | 'keys'

/** One thing of a salon that becomes another. */
export interface Change {
  area: Area
  kind: 'added' | 'changed' | 'removed'
  /**
   * The handle, or the day of a closing; empty for what a salon has one of, and for the order of a
   * list.
   */
  name: string
  /** What changed in it; empty for what is added or removed whole. An empty text: nothing. */
  fields: FieldChange[]
}

export interface FieldChange {
  field: string
  from: string
  to: string
}

/** A coming booking that a change would leave without somebody, something or a time. */
export interface OrphanedBooking {
  code: string
  /** On the salon's clock: `2030-03-04`. */
  day: string
  /** On the salon's clock: `10:00`. */
  time: string
  professionalName: string
  customerName: string
  reason: 'professional removed' | 'service removed' | 'outside working time'
}

/** The plan in lines for people: `+` added, `~` changed, `-` removed, `!` orphaned. */
export function planLines(plan: SalonPlan): string[] {
  if (plan.changes.length === 0) return [`${plan.slug}: nothing to change`]
  return [
    `${plan.slug}: ${plan.businessId === null ? `a new ${plan.mode} salon` : 'to be changed'}`,
    ...plan.changes.flatMap(changeLines),
    ...plan.orphaned.map(orphanedBookingLine),
  ]
}

/** `2030-03-04 10:00, Ana, for Luis García (7K3M9QX2TB): service removed`, after a `!`. */
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
const mostFieldsTold = 20
const longestValueTold = 60

function changeLines({ area, kind, name, fields }: Change): string[] {
  const observation = fields
    .slice(0, mostFieldsTold)
    .map(({ field, from, to }) => `    ${field}: ${value(from)} -> ${value(to)}`)
  if (fields.length > observation.length)
    observation.push(`    and ${fields.length - observation.length} more`)
  return [`${signs[kind]} ${area}${name === '' ? '' : ` ${name}`}`, ...observation]
}

function value(text: string): string {
  if (text === '') return '(nothing)'
  return text.length > longestValueTold ? `${text.slice(0, longestValueTold)}...` : text
}
