import {
  type Change,
  type OrphanedBooking,
  orphanedBookingLine,
  planLines,
  type SalonPlan,
} from '@silla/core/provisioning/plan'
import { sanitize } from '../text/sanitize.ts'
import { dim, green, red, yellow } from '../text/terminal.ts'

/**
 * A plan as text, in colour on a terminal. A long plan is shortened: removals first, then counts
 * per area. Kept days, warnings and orphaned bookings are always complete.
 *
 * @param maxLines fewer for one plan of many
 */
export function planText(plan: SalonPlan, maxLines = 400): string {
  const lines = planLines({ ...plan, ...withoutNotes })
  const changes = lines.length > maxLines ? shortened(plan, maxLines) : lines
  const others = planLines(plan).slice(lines.length)
  return [...changes, ...others].map(coloured).join('\n')
}

export const orphanedText = (orphaned: readonly OrphanedBooking[]): string =>
  orphaned.map((booking) => coloured(orphanedBookingLine(booking))).join('\n')

const withoutNotes = { kept: [], withoutShifts: [], staffChanges: [], orphaned: [] }

function shortened(plan: SalonPlan, maxLines: number): string[] {
  const [removed, kept] = [true, false].map((isRemoved) =>
    plan.changes.filter(({ kind }) => (kind === 'removed') === isRemoved),
  ) as [Change[], Change[]]
  const lines = planLines({ ...plan, changes: [...removed, ...kept], ...withoutNotes })
  return [
    ...lines.slice(0, maxLines),
    `  and ${lines.length - maxLines} more lines (see --json)`,
    `Total: ${countsOf(plan.changes)}`,
  ]
}

/** `categories 1 added; services 3 added, 2000 changed, 1 removed`. */
function countsOf(changes: readonly Change[]): string {
  const areas = [...Map.groupBy(changes, ({ area }) => area)]
  return areas.map(([area, of]) => `${area} ${kindsOf(of)}`).join('; ')
}

const kindsOf = (changes: readonly Change[]) =>
  [...Map.groupBy(changes, ({ kind }) => kind)]
    .map(([kind, of]) => `${of.length} ${kind}`)
    .join(', ')

/** Removes control characters, which may come from a salon file. */
function coloured(text: string): string {
  const line = sanitize(text)
  if (line.startsWith('+')) return green(line)
  if (line.startsWith('~') || line.startsWith('?') || line.startsWith('*')) return yellow(line)
  if (line.startsWith('-') || line.startsWith('!')) return red(line)
  return line.startsWith(' ') ? dim(line) : line
}
