import type { DayOfProfessional, DayOfSalon, Language, VisitOfDay } from '@silla/core'
import { formatDate, type LocalSpan, weekdayOf } from '@silla/slots'
import { safeText } from './safe-text.ts'
import { dim, green, yellow } from './terminal.ts'
import { textIn } from './text-in.ts'
import { drawn, hoursOf, type TimeLine, timeLine } from './time-line.ts'
import { weekdayNames } from './weekday-words.ts'

/**
 * Days of a salon drawn for a terminal: the hours above, a line for each day, and one for each professional who works then.
 * @param columns as wide as it may become
 */
export function weekPicture(days: readonly DayOfSalon[], columns: number, language: Language): string {
  const line = timeLine(days.flatMap(spansOf), columns - labelWidth)
  if (line === null) return days.map((day) => `${dayLabel(day)}${closedText(day, language)}`).join('\n')
  const blocks = days.flatMap((day) => [
    dayLine(day, line, language),
    ...day.team.flatMap((one) => teamLine(one, line)),
  ])
  return [dim(`${' '.repeat(labelWidth)}${hoursOf(line)}`), ...blocks, '', ...legend(days, columns)].join('\n')
}

const labelWidth = 16

function spansOf({ usual, open, team }: DayOfSalon): LocalSpan[] {
  return [...usualHours(usual), ...open, ...team.flatMap(({ works, visits }) => [...works, ...visits])]
}

function dayLine(day: DayOfSalon, line: TimeLine, language: Language): string {
  if (day.kind !== 'open') return `${dayLabel(day)}${closedText(day, language)}`
  const layers = [
    ...usualHours(day.usual).map((span) => ({ ...span, sign: signs.shut })),
    ...usualBreak(day.usual).map((span) => ({ ...span, sign: ' ' })),
    ...day.open.map((span) => ({ ...span, sign: signs.open })),
  ]
  return `${dayLabel(day)}${green(drawn(line, layers))}`
}

/** Nothing of somebody who does nothing that day. */
function teamLine({ name, works, visits }: DayOfProfessional, line: TimeLine): string[] {
  if (works.length === 0 && visits.length === 0) return []
  const layers = [
    ...works.map((span) => ({ ...span, sign: signs.free })),
    // half a cell is left free at the end, so that two visits in a row are seen as two
    ...visits.map((visit) => ({
      ...visit,
      sign: visitSigns[visit.state],
      last: visit.state === 'confirmed' ? '▌' : undefined,
    })),
  ]
  return [`  ${cut(safeText(name), labelWidth - 3).padEnd(labelWidth - 2)}${drawn(line, layers)}`]
}

const signs = { open: '─', shut: '×', free: '·' }
const visitSigns: Record<VisitOfDay['state'], string> = { confirmed: '█', pending: '▒', completed: '▓', no_show: '░' }

const visitWords: Record<VisitOfDay['state'], string> = {
  confirmed: 'confirmed',
  pending: 'pending',
  completed: 'completed',
  no_show: 'no-show',
}

/** What the signs mean, of visits those that were drawn. */
function legend(days: readonly DayOfSalon[], columns: number): string[] {
  const states = new Set(days.flatMap(({ team }) => team.flatMap(({ visits }) => visits.map(({ state }) => state))))
  const told = [
    `${signs.open} open`,
    ...(days.some(isPartlyShut) ? [`${signs.shut} closing`] : []),
    `${signs.free} free`,
  ]
  for (const state of ['confirmed', 'pending', 'completed', 'no_show'] as const) {
    if (states.has(state)) told.push(`${visitSigns[state]} ${visitWords[state]}`)
  }
  const lines: string[] = []
  for (const part of told) {
    const before = lines.at(-1)
    if (before !== undefined && before.length + part.length + 3 <= columns)
      lines[lines.length - 1] = `${before}   ${part}`
    else lines.push(part)
  }
  return lines.map((line) => dim(line))
}

const isPartlyShut = ({ kind, closings }: DayOfSalon) => kind === 'open' && closings.length > 0

function dayLabel({ day }: DayOfSalon): string {
  const weekday = (weekdayNames[weekdayOf(day) - 1] ?? '').slice(0, 3)
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${formatDate(day)}`.padEnd(labelWidth)
}

function closedText({ kind, closings }: DayOfSalon, language: Language): string {
  const reason = closings.map((closing) => textIn(closing.reason, language)).find((text) => text !== '')
  if (kind === 'open') return ''
  return kind === 'closed' || reason === undefined ? dim('closed') : yellow(`closed: ${cut(safeText(reason), 40)}`)
}

function usualHours(usual: DayOfSalon['usual']): LocalSpan[] {
  if (usual === null || usual.opensMinute === null || usual.closesMinute === null) return []
  return [{ startMinute: usual.opensMinute, endMinute: usual.closesMinute }]
}

function usualBreak(usual: DayOfSalon['usual']): LocalSpan[] {
  if (usual === null || usual.breakStartMinute === null || usual.breakEndMinute === null) return []
  return [{ startMinute: usual.breakStartMinute, endMinute: usual.breakEndMinute }]
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)
