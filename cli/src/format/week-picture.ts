import type { Language, ProfessionalDay, SalonDay, ScheduledVisit } from '@silla/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { type EpochDay, formatDate, type LocalSpan, weekdayOf } from '@silla/slots'
import { sanitize } from '../text/sanitize.ts'
import { bold, cyan, dim, green, red, yellow } from '../text/terminal.ts'
import { textIn } from '../text/values.ts'
import { displayWidth, isolateDirection, padTo, truncate } from './display-width.ts'
import { breakOf, hoursOf } from './opening-hours.ts'
import { pluralize } from './pluralize.ts'
import {
  cellsOf,
  hourWidth,
  renderTimeline,
  type Stroke,
  type Timeline,
  timeline,
  withHours,
} from './timeline.ts'

/** Where and when a week is drawn. */
export interface WeekView {
  /** The maximum width. */
  columns: number
  language: Language
  timezone: string
  /** In the salon's time zone. */
  now: { day: EpochDay; minute: number }
}

/**
 * The week of a salon as timelines for a terminal: one line per day with the opening hours, and one
 * per working professional. Every day repeats the hour labels, because a week of a large team is
 * taller than most terminals.
 */
export function weekPicture(days: readonly SalonDay[], view: WeekView): string {
  const labelWidth = labelWidthOf(days, view)
  const line = timeline(days.flatMap(spansOf), view.columns - labelWidth)
  const layout = { ...view, labelWidth }
  if (line === null)
    return days.map((day) => `${dayLabel(day, layout)}${closedText(day, layout)}`).join('\n')
  const blocks = days.flatMap((day) => [
    dayLine(day, line, layout),
    ...day.team.filter(isShown).map((one) => teamLine(one, line, layout)),
  ])
  return [...blocks, '', ...legend(days, view)].join('\n')
}

/** A view, and the width of the labels on the left. */
interface Layout extends WeekView {
  labelWidth: number
}

/**
 * At most a quarter of the terminal, so that similar names can be distinguished if there is room.
 */
function labelWidthOf(days: readonly SalonDay[], { columns }: WeekView): number {
  const names = days.flatMap(({ team }) =>
    team.filter(isShown).map(({ name }) => displayWidth(sanitize(name)) + 3),
  )
  return Math.max(minLabelWidth, Math.min(Math.floor(columns / 4), Math.max(0, ...names)))
}

/** `Mon 2030-03-04`, the today sign and a space. */
const minLabelWidth = 16

const isShown = ({ works, visits }: ProfessionalDay) => works.length > 0 || visits.length > 0

function spansOf({ usual, open, team }: SalonDay): LocalSpan[] {
  return [...hoursOf(usual), ...open, ...team.flatMap(({ works, visits }) => [...works, ...visits])]
}

function dayLine(day: SalonDay, line: Timeline, view: Layout): string {
  const label = dayLabel(day, view)
  if (day.kind !== 'open') return `${label}${closedText(day, view)}`
  const [hours, pause] = [hoursOf(day.usual), breakOf(day.usual)]
  const nowSpans = nowSpansOf(day, view)
  const marks = renderTimeline(line, [
    ...hours.map((span) => ({ ...span, sign: signs.closed })),
    ...pause.map((span) => ({ ...span, sign: ' ' })),
    ...day.open.map((span) => ({ ...span, sign: signs.open })),
    ...nowSpans.map((span) => ({ ...span, sign: signs.now })),
  ])
  const hoursLine = withHours(marks, line, view.columns - view.labelWidth, (minute) => {
    const covered = { startMinute: minute, endMinute: minute + hourWidth * line.cellMinutes - 1 }
    if (nowSpans.some((span) => isWithin(covered, span.startMinute))) return false
    return (
      [...hours, ...day.open].some((span) => isWithin(span, minute)) &&
      !pause.some((span) => isInside(span, minute))
    )
  })
  return `${label}${green(hoursLine)}${visitCount(day, hoursLine.length, line, view)}`
}

/** The number of bookings in a separate column, if there is room. */
function visitCount(
  { team }: SalonDay,
  drawnCells: number,
  line: Timeline,
  { columns, labelWidth }: Layout,
): string {
  const visits = new Set(team.flatMap((one) => one.visits.map(({ id }) => id))).size
  const text = `  ${pluralize(visits, 'booking')}`
  const cells = cellsOf(line) + hourWidth
  if (visits === 0 || labelWidth + cells + text.length > columns) return ''
  return `${' '.repeat(cells - drawnCells)}${dim(text)}`
}

function teamLine(
  { name, works, visits }: ProfessionalDay,
  line: Timeline,
  { labelWidth }: Layout,
): string {
  const strokes: Stroke[] = [
    ...works.map((span) => ({ ...span, sign: signs.free, paint: dim })),
    // half a cell stays free at the end, to separate consecutive bookings
    ...visits.map((visit) => ({ ...visit, ...visitStyles[visit.state], last: '▌' })),
  ]
  const label = isolateDirection(truncate(sanitize(name), labelWidth - 3))
  return `  ${padTo(label, labelWidth - 2)}${renderTimeline(line, strokes)}`
}

const signs = { open: '─', closed: '×', free: '·', today: '◂', now: '┃' }

const visitStyles: Record<
  ScheduledVisit['state'],
  Pick<Stroke, 'sign' | 'only' | 'paint'> & { word: string }
> = {
  confirmed: { sign: '█', only: '▌', paint: cyan, word: 'confirmed' },
  pending: { sign: '▒', paint: yellow, word: 'pending' },
  completed: { sign: '▓', paint: dim, word: 'completed' },
  no_show: { sign: '░', paint: red, word: 'no-show' },
}

/** The meaning of the signs in the picture. */
function legend(days: readonly SalonDay[], view: WeekView): string[] {
  const { columns, now, timezone } = view
  const states = new Set(
    days.flatMap(({ team }) => team.flatMap(({ visits }) => visits.map(({ state }) => state))),
  )
  const entries = [
    `${signs.open} open`,
    ...(days.some(isPartlyClosed) ? [`${signs.closed} closure`] : []),
    `${signs.free} free`,
    ...Object.entries(visitStyles).flatMap(([state, { sign, word }]) =>
      states.has(state as ScheduledVisit['state']) ? [`${sign} ${word}`] : [],
    ),
    ...(days.some(({ day }) => day === now.day) ? [`${signs.today} today`] : []),
    ...(days.some((day) => nowSpansOf(day, view).length > 0) ? [`${signs.now} now`] : []),
    `time zone ${timezone}`,
  ]
  const lines: string[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + entry.length + 3 <= columns)
      lines[lines.length - 1] = `${last}   ${entry}`
    else lines.push(entry)
  }
  return lines.map((line) => dim(line))
}

const isPartlyClosed = ({ kind, closings }: SalonDay) => kind === 'open' && closings.length > 0

/** The current time, only on the current day and while the salon is open. */
function nowSpansOf({ day, open }: SalonDay, { now }: WeekView): LocalSpan[] {
  const isNow = day === now.day && open.some((span) => isWithin(span, now.minute))
  return isNow ? [{ startMinute: now.minute, endMinute: now.minute }] : []
}

function dayLabel({ day }: SalonDay, { now, labelWidth }: Layout): string {
  const weekday = weekdayName(weekdayOf(day)).slice(0, 3)
  const label = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${formatDate(day)}`
  return day === now.day ? padTo(bold(label + signs.today), labelWidth) : label.padEnd(labelWidth)
}

function closedText(
  { kind, closings }: SalonDay,
  { language, columns, labelWidth }: Layout,
): string {
  const reason = closings
    .map((closing) => textIn(closing.reason, language))
    .find((text) => text !== '')
  if (kind === 'open') return ''
  if (kind === 'closed' || reason === undefined) return dim('closed')
  return yellow(
    'closed: ' +
      `${isolateDirection(truncate(sanitize(reason), columns - labelWidth - 'closed: '.length))}`,
  )
}

const isWithin = ({ startMinute, endMinute }: LocalSpan, minute: number) =>
  startMinute <= minute && minute <= endMinute

const isInside = ({ startMinute, endMinute }: LocalSpan, minute: number) =>
  startMinute < minute && minute < endMinute
