import { readFileSync } from 'node:fs'
import type { Catalog } from '../../../packages/core/src/catalog/catalog.ts'
import type { CsvRecord, FileEncoding } from '../../../packages/core/src/imports/csv-records.ts'
import { readRecords } from '../../../packages/core/src/imports/csv-records.ts'

/** As chunks of a few bytes, which end within characters. */
export async function* chunksOf(bytes: Uint8Array | string, size = 7): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

export async function recordsOf(
  bytes: Uint8Array | string,
  encoding: FileEncoding = 'utf-8',
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of readRecords(chunksOf(bytes), encoding)) records.push(record)
  return records
}

/** A file as one of the products is said to write it; no row is of a real person. */
export const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** What of a catalogue the files are read with. */
export const madrid = {
  business: { address: { country: 'ES' } },
  settings: { timezone: 'Europe/Madrid', mainLanguage: 'es', currency: 'EUR' },
} as unknown as Catalog
