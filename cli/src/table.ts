import Table from 'cli-table3'
import { bold, terminalColumns } from './terminal.ts'

/**
 * Rows under headings: framed and cut to the width of a terminal; for anything else plain columns, whole, with two
 * spaces between them.
 */
export function table(headings: string[], rows: string[][]): string {
  const columns = terminalColumns()
  return columns === null ? plainTable(headings, rows) : framedTable(headings, rows, columns)
}

function framedTable(headings: string[], rows: string[][], columns: number): string {
  const widths = fittedWidths(naturalWidths([headings, ...rows]), columns)
  const framed = new Table({
    head: headings.map((heading) => bold(heading)),
    style: { head: [], border: [] },
    colWidths: widths.map((width) => width + 2),
  })
  framed.push(...rows)
  return framed.toString()
}

function plainTable(headings: string[], rows: string[][]): string {
  const plain = new Table({
    chars: Object.fromEntries(allFrameParts.map((part) => [part, part === 'middle' ? '  ' : ''])),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: headings,
  })
  plain.push(...rows)
  return plain.toString().replace(/ +$/gm, '')
}

const allFrameParts = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
  'middle',
]

function naturalWidths(lines: string[][]): number[] {
  const count = Math.max(...lines.map((line) => line.length))
  return Array.from({ length: count }, (_, column) => Math.max(1, ...lines.map((line) => (line[column] ?? '').length)))
}

/** The widest column gives way until all fit; each keeps room for a few characters. */
function fittedWidths(natural: number[], columns: number): number[] {
  const widths = [...natural]
  const frame = 3 * widths.length + 1
  while (sum(widths) + frame > columns) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= 4) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
