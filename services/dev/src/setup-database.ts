import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DatabaseUrls,
  emptyDatabase,
  migrate,
  rolePasswords,
  type SetupError,
  setupDatabase,
  targetDatabase,
  writeDatabaseUrls,
} from '@silla/db'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@silla/embedded-postgres'
import type { DevSettings } from './config.ts'
import { processorFiles } from './setup-processor.ts'

/**
 * A database that is ready for this code: on the server given, or on the embedded one, which ends
 * with `running`. `<data dir>/database.json` tells the CLI where it is.
 */
export async function setupDevDatabase(
  { dataDir, prepareUrl, reset }: DevSettings,
  running: AsyncDisposableStack,
): Promise<{ urls: DatabaseUrls; crashed: Promise<SetupError> }> {
  if (reset) await forget(dataDir, prepareUrl)
  const { serverUrl, crashed } = prepareUrl
    ? { serverUrl: prepareUrl, crashed: never }
    : await startOurs(dataDir, running)
  const urls = await setupDatabase({
    prepareUrl: serverUrl,
    database: targetDatabase(serverUrl),
    passwords: rolePasswords(serverUrl, dataDir),
  })
  await migrate(urls.migrator)
  writeDatabaseUrls(dataDir, urls)
  return { urls, crashed }
}

/** A server that is not ours is not ours to watch. */
const never = new Promise<SetupError>(() => {})

async function forget(dataDir: string, prepareUrl: string | null) {
  for (const file of ['database.json', 'demo.json', ...processorFiles])
    rmSync(join(dataDir, file), { force: true })
  if (prepareUrl) await emptyDatabase({ prepareUrl, database: targetDatabase(prepareUrl) })
  else await removeEmbeddedPostgres({ dataDir })
}

async function startOurs(dataDir: string, running: AsyncDisposableStack) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  running.defer(() => postgres.stop())
  return { serverUrl: postgres.prepareUrl, crashed: postgres.crashed }
}
