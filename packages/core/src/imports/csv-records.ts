import { pipeline, Readable } from 'node:stream'
import { importNote } from '@silla/errors'
import type { CsvError } from 'csv-parse'
import { ImportFileError } from './import-file-error.ts'

export type FileEncoding = 'utf-8' | 'utf-16' | 'windows-1252' | 'windows-1256'

/** A row of a CSV file; `line` is where it begins, from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV file as they arrive, without empty ones. The separator is the one of comma,
 * semicolon and tab that the first line has most of, unless a line `sep=;` precedes it. An apostrophe
 * that protects a cell from being run as a formula is removed, as `silla catalog import` does.
 *
 * @throws ImportFileError for another encoding, a quote that is never closed, or a row of
 *   more than 100,000 characters
 */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  encoding: FileEncoding,
): AsyncGenerator<CsvRecord> {
  // loaded when it is needed: most processes read no file
  const csv = await import('csv-parse')
  const chunks = decoded(bytes, encoding)
  let head = ''
  while (!/[\r\n]./s.test(head) && head.length < maxRowLength) {
    const { value, done } = await chunks.next()
    if (done) break
    head += value
  }
  const declared = /^"?sep=([,;\t])"?\r?\n/i.exec(head)
  const firstLine = declared === null ? 0 : 1
  let parsedLines = firstLine
  const parser = csv.parse({
    delimiter: declared?.[1] ?? separatorOf(head.split(/[\r\n]/, 1)[0] as string),
    info: true,
    max_record_size: maxRowLength,
    // ahead of the rows that are read: an error drops those that wait
    on_record: (record, { lines }) => {
      parsedLines = firstLine + lines
      return record
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const text = Readable.from(withHead(head.slice(declared?.[0].length ?? 0), chunks))
  // the reader of the parser gets the error
  pipeline(text, parser, () => {})
  let linesBefore = firstLine
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const line = linesBefore + 1
      linesBefore = firstLine + info.lines
      if (record.every((cell) => cell.trim() === '')) continue
      yield { line, cells: record.map((cell) => withoutApostrophe(cell).trim().normalize('NFC')) }
    }
  } catch (error) {
    throw error instanceof csv.CsvError ? unreadable(error, parsedLines + 1) : error
  }
}

interface ParsedRecord {
  record: string[]
  info: { lines: number }
}

const maxRowLength = 100_000

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: FileEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  let isFirst = true
  for await (const chunk of bytes) {
    const text = decode(() => decoder.decode(chunk, { stream: true }), encoding, line)
    if (isFirst && text.startsWith('\u00EF\u00BB\u00BF'))
      throw new ImportFileError(importNote('file_is_utf8'))
    if (text.includes('\0')) throw new ImportFileError(importNote('file_not_text', { line }))
    isFirst &&= text === ''
    line += text.split('\n').length - 1
    yield text
  }
  yield decode(() => decoder.decode(), encoding, line)
}

/** The encoding is never guessed: a wrong guess would store garbled names. */
function decode(read: () => string, encoding: FileEncoding, line: number): string {
  try {
    return read()
  } catch {
    throw new ImportFileError(importNote('file_encoding', { encoding, line }))
  }
}

async function* withHead(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

function separatorOf(firstLine: string): string {
  const outsideQuotes = firstLine.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((separator) => ({
    separator,
    count: outsideQuotes.split(separator).length,
  }))
  return counts.sort((one, other) => other.count - one.count)[0]?.separator ?? ','
}

const withoutApostrophe = (cell: string) => cell.replace(/^'(?='*[=+\-@\t])/, '')

function unreadable({ code }: CsvError, line: number): ImportFileError {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new ImportFileError(importNote('file_quote', { line }))
  return new ImportFileError(
    code === 'CSV_MAX_RECORD_SIZE'
      ? importNote('file_row_too_long', { line })
      : importNote('file_line', { line }),
  )
}
