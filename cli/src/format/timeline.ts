import type { LocalSpan } from '@silla/slots'

/** What a line of time is drawn on: the hours it shows, and how many minutes a cell stands for. */
export interface Timeline {
  fromMinute: number
  toMinute: number
  cellMinutes: number
}

/**
 * What is drawn over some of a line: its last cell differs, and one that has but one cell is drawn
 * as `only`.
 */
export interface Stroke extends LocalSpan {
  sign: string
  last?: string
  only?: string
  paint?: (text: string) => string
}

/** The finest line that shows all of these in so many cells; null when there is nothing to show. */
export function timeline(spans: readonly LocalSpan[], cells: number): Timeline | null {
  if (spans.length === 0) return null
  const fromMinute = Math.floor(Math.min(...spans.map(({ startMinute }) => startMinute)) / 60) * 60
  const toMinute = Math.ceil(Math.max(...spans.map(({ endMinute }) => endMinute)) / 60) * 60
  const cellMinutes =
    finenesses.find((minutes) => (toMinute - fromMinute) / minutes <= cells) ?? 240
  return { fromMinute, toMinute, cellMinutes }
}

/** A quarter of an hour is a number of cells wherever there is room for it. */
const finenesses = [5, 7.5, 15, 30, 60, 120]

/** How many cells a line has. */
export const cellsOf = (line: Timeline): number =>
  Math.ceil((line.toMinute - line.fromMinute) / line.cellMinutes)

/**
 * Strokes in the order in which they are drawn: a later one covers what was there. Each takes at
 * least one cell.
 */
export function renderTimeline(line: Timeline, strokes: readonly Stroke[]): string {
  const cells: Cell[] = Array.from({ length: cellsOf(line) }, () => ({ sign: ' ' }))
  for (const { startMinute, endMinute, sign, last = sign, only = sign, paint } of strokes) {
    const first = Math.floor((startMinute - line.fromMinute) / line.cellMinutes)
    const end = Math.max(first + 1, Math.round((endMinute - line.fromMinute) / line.cellMinutes))
    for (let cell = first; cell < Math.min(end, cells.length); cell++) {
      const observation = cell < end - 1 ? sign : cell > first ? last : only
      cells[cell] = { sign: observation, ...(paint && { paint }) }
    }
  }
  return painted(cells.slice(0, cells.findLastIndex(({ sign }) => sign !== ' ') + 1))
}

interface Cell {
  sign: string
  paint?: (text: string) => string
}

/** Cells in a row that are painted alike are painted at once. */
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
 * Writes the hours where they begin over a line that has no colours yet, as many as leave a space
 * between them.
 * @param cells as wide as it may become: the last hour stands beyond the end of the line
 */
export function withHours(
  text: string,
  line: Timeline,
  cells: number,
  isShown: (minute: number) => boolean,
): string {
  const signs = [...text.padEnd(cellsOf(line))]
  const stepMinutes = Math.max(60, 4 * line.cellMinutes)
  for (let minute = line.fromMinute; minute <= line.toMinute; minute += stepMinutes) {
    const cell = (minute - line.fromMinute) / line.cellMinutes
    if (cell + hourWidth > cells || !isShown(minute)) continue
    signs.splice(cell, hourWidth, ...String(minute / 60).padStart(hourWidth, '0'))
  }
  return signs.join('').trimEnd()
}

/** Of an hour that is written. */
export const hourWidth = 2
