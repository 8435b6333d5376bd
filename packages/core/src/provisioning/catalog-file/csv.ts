/** A cell and its place; line and column start at 1. */
export interface Cell {
  text: string
  line: number
  column: number
}

export type Separator = ',' | ';' | '\t'

/**
 * Parses CSV as spreadsheets write it (RFC 4180): a quoted cell may contain separators, line breaks
 * and doubled quotes. The separator is the first comma, semicolon or tab of the first line, unless
 * a line `sep=;` precedes it. Empty lines are skipped.
 */
export function parseCsv(text: string): { rows: Cell[][]; openQuote: Cell | null } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const declared = /^"?sep=([,;\t])"?\n/i.exec(plain)
  const separator = (declared ?? /^[^,;\t\n]*([,;\t])/.exec(plain))?.[1] ?? ','
  const rows: Cell[][] = []
  let row: Cell[] = []
  let lineStart = declared?.[0].length ?? 0
  let line = declared === null ? 1 : 2
  let at = lineStart
  let openQuote: Cell | null = null
  while (at < plain.length || row.length > 0) {
    const cell: Cell = { text: '', line, column: at - lineStart + 1 }
    if (plain[at] === '"') {
      const quoted = parseQuoted(plain, at)
      if (quoted.end === null) openQuote ??= cell
      cell.text = quoted.text
      for (let inner = at; inner < (quoted.end ?? plain.length); inner++) {
        if (plain[inner] === '\n') [line, lineStart] = [line + 1, inner + 1]
      }
      at = quoted.end ?? plain.length
    }
    const end = nextEnd(plain, at, separator)
    cell.text = withoutApostrophe(cell.text + plain.slice(at, end))
    row.push(cell)
    at = end + 1
    if (plain[end] === separator) continue
    if (row.some((each) => each.text.trim() !== '')) rows.push(row)
    row = []
    ;[line, lineStart] = [line + 1, at]
  }
  return { rows, openQuote }
}

/** Formats rows as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export function formatCsv(
  rows: readonly (readonly string[])[],
  separator: Separator = ',',
): string {
  const quoted = (cell: string) =>
    /["\n\r]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines = rows.map(
    (row) => `${row.map((cell) => quoted(withApostrophe(cell))).join(separator)}\r\n`,
  )
  return `\uFEFF${lines.join('')}`
}

/**
 * A spreadsheet evaluates a cell that starts with one of these characters as a formula. An
 * apostrophe before it prevents that.
 */
const withApostrophe = (cell: string) =>
  /^'*[=+\-@\t]/.test(cell) && !isNumber(cell) ? `'${cell}` : cell

const withoutApostrophe = (cell: string) => cell.replace(/^'(?='*[=+\-@\t])/, '')

const isNumber = (cell: string) => /^[+-]?\d+([.,]\d+)?$/.test(cell)

/**
 * Reads the quoted text that opens at `start`. `end` is the offset after the closing quote, or null
 * if there is none.
 */
function parseQuoted(text: string, start: number): { text: string; end: number | null } {
  let from = start + 1
  let content = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { text: content + text.slice(from), end: null }
    content += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { text: content, end: quote + 1 }
    content += '"'
    from = quote + 2
  }
}

function nextEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === separator || text[at] === '\n') return at
  return text.length
}
