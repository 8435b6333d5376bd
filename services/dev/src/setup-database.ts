import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkpoint,
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
import { messagingFile } from './setup-messaging.ts'
import { processorFiles } from './setup-processor.ts'

export interface DevDatabase {
  urls: DatabaseUrls
  /** Resolves if the embedded server stops by itself. */
  crashed: Promise<SetupError>
  /** Makes the embedded server write its changed files now, and not when it stops. */
  checkpoint(): Promise<void>
}

/**
 * Sets up and migrates the database, on the configured server or on the embedded one, which stops
 * when `running` is disposed. The CLI reads the URLs from `<data dir>/database.json`.
 */
export async function setupDevDatabase(
  { dataDir, prepareUrl, reset }: DevSettings,
  running: AsyncDisposableStack,
): Promise<DevDatabase> {
  if (reset) await deleteData(dataDir, prepareUrl)
  const server = prepareUrl ? configured(prepareUrl) : await startEmbedded(dataDir, running)
  const { serverUrl } = server
  const urls = await setupDatabase({
    prepareUrl: serverUrl,
    database: targetDatabase(serverUrl),
    passwords: rolePasswords(serverUrl, dataDir),
  })
  await migrate(urls.migrator)
  writeDatabaseUrls(dataDir, urls)
  return { urls, crashed: server.crashed, checkpoint: server.checkpoint }
}

async function deleteData(dataDir: string, prepareUrl: string | null) {
  for (const file of ['database.json', 'demo.json', messagingFile, ...processorFiles])
    rmSync(join(dataDir, file), { force: true })
  if (prepareUrl) await emptyDatabase({ prepareUrl, database: targetDatabase(prepareUrl) })
  else await removeEmbeddedPostgres({ dataDir })
}

/** It is not watched for a crash, and keeps running when this process stops. */
const configured = (serverUrl: string) => ({
  serverUrl,
  crashed: new Promise<SetupError>(() => {}),
  async checkpoint() {},
})

async function startEmbedded(dataDir: string, running: AsyncDisposableStack) {
  const { prepareUrl: serverUrl, crashed, stop } = await startEmbeddedPostgres({ dataDir })
  running.defer(stop)
  return { serverUrl, crashed, checkpoint: () => checkpoint(serverUrl) }
}
