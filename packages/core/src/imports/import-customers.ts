import { importQueries, type Tx } from '@silla/db'
import { importNote } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { RequestContext } from '../request-context.ts'
import { openSlices } from '../slices.ts'
import { customerIdentity, externalHash } from './external-hash.ts'
import {
  type ImportOptions,
  type ImportReport,
  importReport,
  type RowOutcome,
  type RowReport,
} from './import-report.ts'
import type { CustomerFile, CustomerRow } from './read-customer-file.ts'
import { type CustomerToWrite, type WrittenCustomer, writeCustomers } from './write-customers.ts'

/**
 * Imports a list of customers (D78), 200 in a transaction: what is committed stays when the import is
 * interrupted, and the next run goes on from there. Nothing is mailed and no event is recorded; consent
 * and accounts are never created.
 *
 * @returns what became, or in a dry run would become, of each row
 * @throws as `allow`; SERVICE_UNAVAILABLE when the database is lost
 */
export async function importCustomers(
  context: RequestContext,
  file: CustomerFile,
  { dryRun, onProgress, onWrite }: ImportOptions,
): Promise<ImportReport> {
  allow(context, 'customers.contact')
  const catalog = await context.tenant.catalog()
  const { rows, toWrite } = await checkRows(context.tenant.businessId, catalog, file)
  const done = file.rows.length - toWrite.length
  for (let from = 0; from < toWrite.length; from += batchSize) {
    const batch = toWrite.slice(from, from + batchSize)
    const written = (found: readonly WrittenCustomer[]): RowReport[] =>
      batch.map((row, index) => completed(row, found[index] as WrittenCustomer, dryRun))
    if (dryRun) written(await lookUp(context, file.source, batch))
    else
      await write(context, file.source, batch, async (tx, found) => {
        const completedRows = written(found)
        if (tx !== null) await onWrite?.(tx, completedRows)
      })
    await onProgress?.(done + from + batch.length, file.rows.length)
  }
  return importReport(file, dryRun, rows as RowReport[])
}

const batchSize = 200

/** A row whose outcome is open. */
type OpenReport = Omit<RowReport, 'outcome'> & { outcome: RowOutcome | null }

interface CheckedRow {
  report: OpenReport
  customer: CustomerToWrite & { hash: string }
}

/** Decides what the file alone can decide: rows that are not valid, and those that repeat another. */
async function checkRows(
  businessId: string,
  { settings }: Catalog,
  file: CustomerFile,
): Promise<{ rows: OpenReport[]; toWrite: CheckedRow[] }> {
  const lineByHash = new Map<string, number>()
  const rows: OpenReport[] = []
  const toWrite: CheckedRow[] = []
  const slices = openSlices()
  for (const row of file.rows) {
    const pause = slices.pause()
    if (pause !== undefined) await pause
    const report = openReport(row)
    rows.push(report)
    if (row.problem !== null) {
      report.outcome = 'refused'
      report.notes.push(row.problem)
      continue
    }
    const { contact, externalId, language, blocked } = row
    const identity = customerIdentity({ externalId, ...contact }) ?? ['name', contact.name]
    const hash = externalHash(businessId, file.source, 'customer', identity)
    const earlier = lineByHash.get(hash)
    if (earlier !== undefined) {
      report.outcome = 'duplicate'
      report.notes.push(importNote('same_customer', { line: earlier }))
      continue
    }
    lineByHash.set(hash, row.line)
    if (blocked && contact.email === '') report.notes.push(importNote('not_blocked_without_email'))
    const customer = { hash, contact, language: language ?? settings.mainLanguage, blocked }
    toWrite.push({ report, customer })
  }
  return { rows, toWrite }
}

const openReport = ({ line, externalId, notes }: CustomerRow): OpenReport => ({
  line,
  externalId: externalId === '' ? null : externalId,
  outcome: null,
  id: null,
  notes: [...notes],
})

function completed(
  { report, customer: { blocked } }: CheckedRow,
  { id, outcome, isErased }: WrittenCustomer,
  dryRun: boolean,
): RowReport {
  report.outcome = outcome
  report.id = dryRun && outcome === 'created' ? null : id
  if (isErased) report.notes.push(importNote('erased_since'))
  if (outcome === 'merged' && blocked) report.notes.push(importNote('not_blocked_existing'))
  return report as RowReport
}

/** What `writeCustomers` would do. */
async function lookUp(
  { tenant }: RequestContext,
  source: string,
  batch: readonly CheckedRow[],
): Promise<WrittenCustomer[]> {
  const [, imported, existing] = await tenant.db.batch((tx) => [
    importQueries.useCustomPlans(tx),
    importQueries.listImported(tx, { source, kind: 'customer', hashes: batch.map(hashOf) }),
    importQueries.listCustomersByEmail(tx, batch.map(keyOf)),
  ])
  const byHash = new Map(imported.map((one) => [one.externalHash, one]))
  const byKey = new Map(existing.map(({ id, emailKey: key }) => [key, id]))
  return batch.map((row): WrittenCustomer => {
    const known = byHash.get(hashOf(row))
    if (known) return { id: known.customerId, outcome: 'unchanged', isErased: known.isErased }
    const key = keyOf(row)
    const id = byKey.get(key)
    if (key !== '' && id !== undefined) return { id, outcome: 'merged', isErased: false }
    if (key !== '') byKey.set(key, 0)
    return { id: 0, outcome: 'created', isErased: false }
  })
}

const hashOf = ({ customer }: CheckedRow) => customer.hash
const keyOf = ({ customer }: CheckedRow) => emailKey(customer.contact.email)

/**
 * Reads first, so that a second run opens no transaction and leaves no entry in the audit log.
 *
 * @param then what follows in the transaction; without one, nothing was written
 */
async function write(
  context: RequestContext,
  source: string,
  batch: readonly CheckedRow[],
  then: (tx: Tx | null, written: readonly WrittenCustomer[]) => Promise<void>,
): Promise<void> {
  const found = await lookUp(context, source, batch)
  if (found.every(({ outcome }) => outcome === 'unchanged')) return then(null, found)
  await context.tenant.db.transaction(async (tx) => {
    await Promise.all([importQueries.useCustomPlans(tx), importQueries.lockForImport(tx)])
    const customers = batch.map(({ customer }) => customer)
    await then(tx, await writeCustomers(tx, source, customers, context.clock.now()))
  })
}
