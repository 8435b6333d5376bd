import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { removeEmbeddedPostgres } from '@silla/embedded-postgres'

/** A data folder for this test file; deleted afterwards, with its embedded database. */
export function temporaryDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'silla-dev-'))
  after(async () => {
    await removeEmbeddedPostgres({ dataDir })
    rmSync(dataDir, { recursive: true })
  })
  return dataDir
}
