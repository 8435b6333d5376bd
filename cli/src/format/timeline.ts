import type { LocalSpan } from '@silla/slots'

/** The scale of a timeline: the time range and the minutes per character cell. */
export interface Timeline {
  fromMinute: number
  toMinute: number
  cellMinutes: number
}

/**
 * A range drawn with `sign`; `last` is its last cell, `only` the cell of a range of one cell.
 */
export interface Stroke extends LocalSpan {
  sign: string
  last?: string
  only?: string
  paint?: (text: string) => string
}

/** The finest scale that shows all spans in the given number of cells; null without spans. */
export function timeline(spans: readonly LocalSpan[], cells: number): Timeline | null {
  if (spans.length === 0) return null
  const fromMinute = Math.floor(Math.min(...spans.map(({ startMinute }) => startMinute)) / 60) * 60
  const toMinute = Math.ceil(Math.max(...spans.map(({ endMinute }) => endMinute)) / 60) * 60
  const cellMinutes = cellSizes.find((minutes) => (toMinute - fromMinute) / minutes <= cells) ?? 240
  return { fromMinute, toMinute, cellMinutes }
}

/** In minutes; the small ones divide a quarter of an hour. */
const cellSizes = [5, 7.5, 15, 30, 60, 120]

/** The number of cells of a timeline. */
export const cellsOf = (line: Timeline): number =>
  Math.ceil((line.toMinute - line.fromMinute) / line.cellMinutes)

/** Draws strokes in order: a later one covers earlier ones. Each takes at least one cell. */
export function renderTimeline(line: Timeline, strokes: readonly Stroke[]): string {
  const cells: Cell[] = Array.from({ length: cellsOf(line) }, () => ({ sign: ' ' }))
  for (const { startMinute, endMinute, sign, last = sign, only = sign, paint } of strokes) {
    const first = Math.floor((startMinute - line.fromMinute) / line.cellMinutes)
    const end = Math.max(first + 1, Math.round((endMinute - line.fromMinute) / line.cellMinutes))
    for (let cell = first; cell < Math.min(end, cells.length); cell++) {
      const character = cell < end - 1 ? sign : cell > first ? last : only
      cells[cell] = { sign: character, ...(paint && { paint }) }
    }
  }
  return painted(cells.slice(0, cells.findLastIndex(({ sign }) => sign !== ' ') + 1))
}

interface Cell {
  sign: string
  paint?: (text: string) => string
}

/** Groups adjacent cells with the same colour, so that each group gets one escape sequence. */
function painted(cells: readonly Cell[]): string {
  const runs: { text: string; paint: Cell['paint'] }[] = []
  for (const { sign, paint } of cells) {
    const run = runs.at(-1)
    if (run !== undefined && run.paint === paint) run.text += sign
    else runs.push({ text: sign, paint })
  }
  return runs.map(({ text, paint }) => paint?.(text) ?? text).join('')
}

/**
 * Writes hour labels over a timeline without colours, as many as fit with space between them.
 * @param cells the maximum width: the last label may extend past the end of the line
 */
export function withHours(
  text: string,
  line: Timeline,
  cells: number,
  isShown: (minute: number) => boolean,
): string {
  const characters = [...text.padEnd(cellsOf(line))]
  const stepMinutes = Math.max(60, 4 * line.cellMinutes)
  for (let minute = line.fromMinute; minute <= line.toMinute; minute += stepMinutes) {
    const cell = (minute - line.fromMinute) / line.cellMinutes
    if (cell + hourWidth > cells || !isShown(minute)) continue
    characters.splice(cell, hourWidth, ...String(minute / 60).padStart(hourWidth, '0'))
  }
  return characters.join('').trimEnd()
}

/** The width of an hour label. */
export const hourWidth = 2
