import {
  bookingRowQueries,
  healthQueries,
  holdQueries,
  importQueries,
  jobQueries,
  type Tx,
} from '@silla/db'
import { importNote } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import { newBookingCode } from '../bookings/booking-code.ts'
import { completionTime, isReachable, reminderTime } from '../bookings/due-times.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { FindCustomer } from './booking-customers.ts'
import { ImportFileError } from './import-file-error.ts'
import type { PlannedRow } from './plan-booking-rows.ts'
import type { ImportedVisit } from './plan-imported-visit.ts'
import type { BookingFile } from './read-booking-file.ts'
import { type CustomerToWrite, newId, writeCustomers } from './write-customers.ts'

interface Batch {
  catalog: Catalog
  file: BookingFile
  now: Date
  customers: (catalog: Catalog) => FindCustomer
}

/**
 * Writes rows in the order claims, bookings, what belongs to them. A row whose time somebody took since it
 * was planned, and one whose customer was erased, are not written; their reports say so.
 */
export async function writeBatch(
  tx: Tx,
  { catalog, file, now, customers }: Batch,
  batch: readonly PlannedRow[],
  { remind }: { remind: boolean },
): Promise<void> {
  const { source } = file
  const [, [business]] = await Promise.all([
    importQueries.useCustomPlans(tx),
    importQueries.lockForImport(tx),
  ])
  if (business?.catalogVersion !== catalog.version)
    throw new ImportFileError(importNote('catalog_changed'))
  const open = await notImported(tx, source, batch)
  const owners = await customerIds(tx, source, open, customers(catalog), now)
  const ids = new Map(open.map((planned) => [planned, newId()]))
  const claimed = await claim(tx, ids, now)
  const written = open.filter((planned) => claimed.has(planned) && owners.has(planned))
  if (written.length === 0) return
  const idOf = (planned: PlannedRow) => ids.get(planned) as number
  const rows = written.map((planned) =>
    bookingOf(catalog, planned, {
      id: idOf(planned),
      customerId: owners.get(planned) as number,
      now,
    }),
  )
  await importQueries.insertBookings(tx, rows)
  await Promise.all([
    bookingRowQueries.insertBookingLines(
      tx,
      written.flatMap((planned) =>
        planned.visit.lines.map((line, position) => ({
          ...line,
          bookingId: idOf(planned),
          position,
        })),
      ),
    ),
    bookingRowQueries.insertTransitions(
      tx,
      rows.map(({ id, state }) => ({
        ...{ bookingId: id, from: null, to: state, by: 'business' as const, at: now },
        ...{ reason: '', note: '' },
      })),
    ),
    importQueries.insertImportedRows(
      tx,
      { source, kind: 'booking', at: now },
      written.map((planned) => ({
        externalHash: planned.hash,
        customerId: owners.get(planned) as number,
        bookingId: idOf(planned),
      })),
    ),
    // no event leads the next check to them
    healthQueries.invalidateConsistencyCheck(tx),
  ])
  const jobs = written.flatMap((planned) => jobsOf(catalog, planned, idOf(planned), remind, now))
  if (jobs.length > 0) await jobQueries.enqueueAll(tx, jobs)
  for (const planned of written) planned.report.id = idOf(planned)
}

/** Somebody else may import the same file. */
async function notImported(
  tx: Tx,
  source: string,
  batch: readonly PlannedRow[],
): Promise<PlannedRow[]> {
  const hashes = batch.map(({ hash }) => hash)
  const found = await importQueries.listImported(tx, { source, kind: 'booking', hashes })
  const known = new Set(found.map(({ externalHash: hash }) => hash))
  return batch.filter(({ hash, report }) => {
    if (known.has(hash)) report.outcome = 'unchanged'
    return !known.has(hash)
  })
}

/** Of the rows whose customer was not erased. */
async function customerIds(
  tx: Tx,
  source: string,
  batch: readonly PlannedRow[],
  find: FindCustomer,
  now: Date,
): Promise<Map<PlannedRow, number>> {
  const ids = new Map<PlannedRow, number>()
  const toWrite = new Map<PlannedRow, CustomerToWrite>()
  for (const planned of batch) {
    const found = find(planned.row)
    if ('id' in found) ids.set(planned, found.id)
    else toWrite.set(planned, found)
  }
  const distinct = [...new Set(toWrite.values())]
  const written = await writeCustomers(tx, source, distinct, now)
  const byCustomer = new Map(distinct.map((customer, index) => [customer, written[index]]))
  for (const [planned, customer] of toWrite) {
    const one = byCustomer.get(customer)
    if (one && !one.isErased) ids.set(planned, one.id)
    else {
      planned.report.outcome = 'refused'
      planned.report.notes.push(importNote('customer_erased'))
    }
  }
  return ids
}

/** Claims the times of all rows, and returns the rows that got theirs. */
async function claim(
  tx: Tx,
  ids: ReadonlyMap<PlannedRow, number>,
  now: Date,
): Promise<Set<PlannedRow>> {
  const claims = [...ids].flatMap(([{ visit }, ownerId]) =>
    visit.claims.map(({ resourceId, start, end }) => ({
      ...{ resourceId, ownerId },
      startsAt: new Date(start * 60_000),
      endsAt: new Date(end * 60_000),
    })),
  )
  const counts = new Map<number, number>()
  if (claims.length > 0) {
    await holdQueries.deleteExpiredClaims(tx, now)
    for (const { ownerId } of await bookingRowQueries.insertClaims(tx, claims))
      counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1)
  }
  const claimed = new Set<PlannedRow>()
  const lost: number[] = []
  for (const [planned, id] of ids) {
    if ((counts.get(id) ?? 0) === planned.visit.claims.length) claimed.add(planned)
    else {
      lost.push(id)
      planned.report.outcome = 'clash'
      planned.report.notes.push(importNote('taken_meanwhile'))
    }
  }
  if (lost.length > 0) await importQueries.deleteClaims(tx, lost)
  return claimed
}

function bookingOf(
  { settings }: Catalog,
  { row, visit }: PlannedRow,
  { id, customerId, now }: { id: number; customerId: number; now: Date },
): importQueries.ImportedBooking {
  const isOver = visit.endsAt <= now
  return {
    ...{ id, customerId, code: newBookingCode() },
    state: !isOver ? 'confirmed' : row.state === 'no_show' ? 'no_show' : 'completed',
    professionalId: (visit.lines[0] as ImportedVisit['lines'][number]).professional.id,
    startsAt: row.startsAt,
    endsAt: visit.endsAt,
    localStart: `${formatDate(row.day)}T${formatTime(row.startMinute)}`,
    timezone: settings.timezone,
    contactName: row.contact.name,
    contactEmail: row.contact.email,
    contactPhone: row.contact.phone,
    language: settings.mainLanguage,
    notes: row.bookingNotes,
    currency: settings.currency,
    subtotalCents: visit.subtotalCents,
    totalCents: visit.totalCents,
    pointsEarned: visit.pointsEarned,
    createdAt: now,
  }
}

/** A visit that has not ended is completed as others are. */
function jobsOf(
  { settings }: Catalog,
  { row, visit }: PlannedRow,
  bookingId: number,
  remind: boolean,
  now: Date,
): jobQueries.NewJob[] {
  if (visit.endsAt <= now) return []
  const completeAt = completionTime(visit, settings)
  const remindAt = remind && isReachable(row.contact) ? reminderTime(row, settings, now) : null
  const payload = { bookingId }
  return [
    ...(completeAt === null
      ? []
      : [{ task: 'complete-booking', payload, dueAt: completeAt, key: `complete:${bookingId}` }]),
    ...(remindAt === null
      ? []
      : [{ task: 'remind-booking', payload, dueAt: remindAt, key: `remind:${bookingId}` }]),
  ]
}
