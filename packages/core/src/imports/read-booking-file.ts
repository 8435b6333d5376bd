import { type EpochDay, wallClock, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { type ImportedContact, readContact, shortened } from './contact-cells.ts'
import { type CsvRecord, readRecords } from './csv-records.ts'
import { type ColumnReport, type MappedColumns, mapColumns, requireColumns } from './map-columns.ts'
import { type DateOrder, parseDay, parseLength, parseMinute } from './parse-moments.ts'
import { parsePrice } from './parse-price.ts'
import { type BookingField, bookingColumns, bookingFields, type ImportSource } from './profiles.ts'
import { type ImportInput, readRows } from './read-customer-file.ts'

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
  problem: string | null
  /** What is left out. */
  notes: string[]
}

/**
 * Reads a list of bookings, as `readCustomerFile`. Times are local to the salon, unless they name their
 * offset from UTC.
 *
 * @param dates null: month first in the United States, day first elsewhere
 * @throws ProvisioningError NOT_VALID as `readCustomerFile`, and without columns for the start, the
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
      requireColumns(header, [
        ...(has('name') || has('firstName') ? [] : ['name']),
        ...(has('start') || has('date', 'time') ? [] : ['start (or date and time)']),
        ...(has('service') ? [] : ['service']),
        ...(has('professional') || catalog.professionals.length === 1 ? [] : ['professional']),
      ])
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
  const length = typeof start === 'string' ? null : lengthOf(text, start.startMinute)
  const price = text('price')
  const priceCents = price === '' ? null : parsePrice(price)
  const written = text('notes').replace(/\p{Cc}+/gu, ' ')
  const bookingNotes = [...written].slice(0, maxNotesLength).join('')
  return {
    line,
    externalId: text('id'),
    customerId: text('customerId'),
    contact,
    ...(typeof start === 'string' ? noStart : start),
    durationMinutes: typeof length === 'string' ? null : length,
    service: text('service'),
    professional: text('professional'),
    priceCents,
    state: stateOf(text('status')),
    bookingNotes,
    problem:
      problem ??
      (typeof start === 'string' ? start : null) ??
      (typeof length === 'string' ? length : null) ??
      (price !== '' && priceCents === null ? `"${shortened(price)}" is not a price` : null) ??
      (text('service') === '' ? 'the service is missing' : null),
    notes: [
      ...notes,
      ...(typeof start !== 'string' && start.isRepeated
        ? ['the clocks show that time twice: the first one is meant']
        : []),
      ...(bookingNotes === written ? [] : [`notes cut after ${maxNotesLength} characters`]),
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

/** A text is what is wrong with it. */
function startOf(
  text: (field: BookingField) => string,
  timezone: string,
  order: DateOrder,
): Start | string {
  const written = text('start')
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(written)) {
    const startsAt = new Date(written)
    if (Number.isNaN(startsAt.getTime())) return `"${shortened(written)}" is not a time`
    const { day, minute } = wallClock(startsAt, timezone)
    return { day, startMinute: minute, startsAt, isRepeated: false }
  }
  const [, date = written, time = ''] = /^(.+?)[T,\s]+(\d{1,2}[:.]\d{2}.*)$/.exec(written) ?? []
  const [dayText, timeText] = written === '' ? [text('date'), text('time')] : [date, time]
  const day = parseDay(dayText, order)
  if (day === null) return `"${shortened(dayText)}" is not a date`
  const minute = parseMinute(timeText)
  if (minute === null) return `"${shortened(timeText)}" is not a time`
  const zone = zoneOf(timezone)
  const instant = zone.toInstant(day, minute)
  if (instant === null) return `${timeText} does not exist on that day: the clocks skip it`
  const isRepeated = [30, 60].some((later) => {
    const again = zone.toLocal(instant + later)
    return again.day === day && again.minute === minute
  })
  return { day, startMinute: minute, startsAt: new Date(instant * 60_000), isRepeated }
}

/** Minutes; null: the file does not say. A text is what is wrong. */
function lengthOf(
  text: (field: BookingField) => string,
  startMinute: number,
): number | string | null {
  const [written, end] = [text('duration'), text('end')]
  if (written !== '') {
    const minutes = parseLength(written)
    return minutes !== null && minutes > 0 && minutes <= 1440
      ? minutes
      : `"${shortened(written)}" is not a duration`
  }
  if (end === '') return null
  const endMinute = parseMinute(end.replace(/^.*[T,\s](?=\d{1,2}[:.]\d{2})/, ''))
  if (endMinute === null) return `"${shortened(end)}" is not a time`
  return (endMinute - startMinute + 1440) % 1440 || `it ends when it begins, at ${end}`
}

function stateOf(status: string): BookingRow['state'] {
  if (/no.?show|missed|did not/i.test(status)) return 'no_show'
  if (/cancel|declin|reject/i.test(status)) return 'cancelled'
  return /complet|finish|done|checked.?out|attended/i.test(status) ? 'completed' : 'open'
}
