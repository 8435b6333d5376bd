import type { Language, ProfessionalDay, SalonDay, ScheduledVisit } from '@silla/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { type EpochDay, formatDate, type LocalSpan, weekdayOf } from '@silla/slots'
import { displayWidth, isolateDirection, padTo, truncate } from './display-width.ts'
import { breakOf, hoursOf } from './opening-day.ts'
import { pluralize } from './pluralize.ts'
import { sanitize } from './sanitize.ts'
import { bold, cyan, dim, green, red, yellow } from './terminal.ts'
import { textIn } from './text-in.ts'
import {
  cellsOf,
  hourWidth,
  renderTimeline,
  type Stroke,
  type Timeline,
  timeline,
  withHours,
} from './timeline.ts'

/** How a week is to be drawn. */
export interface WeekView {
  /** As wide as it may become. */
  columns: number
  language: Language
  timezone: string
  /** What the clock on the salon's wall says. */
  now: { day: EpochDay; minute: number }
}

/**
 * Days of a salon drawn for a terminal: a line for each day with the hours in which it is open, and
 * one for each professional who works then. Every day tells its hours, since a week of a large team
 * is taller than most terminals.
 */
export function weekPicture(days: readonly SalonDay[], view: WeekView): string {
  const labelWidth = labelWidthOf(days, view)
  const line = timeline(days.flatMap(spansOf), view.columns - labelWidth)
  const sheet = { ...view, labelWidth }
  if (line === null)
    return days.map((day) => `${dayLabel(day, sheet)}${closedText(day, sheet)}`).join('\n')
  const blocks = days.flatMap((day) => [
    dayLine(day, line, sheet),
    ...day.team.filter(isThere).map((one) => teamLine(one, line, sheet)),
  ])
  return [...blocks, '', ...legend(days, view)].join('\n')
}

/** A view, and how much of its left names and days take. */
interface Sheet extends WeekView {
  labelWidth: number
}

/**
 * A quarter of the terminal at most, so that names that begin alike can be told apart where there
 * is room.
 */
function labelWidthOf(days: readonly SalonDay[], { columns }: WeekView): number {
  const names = days.flatMap(({ team }) =>
    team.filter(isThere).map(({ name }) => displayWidth(sanitize(name)) + 3),
  )
  return Math.max(leastLabelWidth, Math.min(Math.floor(columns / 4), Math.max(0, ...names)))
}

/** `Mon 2030-03-04`, a mark and a space. */
const leastLabelWidth = 16

const isThere = ({ works, visits }: ProfessionalDay) => works.length > 0 || visits.length > 0

function spansOf({ usual, open, team }: SalonDay): LocalSpan[] {
  return [...hoursOf(usual), ...open, ...team.flatMap(({ works, visits }) => [...works, ...visits])]
}

function dayLine(day: SalonDay, line: Timeline, view: Sheet): string {
  const label = dayLabel(day, view)
  if (day.kind !== 'open') return `${label}${closedText(day, view)}`
  const [hours, pause] = [hoursOf(day.usual), breakOf(day.usual)]
  const hand = handOf(day, view)
  const marks = renderTimeline(line, [
    ...hours.map((span) => ({ ...span, sign: signs.shut })),
    ...pause.map((span) => ({ ...span, sign: ' ' })),
    ...day.open.map((span) => ({ ...span, sign: signs.open })),
    ...hand.map((span) => ({ ...span, sign: signs.now })),
  ])
  const observation = withHours(marks, line, view.columns - view.labelWidth, (minute) => {
    const covered = { startMinute: minute, endMinute: minute + hourWidth * line.cellMinutes - 1 }
    if (hand.some((span) => isWithin(covered, span.startMinute))) return false
    return (
      [...hours, ...day.open].some((span) => isWithin(span, minute)) &&
      !pause.some((span) => isInside(span, minute))
    )
  })
  return `${label}${green(observation)}${visitCount(day, observation.length, line, view)}`
}

/** In a column of its own, where there is room for it. */
function visitCount(
  { team }: SalonDay,
  drawnCells: number,
  line: Timeline,
  { columns, labelWidth }: Sheet,
): string {
  const visits = team.reduce((count, one) => count + one.visits.length, 0)
  const result = `  ${pluralize(visits, 'visit')}`
  const cells = cellsOf(line) + hourWidth
  if (visits === 0 || labelWidth + cells + result.length > columns) return ''
  return `${' '.repeat(cells - drawnCells)}${dim(result)}`
}

function teamLine(
  { name, works, visits }: ProfessionalDay,
  line: Timeline,
  { labelWidth }: Sheet,
): string {
  const strokes: Stroke[] = [
    ...works.map((span) => ({ ...span, sign: signs.free, paint: dim })),
    // half a cell is left free at the end, so that two visits in a row are seen as two
    ...visits.map((visit) => ({ ...visit, ...visitStyles[visit.state], last: '▌' })),
  ]
  const label = isolateDirection(truncate(sanitize(name), labelWidth - 3))
  return `  ${padTo(label, labelWidth - 2)}${renderTimeline(line, strokes)}`
}

const signs = { open: '─', shut: '×', free: '·', today: '◂', now: '┃' }

const visitStyles: Record<
  ScheduledVisit['state'],
  Pick<Stroke, 'sign' | 'only' | 'paint'> & { word: string }
> = {
  confirmed: { sign: '█', only: '▌', paint: cyan, word: 'confirmed' },
  pending: { sign: '▒', paint: yellow, word: 'pending' },
  completed: { sign: '▓', paint: dim, word: 'completed' },
  no_show: { sign: '░', paint: red, word: 'no-show' },
}

/** What the signs mean that were drawn. */
function legend(days: readonly SalonDay[], view: WeekView): string[] {
  const { columns, now, timezone } = view
  const states = new Set(
    days.flatMap(({ team }) => team.flatMap(({ visits }) => visits.map(({ state }) => state))),
  )
  const told = [
    `${signs.open} open`,
    ...(days.some(isPartlyShut) ? [`${signs.shut} closing`] : []),
    `${signs.free} free`,
    ...Object.entries(visitStyles).flatMap(([state, { sign, word }]) =>
      states.has(state as ScheduledVisit['state']) ? [`${sign} ${word}`] : [],
    ),
    ...(days.some(({ day }) => day === now.day) ? [`${signs.today} today`] : []),
    ...(days.some((day) => handOf(day, view).length > 0) ? [`${signs.now} now`] : []),
    `times of ${timezone}`,
  ]
  const lines: string[] = []
  for (const part of told) {
    const before = lines.at(-1)
    if (before !== undefined && before.length + part.length + 3 <= columns)
      lines[lines.length - 1] = `${before}   ${part}`
    else lines.push(part)
  }
  return lines.map((line) => dim(line))
}

const isPartlyShut = ({ kind, closings }: SalonDay) => kind === 'open' && closings.length > 0

/** The hand of the clock, on the day that it is and while the salon is open. */
function handOf({ day, open }: SalonDay, { now }: WeekView): LocalSpan[] {
  const isNow = day === now.day && open.some((span) => isWithin(span, now.minute))
  return isNow ? [{ startMinute: now.minute, endMinute: now.minute }] : []
}

function dayLabel({ day }: SalonDay, { now, labelWidth }: Sheet): string {
  const weekday = weekdayName(weekdayOf(day)).slice(0, 3)
  const label = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${formatDate(day)}`
  return day === now.day ? padTo(bold(label + signs.today), labelWidth) : label.padEnd(labelWidth)
}

function closedText(
  { kind, closings }: SalonDay,
  { language, columns, labelWidth }: Sheet,
): string {
  const reason = closings
    .map((closing) => textIn(closing.reason, language))
    .find((text) => text !== '')
  if (kind === 'open') return ''
  if (kind === 'closed' || reason === undefined) return dim('closed')
  return yellow(
    `closed: ${isolateDirection(truncate(sanitize(reason), columns - labelWidth - 'closed: '.length))}`,
  )
}

const isWithin = ({ startMinute, endMinute }: LocalSpan, minute: number) =>
  startMinute <= minute && minute <= endMinute

const isInside = ({ startMinute, endMinute }: LocalSpan, minute: number) =>
  startMinute < minute && minute < endMinute
