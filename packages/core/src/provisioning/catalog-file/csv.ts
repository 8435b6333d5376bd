/** A cell and where it begins; line and column count from 1. */
export interface Cell {
  text: string
  line: number
  column: number
}

export type Separator = ',' | ';' | '\t'

/**
 * Reads a table as spreadsheets write it (RFC 4180): cells in quotes, quotes doubled in them, lines
 * within them. Cells are separated by what comes first in the first line, a comma, a semicolon or a
 * tab, or by what a line `sep=;` above it says. Empty lines are left out.
 */
export function parseCsv(text: string): { rows: Cell[][]; openQuote: Cell | null } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const announced = /^"?sep=([,;\t])"?\n/i.exec(plain)
  const separator = (announced ?? /^[^,;\t\n]*([,;\t])/.exec(plain))?.[1] ?? ','
  const rows: Cell[][] = []
  let row: Cell[] = []
  let lineStart = announced?.[0].length ?? 0
  let line = announced === null ? 1 : 2
  let at = lineStart
  let openQuote: Cell | null = null
  while (at < plain.length || row.length > 0) {
    const cell: Cell = { text: '', line, column: at - lineStart + 1 }
    if (plain[at] === '"') {
      const quoted = readQuoted(plain, at)
      if (quoted.end === null) openQuote ??= cell
      cell.text = quoted.text
      for (let inner = at; inner < (quoted.end ?? plain.length); inner++) {
        if (plain[inner] === '\n') [line, lineStart] = [line + 1, inner + 1]
      }
      at = quoted.end ?? plain.length
    }
    const end = nextEnd(plain, at, separator)
    cell.text = withoutGuard(cell.text + plain.slice(at, end))
    row.push(cell)
    at = end + 1
    if (plain[end] === separator) continue
    if (row.some((each) => each.text.trim() !== '')) rows.push(row)
    row = []
    ;[line, lineStart] = [line + 1, at]
  }
  return { rows, openQuote }
}

/** Rows as text that spreadsheets read; the byte order mark tells them that it is UTF-8. */
export function formatCsv(
  rows: readonly (readonly string[])[],
  separator: Separator = ',',
): string {
  const quoted = (cell: string) =>
    /["\n\r]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines = rows.map(
    (row) => `${row.map((cell) => quoted(withGuard(cell))).join(separator)}\r\n`,
  )
  return `\uFEFF${lines.join('')}`
}

/**
 * A spreadsheet computes what begins with one of these signs, unless there is an apostrophe before
 * it.
 */
const withGuard = (cell: string) =>
  /^'*[=+\-@\t]/.test(cell) && !isNumber(cell) ? `'${cell}` : cell

const withoutGuard = (cell: string) => cell.replace(/^'(?='*[=+\-@\t])/, '')

const isNumber = (cell: string) => /^[+-]?\d+([.,]\d+)?$/.test(cell)

/**
 * What stands in the quotes that open at `start`, and the place after those that close; null when
 * none do.
 */
function readQuoted(text: string, start: number): { text: string; end: number | null } {
  let from = start + 1
  let read = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { text: read + text.slice(from), end: null }
    read += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { text: read, end: quote + 1 }
    read += '"'
    from = quote + 2
  }
}

function nextEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === separator || text[at] === '\n') return at
  return text.length
}
