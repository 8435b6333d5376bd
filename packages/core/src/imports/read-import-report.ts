import { importRunQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '@silla/locale'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { openSlices } from '../slices.ts'
import { isKept } from './find-import.ts'
import { csvHeader, csvRows } from './report-csv.ts'
import { rowsOf } from './stored-report.ts'

/**
 * The whole report of an import that has ended, as CSV; while it runs it has no rows.
 *
 * @throws as `allow`; IMPORT_NOT_FOUND
 */
export async function readImportReport(
  context: RequestContext,
  importId: number,
  language: Language,
): Promise<string> {
  allow(context, 'customers.contact')
  const { db } = context.tenant
  const [[run], lengths] = await db.batch((tx) => [
    importRunQueries.findImport(tx, importId),
    importRunQueries.listPartLengths(tx, importId),
  ])
  if (!run || !isKept(context, run)) fail('IMPORT_NOT_FOUND')
  const slices = openSlices()
  const texts = [csvHeader(language)]
  for (const { position } of lengths) {
    const [[part]] = await db.batch((tx) => [
      importRunQueries.listParts(tx, { importId, positions: [position] }),
    ])
    if (part) texts.push(csvRows(await rowsOf(part), language))
    await slices.pause()
  }
  return texts.join('')
}
