import { type ImportNote, importNote } from '@silla/errors'
import { isLanguage, type Language } from '@silla/locale'
import type { Catalog } from '../catalog/catalog.ts'
import { normalize } from '../text.ts'
import { type ImportedContact, readContact } from './contact-cells.ts'
import { type CsvRecord, type FileEncoding, readRecords } from './csv-records.ts'
import { ImportFileError } from './import-file-error.ts'
import { maxRows } from './import-report.ts'
import { type ColumnReport, type MappedColumns, mapColumns, requireColumns } from './map-columns.ts'
import {
  type CustomerField,
  customerColumns,
  customerFields,
  type ImportSource,
} from './profiles.ts'
import { shortened } from './shortened.ts'

/** A file to import, and how to read it. */
export interface ImportInput {
  bytes: AsyncIterable<Uint8Array>
  encoding: FileEncoding
  source: ImportSource
  /** Fields by the column of the file, where the profile does not know it. */
  columns: ReadonlyMap<string, string>
}

export interface CustomerFile {
  source: ImportSource
  columns: ColumnReport
  rows: CustomerRow[]
}

export interface CustomerRow {
  line: number
  /** Empty: the file has none. */
  externalId: string
  contact: ImportedContact
  /** null: the main language of the salon */
  language: Language | null
  blocked: boolean
  /** null: the row is valid */
  problem: ImportNote | null
  /** What is left out. */
  notes: ImportNote[]
}

/**
 * Reads a list of customers. The file is read as it arrives; of its rows only the fields are kept.
 *
 * @throws ImportFileError for a file that cannot be read, an empty one, one without a column
 *   for names, and one of more than 100,000 rows
 */
export async function readCustomerFile(
  catalog: Catalog,
  { bytes, encoding, source, columns: chosen }: ImportInput,
): Promise<CustomerFile> {
  const { columns, rows } = await readRows(
    readRecords(bytes, encoding),
    (header) => {
      const mapped = mapColumns(header, customerFields, customerColumns(source), chosen)
      requireColumns(header, { column_name: mapped.has('name') || mapped.has('firstName') })
      return mapped
    },
    (mapped, record) => customerRow(mapped, record, catalog),
  )
  return { source, columns: columns.report, rows }
}

/** @throws ImportFileError for an empty file and one of more than 100,000 rows */
export async function readRows<Field extends string, Row>(
  records: AsyncGenerator<CsvRecord>,
  map: (header: CsvRecord) => MappedColumns<Field>,
  read: (columns: MappedColumns<Field>, record: CsvRecord) => Row,
): Promise<{ columns: MappedColumns<Field>; rows: Row[] }> {
  let columns: MappedColumns<Field> | null = null
  const rows: Row[] = []
  for await (const record of records) {
    if (columns === null) columns = map(record)
    else rows.push(read(columns, record))
    if (rows.length > maxRows)
      throw new ImportFileError(importNote('file_too_many_rows', { limit: maxRows }))
  }
  if (columns === null) throw new ImportFileError(importNote('file_empty'))
  if (rows.length === 0) throw new ImportFileError(importNote('file_without_rows'))
  return { columns, rows }
}

function customerRow(
  columns: MappedColumns<CustomerField>,
  { line, cells }: CsvRecord,
  catalog: Catalog,
): CustomerRow {
  const { contact, problem, notes } = readContact(columns, cells, catalog)
  const written = normalize(columns.text(cells, 'language'))
  const language = languageNames[written] ?? written
  if (language !== '' && !isLanguage(language))
    notes.push(importNote('language_left_out', { text: shortened(language) }))
  return {
    line,
    externalId: columns.text(cells, 'id'),
    contact,
    language: isLanguage(language) ? language : null,
    blocked: isYes(columns.text(cells, 'blocked')),
    problem,
    notes,
  }
}

/** By name in the three languages, without accents. */
const languageNames: Readonly<Record<string, Language>> = {
  ...{ spanish: 'es', espanol: 'es', castellano: 'es', الاسبانية: 'es' },
  ...{ english: 'en', ingles: 'en', الانجليزية: 'en' },
  ...{ arabic: 'ar', arabe: 'ar', العربية: 'ar' },
}

const isYes = (text: string) => /^(yes|y|true|1|x|si|s|verdadero|نعم)$/.test(normalize(text))
