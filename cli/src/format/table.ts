import Table from 'cli-table3'
import { sanitize } from '../text/sanitize.ts'
import { bold, dim, terminalColumns } from '../text/terminal.ts'
import { displayWidth } from './display-width.ts'

/** A text, which may come from outside, or one with a colour. */
export type Cell = string | { text: string; paint: (text: string) => string }

/**
 * A table as text. On a terminal it has borders and long cells are truncated to fit; if that is
 * still too wide, each row becomes a card with one line per cell. In a pipe it has plain, complete
 * columns with two spaces between them. Cells never contain line breaks.
 */
export function table(
  headings: string[],
  cells: Cell[][],
  columns: number | null = terminalColumns(),
): string {
  const rows = cells.map((row) => row.map(cellText))
  if (columns === null) return plainTable(headings, rows)
  const widths = fittedWidths(naturalWidths([headings, ...rows]), columns)
  return widths === null ? cards(headings, rows) : framedTable(headings, rows, widths)
}

const cellText = (cell: Cell): string =>
  typeof cell === 'string' ? sanitize(cell) : cell.paint(sanitize(cell.text))

function framedTable(headings: string[], rows: string[][], widths: number[]): string {
  const framed = new Table({
    head: headings.map((heading) => bold(heading)),
    style: { head: [], border: [], compact: true },
    colWidths: widths.map((width) => width + 2),
  })
  framed.push(...rows)
  return framed.toString()
}

function plainTable(headings: string[], rows: string[][]): string {
  const plain = new Table({
    chars: Object.fromEntries(frameParts.map((part) => [part, part === 'middle' ? '  ' : ''])),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: headings,
  })
  plain.push(...rows)
  return plain.toString().replace(/ +$/gm, '')
}

const frameParts = [
  ...[
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
  ],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
]

function cards(headings: string[], rows: string[][]): string {
  const width = Math.max(...headings.map((heading) => heading.length)) + 2
  const card = (row: string[]) =>
    row.map((cell, column) => `${dim((headings[column] ?? '').padEnd(width))}${cell}`)
  return rows.map((row) => card(row).join('\n')).join('\n\n')
}

function naturalWidths(lines: string[][]): number[] {
  const count = Math.max(...lines.map((line) => line.length))
  return Array.from({ length: count }, (_, column) =>
    Math.max(1, ...lines.map((line) => displayWidth(line[column] ?? ''))),
  )
}

/**
 * Narrows the widest column until all fit. Null if columns would become too narrow to be readable.
 */
function fittedWidths(natural: number[], columns: number): number[] | null {
  const widths = [...natural]
  const frame = 3 * widths.length + 1
  while (sum(widths) + frame > columns) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= minCutWidth) return null
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

const minCutWidth = 10

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
