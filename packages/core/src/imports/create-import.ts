import { importRunQueries, jobQueries } from '@silla/db'
import { Refusal } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedImportId } from '../stored-json.ts'
import {
  type ImportKind,
  type ImportRun,
  type ImportSettings,
  importJobKey,
  toImportRun,
} from './import-run.ts'
import type { ImportSource } from './profiles.ts'
import { packFile } from './stored-file.ts'

/** What the salon sends. */
export interface NewImport {
  kind: ImportKind
  source: ImportSource
  /** As it is, or packed with gzip. */
  file: Buffer
  settings: ImportSettings
}

/**
 * Starts an import (D78), which the worker carries out: nothing of the file is read before. One of a
 * salon runs at a time, so that two do not write the same rows. A dry run has no entry in the audit log.
 *
 * @throws as `allow`; IMPORT_RUNNING with the id of the import that has not ended; FILE_TOO_LARGE,
 *   VALIDATION_ERROR
 */
export async function createImport(
  context: RequestContext,
  { kind, source, file, settings }: NewImport,
  { dryRun }: { dryRun: boolean },
): Promise<ImportRun> {
  allowImport(context, kind)
  const content = await packFile(file)
  const { identity, realClock, auditedChange } = context
  if (auditedChange) {
    auditedChange.more = { kind, source }
    if (dryRun) auditedChange.needsNoEntry = true
  }
  return context.tenant.db.transaction(async (tx) => {
    const { id } = await withIdempotency(context, tx, storedImportId, async () => {
      const [inserted] = await importRunQueries.insertImport(tx, {
        ...{ kind, source, options: settings, isDryRun: dryRun, now: realClock.now() },
        staffId: identity.kind === 'staff' ? identity.staffId : null,
      })
      if (!inserted) throw await running(tx)
      await importRunQueries.insertImportFile(tx, { importId: inserted.id, content })
      await jobQueries.enqueue(tx, {
        task: 'run-import',
        payload: { importId: inserted.id },
        key: importJobKey(inserted.id),
      })
      return inserted
    })
    const [row] = await importRunQueries.findImport(tx, id)
    if (!row) throw new Refusal('IMPORT_NOT_FOUND')
    return toImportRun(row)
  })
}

/**
 * It writes many people's contact details, which nobody can take back, so it has the weight of taking them
 * out; bookings are planned with everybody.
 */
function allowImport(context: RequestContext, kind: ImportKind): void {
  allow(context, 'customers.export')
  for (const permission of importPermissions[kind]) allow(context, permission)
}

/** What somebody needs to import, besides `customers.export`. */
export const importPermissions = {
  customers: ['customers.contact'],
  bookings: ['customers.contact', 'bookings.manage', 'agenda.all'],
} as const

async function running(tx: Parameters<typeof importRunQueries.findOpenImport>[0]) {
  const [open] = await importRunQueries.findOpenImport(tx)
  return new Refusal('IMPORT_RUNNING', open ? { extra: { importId: open.id } } : {})
}
