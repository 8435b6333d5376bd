import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { importRunQueries } from '@silla/db'
import { needsAttention, type RowReport } from './import-report.ts'

/** How many rows of a report are stored together. */
const partLength = 1000

/** Rows as they are stored. */
export async function toPart(
  rows: readonly RowReport[],
  position: number,
): Promise<importRunQueries.ReportPart> {
  return {
    position,
    rowCount: rows.length,
    attentionCount: rows.filter(needsAttention).length,
    content: await pack(JSON.stringify(rows)),
  }
}

/** The parts of a report, in the order of its rows. */
export async function toParts(rows: readonly RowReport[]): Promise<importRunQueries.ReportPart[]> {
  const parts: importRunQueries.ReportPart[] = []
  for (let from = 0; from < rows.length; from += partLength)
    parts.push(await toPart(rows.slice(from, from + partLength), parts.length))
  return parts
}

/** The rows of a part. */
export const rowsOf = async ({ content }: { content: Buffer }): Promise<RowReport[]> =>
  JSON.parse((await unpack(content)).toString('utf8'))

const pack = promisify<string, Buffer>(gzip)
const unpack = promisify<Buffer, Buffer>(gunzip)
