import { isLanguage, type Language } from '@silla/locale'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type ImportedContact, readContact, shortened } from './contact-cells.ts'
import { type CsvRecord, type FileEncoding, readRecords } from './csv-records.ts'
import { maxRows } from './import-report.ts'
import { type ColumnReport, type MappedColumns, mapColumns, requireColumns } from './map-columns.ts'
import {
  type CustomerField,
  customerColumns,
  customerFields,
  type ImportSource,
} from './profiles.ts'

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
  problem: string | null
  /** What is left out. */
  notes: string[]
}

/**
 * Reads a list of customers. The file is read as it arrives; of its rows only the fields are kept.
 *
 * @throws ProvisioningError NOT_VALID for a file that cannot be read, an empty one, one without a column
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
      requireColumns(header, mapped.has('name') || mapped.has('firstName') ? [] : ['name'])
      return mapped
    },
    (mapped, record) => customerRow(mapped, record, catalog),
  )
  return { source, columns: columns.report, rows }
}

/** @throws ProvisioningError NOT_VALID for an empty file and one of more than 100,000 rows */
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
      throw notValid(`The file has more than ${maxRows} rows. Split it into several files.`)
  }
  if (columns === null) throw notValid('The file is empty.')
  if (rows.length === 0) throw notValid('The file has no rows below its column names.')
  return { columns, rows }
}

function customerRow(
  columns: MappedColumns<CustomerField>,
  { line, cells }: CsvRecord,
  catalog: Catalog,
): CustomerRow {
  const { contact, problem, notes } = readContact(columns, cells, catalog)
  const language = columns.text(cells, 'language').toLowerCase()
  if (language !== '' && !isLanguage(language))
    notes.push(`language left out: "${shortened(language)}" is none of Silla's`)
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

const isYes = (text: string) => /^(yes|y|true|1)$/i.test(text)

const notValid = (message: string) => new ProvisioningError('NOT_VALID', message)
