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
 * Sets up and migrates the database, on the configured server or on the embedded one, which stops
 * when `running` is disposed. The CLI reads the URLs from `<data dir>/database.json`.
 */
export async function setupDevDatabase(
  { dataDir, prepareUrl, reset }: DevSettings,
  running: AsyncDisposableStack,
): Promise<{ urls: DatabaseUrls; crashed: Promise<SetupError> }> {
  if (reset) await deleteData(dataDir, prepareUrl)
  const { serverUrl, crashed } = prepareUrl
    ? { serverUrl: prepareUrl, crashed: never }
    : await startEmbedded(dataDir, running)
  const urls = await setupDatabase({
    prepareUrl: serverUrl,
    database: targetDatabase(serverUrl),
    passwords: rolePasswords(serverUrl, dataDir),
  })
  await migrate(urls.migrator)
  writeDatabaseUrls(dataDir, urls)
  return { urls, crashed }
}

/** Only the embedded server is watched for a crash. */
const never = new Promise<SetupError>(() => {})

async function deleteData(dataDir: string, prepareUrl: string | null) {
  for (const file of ['database.json', 'demo.json', ...processorFiles])
    rmSync(join(dataDir, file), { force: true })
  if (prepareUrl) await emptyDatabase({ prepareUrl, database: targetDatabase(prepareUrl) })
  else await removeEmbeddedPostgres({ dataDir })
}

async function startEmbedded(dataDir: string, running: AsyncDisposableStack) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  running.defer(() => postgres.stop())
  return { serverUrl: postgres.prepareUrl, crashed: postgres.crashed }
}
