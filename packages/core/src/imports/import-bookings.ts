import { importQueries } from '@silla/db'
import { importNote } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { readHandles } from '../provisioning/read-handles.ts'
import type { RequestContext } from '../request-context.ts'
import { customersOf } from './booking-customers.ts'
import { busyTimes } from './busy-times.ts'
import { ImportFileError } from './import-file-error.ts'
import {
  type ImportOptions,
  type ImportReport,
  importReport,
  type UnknownName,
} from './import-report.ts'
import { namedEntries } from './named-entries.ts'
import { hashOf, planRows } from './plan-booking-rows.ts'
import type { BookingFile } from './read-booking-file.ts'
import { shortened } from './shortened.ts'
import { writeBatch } from './write-bookings.ts'

export interface BookingImportOptions extends ImportOptions {
  /** Names of services and professionals of the salon by those of the file; empty: leave its rows out. */
  mapping: ReadonlyMap<string, string>
  /** A row without id, e-mail and phone is of the only imported customer with its name. */
  matchNames: boolean
  /** Customers are reminded of the visits as of others (D30). */
  remind: boolean
}

/**
 * Imports bookings (D78), 200 in a transaction: what is committed stays when the import is interrupted.
 * Visits that have not ended are confirmed and take their time; one whose time is taken is a `clash`, and
 * the rest goes on. Visits that are over become history. Nothing is mailed and no event is recorded.
 *
 * @returns what became, or in a dry run would become, of each row
 * @throws as `allow`; ImportFileError for names that the salon does not have, before anything
 *   is written, and when the catalogue is changed meanwhile; SERVICE_UNAVAILABLE when the database is lost
 */
export async function importBookings(
  context: RequestContext,
  file: BookingFile,
  options: BookingImportOptions,
): Promise<ImportReport> {
  allow(context, 'bookings.manage')
  allow(context, 'customers.contact')
  const { tenant, clock } = context
  const [catalog, handles, known] = await Promise.all([
    tenant.catalog(),
    readHandles(context),
    importedBefore(context, file),
  ])
  const names = namedEntries(catalog, handles, options.mapping)
  const now = clock.now()
  const [, taken, people] = await tenant.db.batch((tx) => [
    importQueries.useCustomPlans(tx),
    importQueries.listBusyTimes(tx, { from: now, now }),
    importQueries.listImportedPeople(tx, file.source),
  ])
  const { rows, planned, unknownNames } = await planRows(
    { catalog, names, known, file, now, businessId: tenant.businessId },
    busyTimes(catalog, taken),
  )
  if (!options.dryRun && unknownNames.length > 0) throw unknown(unknownNames)
  const done = file.rows.length - planned.length
  if (options.dryRun) await options.onProgress?.(file.rows.length, file.rows.length)
  const customers = customersOf(context, file, people, options.matchNames)
  for (let from = 0; !options.dryRun && from < planned.length; from += batchSize) {
    const batch = planned.slice(from, from + batchSize)
    await tenant.db.transaction(async (tx) => {
      await writeBatch(tx, { catalog, file, now, customers }, batch, options)
      await options.onWrite?.(
        tx,
        batch.map(({ report }) => report),
      )
    })
    await options.onProgress?.(done + from + batch.length, file.rows.length)
  }
  return importReport(file, options.dryRun, rows, unknownNames)
}

const batchSize = 200

/** The hashes of rows that were imported before. */
async function importedBefore(
  { tenant }: RequestContext,
  { source, rows }: BookingFile,
): Promise<Set<string>> {
  const hashes = rows.map((row) => hashOf(tenant.businessId, source, row))
  const [, found] = await tenant.db.batch((tx) => [
    importQueries.useCustomPlans(tx),
    importQueries.listImported(tx, { source, kind: 'booking', hashes }),
  ])
  return new Set(found.map(({ externalHash: hash }) => hash))
}

/** Of names in a message. */
const maxListed = 20

function unknown(names: readonly UnknownName[]): ImportFileError {
  const list = names
    .slice(0, maxListed)
    .map(({ name, rows }) => `"${shortened(name)}" (${rows})`)
    .join(', ')
  return new ImportFileError(importNote('names_unknown', { names: list }))
}
