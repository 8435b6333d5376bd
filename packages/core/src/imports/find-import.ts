import { importRunQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { type ImportRun, retentionMilliseconds, toImportRun } from './import-run.ts'

/**
 * An import of the last day, with how far it is.
 *
 * @throws as `allow`; IMPORT_NOT_FOUND
 */
export async function findImport(context: RequestContext, id: number): Promise<ImportRun> {
  allow(context, 'customers.contact')
  const [[row]] = await context.tenant.db.batch((tx) => [importRunQueries.findImport(tx, id)])
  return row && isKept(context, row) ? toImportRun(row) : fail('IMPORT_NOT_FOUND')
}

/** The nightly maintenance deletes it later. */
export const isKept = ({ realClock }: RequestContext, { createdAt }: { createdAt: Date }) =>
  realClock.now().getTime() < createdAt.getTime() + retentionMilliseconds

/**
 * One page of the imports of the last day, the newest first.
 *
 * @throws as `allow`
 */
export async function listImports(
  context: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ imports: ImportRun[]; total: number }> {
  allow(context, 'customers.contact')
  const after = new Date(context.realClock.now().getTime() - retentionMilliseconds)
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    importRunQueries.listImports(tx, { ...page, after }),
    importRunQueries.countImports(tx, after),
  ])
  return { imports: rows.map(toImportRun), total: counted?.count ?? 0 }
}
