import { type ImportNoteCode, importNote } from '@silla/errors'
import { normalize } from '../text.ts'
import type { CsvRecord } from './csv-records.ts'
import { ImportFileError } from './import-file-error.ts'
import type { ColumnNames } from './profiles.ts'
import { shortened } from './shortened.ts'

/** What is done with the columns of a file. */
export interface ColumnReport {
  /** By column of the file. */
  read: { column: string; field: string }[]
  /** Not imported. */
  ignored: string[]
  /** Of those, the ones that look like consent, which is never assumed. */
  consent: string[]
}

export interface MappedColumns<Field extends string> {
  report: ColumnReport
  has(field: Field): boolean
  /** The first text that a row has for a field; empty: none. */
  text(cells: readonly string[], field: Field): string
  /** All texts that a row has for a field, without repetitions. */
  texts(cells: readonly string[], field: Field): string[]
}

/**
 * Finds the columns of a file.
 *
 * @param chosen fields by column, which precede the names of the profile
 * @throws ImportFileError for a column that occurs twice and is read, a chosen one that the
 *   file does not have, and an unknown field
 */
export function mapColumns<Field extends string>(
  header: CsvRecord,
  fields: readonly Field[],
  names: ColumnNames<Field>,
  chosen: ReadonlyMap<string, string>,
): MappedColumns<Field> {
  const columns = header.cells.map(keyOf)
  const chosenFields = chosenByColumn(header, columns, fields, chosen)
  const indexes = new Map<Field, number[]>()
  for (const field of fields) {
    const own = [...chosenFields].filter(([, one]) => one === field).map(([column]) => column)
    const known = (names[field] ?? []).map(keyOf).filter((name) => !chosenFields.has(name))
    const found = (own.length > 0 ? own : known).filter((name) => columns.includes(name))
    if (found.length > 0)
      indexes.set(
        field,
        found.map((name) => onlyIndex(header, columns, name)),
      )
  }
  const fieldByIndex = new Map(
    [...indexes].flatMap(([field, list]) => list.map((index) => [index, field] as const)),
  )
  const ignored = header.cells.filter((cell, index) => cell !== '' && !fieldByIndex.has(index))
  return {
    report: {
      read: [...fieldByIndex].map(([index, field]) => ({
        column: header.cells[index] as string,
        field,
      })),
      ignored,
      consent: ignored.filter((column) => consent.test(keyOf(column))),
    },
    has: (field) => indexes.has(field),
    text(cells, field) {
      for (const index of indexes.get(field) ?? []) {
        const text = cells[index]
        if (text !== undefined && text !== '') return text
      }
      return ''
    },
    texts(cells, field) {
      const found = (indexes.get(field) ?? []).map((index) => cells[index] ?? '')
      return [...new Set(found)].filter((text) => text !== '')
    },
  }
}

/**
 * @param found whether the file has a column for what a note names
 * @throws ImportFileError with the names of the columns that the file has
 */
export function requireColumns(
  header: CsvRecord,
  found: Readonly<Partial<Record<ImportNoteCode, boolean>>>,
): void {
  const missing = (Object.keys(found) as ImportNoteCode[]).filter((code) => !found[code])
  if (missing.length === 0) return
  throw new ImportFileError(importNote('columns_missing', { missing, columns: namesIn(header) }))
}

/** A column that says whether somebody agreed to something. */
const consent =
  /consent|marketing|subscri|suscri|newsletter|boletin|opt.?(in|out)|accept|acepta|publicidad|promocion|rgpd|lopd|موافق|تسويق|اشتراك|إشتراك/i

/** What two names of one column have in common. */
const keyOf = (name: string) =>
  normalize(name)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s_]+/g, ' ')
    .replace(/[\s*.:]+$/, '')
    .trim()

function chosenByColumn<Field extends string>(
  header: CsvRecord,
  columns: readonly string[],
  fields: readonly Field[],
  chosen: ReadonlyMap<string, string>,
): ReadonlyMap<string, Field> {
  const result = new Map<string, Field>()
  for (const [column, name] of chosen) {
    const field = fields.find((one) => one === name)
    if (field === undefined)
      throw new ImportFileError(
        importNote('field_unknown', { field: name, fields: fields.join(', ') }),
      )
    if (!columns.includes(keyOf(column)))
      throw new ImportFileError(importNote('column_unknown', { column, columns: namesIn(header) }))
    result.set(keyOf(column), field)
  }
  return result
}

function onlyIndex(header: CsvRecord, columns: readonly string[], name: string): number {
  const index = columns.indexOf(name)
  if (columns.indexOf(name, index + 1) >= 0)
    throw new ImportFileError(importNote('column_twice', { column: header.cells[index] as string }))
  return index
}

/** A file that is no table has a long first line. */
const namesIn = ({ cells }: CsvRecord) => cells.slice(0, 100).map(shortened).join(', ')
