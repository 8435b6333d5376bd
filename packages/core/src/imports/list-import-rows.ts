import { importRunQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { isKept } from './find-import.ts'
import { needsAttention, type RowReport } from './import-report.ts'
import { rowsOf } from './stored-report.ts'

/**
 * One page of what became of the rows of an import that has ended, in their order; while it runs there
 * are none.
 *
 * @param filter.onlyAttention only the rows that somebody has to look at
 * @throws as `allow`; IMPORT_NOT_FOUND
 */
export async function listImportRows(
  context: RequestContext,
  importId: number,
  { onlyAttention, offset, limit }: { onlyAttention: boolean; offset: number; limit: number },
): Promise<{ rows: RowReport[]; total: number }> {
  allow(context, 'customers.contact')
  const { db } = context.tenant
  const [[run], parts] = await db.batch((tx) => [
    importRunQueries.findImport(tx, importId),
    importRunQueries.listPartLengths(tx, importId),
  ])
  if (!run || !isKept(context, run)) fail('IMPORT_NOT_FOUND')
  const lengths = parts.map(({ position, rowCount, attentionCount }) => ({
    position,
    length: onlyAttention ? attentionCount : rowCount,
  }))
  const { positions, skipped, total } = partsOfPage(lengths, { offset, limit })
  if (positions.length === 0) return { rows: [], total }
  const [found] = await db.batch((tx) => [importRunQueries.listParts(tx, { importId, positions })])
  const rows = (await Promise.all(found.map(rowsOf)))
    .flat()
    .filter((row) => !onlyAttention || needsAttention(row))
  return { rows: rows.slice(offset - skipped, offset - skipped + limit), total }
}

/** The parts that a page has rows of, and how many rows come before them. */
function partsOfPage(
  lengths: readonly { position: number; length: number }[],
  { offset, limit }: { offset: number; limit: number },
) {
  const positions: number[] = []
  let skipped = 0
  let total = 0
  for (const { position, length } of lengths) {
    const end = total + length
    if (end <= offset) skipped = end
    else if (total < offset + limit) positions.push(position)
    total = end
  }
  return { positions, skipped, total }
}
