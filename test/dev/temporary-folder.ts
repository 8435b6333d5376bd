import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { removeEmbeddedPostgres } from '@silla/embedded-postgres'

/**
 * A data folder for this test file, gone afterwards together with the database that was made for
 * it.
 */
export function temporaryDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'silla-local-'))
  after(async () => {
    await removeEmbeddedPostgres({ dataDir })
    rmSync(dataDir, { recursive: true })
  })
  return dataDir
}
