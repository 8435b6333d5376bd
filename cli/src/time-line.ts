import type { LocalSpan } from '@silla/slots'

/** What a line of time is drawn on: the hours it shows, and how many minutes a cell stands for. */
export interface TimeLine {
  fromMinute: number
  toMinute: number
  cellMinutes: number
}

/** The finest line that shows all of these in so many cells; null when there is nothing to show. */
export function timeLine(spans: readonly LocalSpan[], cells: number): TimeLine | null {
  if (spans.length === 0) return null
  const fromMinute = Math.floor(Math.min(...spans.map(({ startMinute }) => startMinute)) / 60) * 60
  const toMinute = Math.ceil(Math.max(...spans.map(({ endMinute }) => endMinute)) / 60) * 60
  const cellMinutes = finenesses.find((minutes) => (toMinute - fromMinute) / minutes <= cells) ?? 240
  return { fromMinute, toMinute, cellMinutes }
}

const finenesses = [15, 30, 60, 120]

/** Hours over their cells, as many as leave a space between them. */
export function hoursOf({ fromMinute, toMinute, cellMinutes }: TimeLine): string {
  const stepMinutes = Math.max(60, 4 * cellMinutes)
  let line = ''
  for (let minute = fromMinute; minute < toMinute; minute += stepMinutes) {
    line = `${line.padEnd((minute - fromMinute) / cellMinutes)}${String(minute / 60).padStart(2, '0')}`
  }
  return line
}

/** Spans in the order in which they are drawn: a later one covers what was there. Each takes at least one cell. */
export function drawn(line: TimeLine, layers: readonly (LocalSpan & { sign: string; last?: string })[]): string {
  const cells: string[] = Array(Math.ceil((line.toMinute - line.fromMinute) / line.cellMinutes)).fill(' ')
  for (const { startMinute, endMinute, sign, last } of layers) {
    const first = Math.floor((startMinute - line.fromMinute) / line.cellMinutes)
    const end = Math.max(first + 1, Math.round((endMinute - line.fromMinute) / line.cellMinutes))
    for (let cell = first; cell < Math.min(end, cells.length); cell++)
      cells[cell] = cell === end - 1 ? (last ?? sign) : sign
  }
  return cells.join('').trimEnd()
}
