import { importRunQueries, jobQueries } from '@silla/db'
import { fail, importNote } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { endImport } from './end-import.ts'
import { isKept } from './find-import.ts'
import { type ImportRun, importJobKey, toImportRun } from './import-run.ts'

/**
 * Ends an import that waits or runs (D78). Rows that were written stay, and its report names them; a
 * transaction of the worker that has not ended is waited for. One that has ended stays as it is.
 *
 * @throws as `allow`; IMPORT_NOT_FOUND
 */
export async function cancelImport(context: RequestContext, id: number): Promise<ImportRun> {
  allow(context, 'customers.export')
  const { auditedChange, realClock, tenant } = context
  return tenant.db.transaction(async (tx) => {
    const [run] = await importRunQueries.lockImport(tx, id)
    if (!run || !isKept(context, run)) fail('IMPORT_NOT_FOUND')
    const isOpen = run.endedAt === null
    // as when it is started
    if (auditedChange && (run.isDryRun || !isOpen)) auditedChange.needsNoEntry = true
    if (!isOpen) return toImportRun(run)
    await endImport(tx, run, { problem: importNote('import_cancelled') }, realClock.now())
    await jobQueries.dequeue(tx, [importJobKey(id)])
    const [ended] = await importRunQueries.findImport(tx, id)
    return toImportRun(ended ?? fail('IMPORT_NOT_FOUND'))
  })
}
