import { type Change, planLines, type SalonPlan } from '@silla/core/provisioning/plan'
import { sanitize } from './sanitize.ts'
import { dim, green, red, yellow } from './terminal.ts'

/**
 * The plan for people, in colour where there is any. Of a long one the beginning, what would be
 * removed before all else, then how much there is of everything; and every orphaned booking.
 *
 * @param mostLines a plan among many is told in fewer
 */
export function planText(plan: SalonPlan, mostLines = 400): string {
  const lines = planLines({ ...plan, orphaned: [] })
  const observation = lines.length > mostLines ? shortened(plan, mostLines) : lines
  const orphaned = planLines(plan).slice(lines.length)
  return [...observation, ...orphaned].map(coloured).join('\n')
}

function shortened(plan: SalonPlan, mostLines: number): string[] {
  const [removed, kept] = [true, false].map((isRemoved) =>
    plan.changes.filter(({ kind }) => (kind === 'removed') === isRemoved),
  ) as [Change[], Change[]]
  const lines = planLines({ ...plan, changes: [...removed, ...kept], orphaned: [] })
  return [
    ...lines.slice(0, mostLines),
    `  and ${lines.length - mostLines} more lines: --json tells them all`,
    `In all: ${countsOf(plan.changes)}`,
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

/** A file may have brought what would tell the terminal to do something. */
function coloured(text: string): string {
  const line = sanitize(text)
  if (line.startsWith('+')) return green(line)
  if (line.startsWith('~')) return yellow(line)
  if (line.startsWith('-') || line.startsWith('!')) return red(line)
  return line.startsWith(' ') ? dim(line) : line
}
