import { planLines, type SalonPlan } from '@silla/core/provisioning/plan'
import { safeText } from './safe-text.ts'
import { dim, green, red, yellow } from './terminal.ts'

/** The plan for people, in colour where there is any; of a very long one the beginning, and every stranded booking. */
export function planText(plan: SalonPlan): string {
  const lines = planLines(plan)
  const stranded = lines.slice(lines.length - plan.stranded.length)
  const changes = lines.slice(0, lines.length - plan.stranded.length)
  const more = changes.length - linesShown
  const told = more > 0 ? [...changes.slice(0, linesShown), `  and ${more} more lines: --json tells them all`] : changes
  return [...told, ...stranded].map(coloured).join('\n')
}

const linesShown = 400

/** A file may have brought what would tell the terminal to do something. */
function coloured(text: string): string {
  const line = safeText(text)
  if (line.startsWith('+')) return green(line)
  if (line.startsWith('~')) return yellow(line)
  if (line.startsWith('-') || line.startsWith('!')) return red(line)
  return line.startsWith(' ') ? dim(line) : line
}
