import { type ImportNote, importNote } from '@silla/errors'
import { type EpochDay, wallClock, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { normalize } from '../text.ts'
import { type ImportedContact, readContact } from './contact-cells.ts'
import { type CsvRecord, readRecords } from './csv-records.ts'
import { type ColumnReport, type MappedColumns, mapColumns, requireColumns } from './map-columns.ts'
import { type DateOrder, parseDay, parseLength, parseMinute } from './parse-moments.ts'
import { parsePrice } from './parse-price.ts'
import { type BookingField, bookingColumns, bookingFields, type ImportSource } from './profiles.ts'
import { type ImportInput, readRows } from './read-customer-file.ts'
import { shortened } from './shortened.ts'

export interface BookingFile {
  source: ImportSource
  columns: ColumnReport
  rows: BookingRow[]
}

export interface BookingRow {
  line: number
  /** Empty: the file has none. */
  externalId: string
  /** Of the customer, in the other product; empty: none. */
  customerId: string
  contact: ImportedContact
  /** Local to the salon. */
  day: EpochDay
  startMinute: number
  startsAt: Date
  /** null: as the services take */
  durationMinutes: number | null
  /** As they are called in the file. */
  service: string
  /** Empty: the only one of the salon. */
  professional: string
  /** null: as in the catalogue */
  priceCents: number | null
  state: 'open' | 'completed' | 'no_show' | 'cancelled'
  bookingNotes: string
  /** null: the row is valid */
  problem: ImportNote | null
  /** What is left out. */
  notes: ImportNote[]
}

/**
 * Reads a list of bookings, as `readCustomerFile`. Times are local to the salon, unless they name their
 * offset from UTC.
 *
 * @param dates null: month first in the United States, day first elsewhere
 * @throws ImportFileError as `readCustomerFile`, and without columns for the start, the
 *   service, and the professional where the salon has several
 */
export async function readBookingFile(
  catalog: Catalog,
  { bytes, encoding, source, columns: chosen }: ImportInput,
  dates: DateOrder | null,
): Promise<BookingFile> {
  const order = dates ?? (catalog.business.address.country === 'US' ? 'mdy' : 'dmy')
  const { columns, rows } = await readRows(
    readRecords(bytes, encoding),
    (header) => {
      const mapped = mapColumns(header, bookingFields, bookingColumns(source), chosen)
      const has = (...fields: BookingField[]) => fields.every(mapped.has)
      requireColumns(header, {
        column_name: has('name') || has('firstName'),
        column_start: has('start') || has('date', 'time'),
        column_service: has('service'),
        column_professional: has('professional') || catalog.professionals.length === 1,
      })
      return mapped
    },
    (mapped, record) => bookingRow(mapped, record, catalog, order),
  )
  return { source, columns: columns.report, rows }
}

function bookingRow(
  columns: MappedColumns<BookingField>,
  { line, cells }: CsvRecord,
  catalog: Catalog,
  order: DateOrder,
): BookingRow {
  const text = (field: BookingField) => columns.text(cells, field)
  const { contact, problem, notes } = readContact(columns, cells, catalog)
  const start = startOf(text, catalog.settings.timezone, order)
  const length = 'code' in start ? null : lengthOf(text, start.startMinute)
  const price = text('price')
  const priceCents = price === '' ? null : parsePrice(price)
  const written = text('notes').replace(/\p{Cc}+/gu, ' ')
  const bookingNotes = [...written].slice(0, maxNotesLength).join('')
  return {
    line,
    externalId: text('id'),
    customerId: text('customerId'),
    contact,
    ...('code' in start ? noStart : start),
    durationMinutes: typeof length === 'number' ? length : null,
    service: text('service'),
    professional: text('professional'),
    priceCents,
    state: stateOf(text('status')),
    bookingNotes,
    problem:
      problem ??
      ('code' in start ? start : null) ??
      (typeof length === 'number' ? null : length) ??
      (price !== '' && priceCents === null
        ? importNote('price_not_valid', { text: shortened(price) })
        : null) ??
      (text('service') === '' ? importNote('service_missing') : null),
    notes: [
      ...notes,
      ...(!('code' in start) && start.isRepeated ? [importNote('time_repeated')] : []),
      ...(bookingNotes === written ? [] : [importNote('notes_cut', { limit: maxNotesLength })]),
    ],
  }
}

const maxNotesLength = 1000

const noStart = { day: 0, startMinute: 0, startsAt: new Date(0) }

interface Start {
  day: EpochDay
  startMinute: number
  startsAt: Date
  isRepeated: boolean
}

/** A note is what is wrong with it. */
function startOf(
  text: (field: BookingField) => string,
  timezone: string,
  order: DateOrder,
): Start | ImportNote {
  const written = text('start')
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(written)) {
    const startsAt = new Date(written)
    if (Number.isNaN(startsAt.getTime()))
      return importNote('time_not_valid', { text: shortened(written) })
    const { day, minute } = wallClock(startsAt, timezone)
    return { day, startMinute: minute, startsAt, isRepeated: false }
  }
  const [, date = written, time = ''] = /^(.+?)[T,\s]+(\d{1,2}[:.]\d{2}.*)$/.exec(written) ?? []
  const [dayText, timeText] =
    written === ''
      ? [text('date'), text('time')]
      : // a time beside a date
        parseMinute(written) !== null
        ? [text('date'), written]
        : [date, time]
  const day = parseDay(dayText, order)
  if (day === null) return importNote('date_not_valid', { text: shortened(dayText) })
  const minute = parseMinute(timeText)
  if (minute === null) return importNote('time_not_valid', { text: shortened(timeText) })
  const zone = zoneOf(timezone)
  const instant = zone.toInstant(day, minute)
  if (instant === null) return importNote('time_skipped', { text: shortened(timeText) })
  const isRepeated = [30, 60].some((later) => {
    const again = zone.toLocal(instant + later)
    return again.day === day && again.minute === minute
  })
  return { day, startMinute: minute, startsAt: new Date(instant * 60_000), isRepeated }
}

/** Minutes; null: the file does not say. A note is what is wrong. */
function lengthOf(
  text: (field: BookingField) => string,
  startMinute: number,
): number | ImportNote | null {
  const [written, end] = [text('duration'), text('end')]
  if (written !== '') {
    const minutes = parseLength(written)
    return minutes !== null && minutes > 0 && minutes <= 1440
      ? minutes
      : importNote('duration_not_valid', { text: shortened(written) })
  }
  if (end === '') return null
  const endMinute = parseMinute(end.replace(/^.*[T,\s](?=\d{1,2}[:.]\d{2})/, ''))
  if (endMinute === null) return importNote('time_not_valid', { text: shortened(end) })
  const minutes = (endMinute - startMinute + 1440) % 1440
  return minutes === 0 ? importNote('duration_empty', { text: shortened(end) }) : minutes
}

function stateOf(status: string): BookingRow['state'] {
  for (const [state, words] of Object.entries(stateWords))
    if (words.test(normalize(status))) return state as keyof typeof stateWords
  return 'open'
}

/** What products and salons write, without accents. */
const stateWords = {
  no_show:
    /no.?show|missed|did not|no (se )?(asist|present|vino|acud|atendi)|ausen|لم يحضر|غياب|تغيب/,
  cancelled: /cancel|declin|reject|anulad|rechaz|no realiz|ملغ|لغاء|الغي|مرفوض/,
  completed: /complet|finish|done|checked.?out|attended|finaliz|realiz|atendid|terminad|مكتمل|منته/,
}
