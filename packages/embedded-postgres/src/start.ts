import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  acquireFileLock,
  type FileLock,
  loadOrCreateSecret,
  makeDataFolder,
  SetupError,
} from '@silla/db'
import { serverAccount } from './account.ts'
import { usableBinaries } from './binaries.ts'
import { type ClusterDir, clusterDir, removeCluster } from './cluster-dir.ts'
import { initCluster } from './init-cluster.ts'
import { startPostmaster } from './postmaster.ts'
import { stopStaleServer } from './stale-server.ts'

export interface EmbeddedPostgres {
  /** a superuser connection, on the loopback address only */
  prepareUrl: string
  /** Stops the server within two seconds; committed data is kept. */
  stop(): Promise<void>
  /** Resolves if the server ends without `stop`. */
  crashed: Promise<SetupError>
}

/**
 * Starts the bundled PostgreSQL 18 on the loopback address; the first start creates its files. It
 * first stops a server that an earlier start left behind. If this process ends without `stop`,
 * however it ends, the server stops too.
 *
 * @param options.dataDir the data folder; the files are in `postgres/` there, or in the folder that
 *   `postgres/where-are-the-files.txt` names
 * @param options.port by default a free one
 * @throws SetupError with a sentence and the end of the server's log
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  port?: number
}): Promise<EmbeddedPostgres> {
  makeDataFolder(options.dataDir)
  const dir = clusterDir(options.dataDir)
  const lock = lockCluster(dir, options.dataDir)
  try {
    const account = serverAccount(dir)
    const binaries = usableBinaries(account, dir)
    await stopStaleServer(dir.pgData)
    if (existsSync(dir.pgData) && !existsSync(dir.superuserPassword))
      await removeOrphanedCluster(dir)
    const password = loadOrCreateSecret(dir.superuserPassword)
    if (!existsSync(dir.pgData)) await initCluster({ dir, binaries, account, password })
    const postmaster = await startPostmaster({ dir, binaries, account, port: options.port })
    return {
      prepareUrl: `postgres://postgres:${password}@127.0.0.1:${postmaster.port}/postgres`,
      stop: () => postmaster.stop().finally(lock.release),
      crashed: postmaster.crashed,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockCluster(dir: ClusterDir, dataDir: string): FileLock {
  const lock = acquireFileLock(join(dir.state, 'lock'))
  if (!lock) throw new SetupError(`Another program is using the database in ${dataDir}.`)
  return lock
}

/**
 * Removes files outside the data folder that belong to a data folder that was deleted. Files in the
 * data folder whose password file is missing are kept: they may hold data that is needed.
 */
async function removeOrphanedCluster(dir: ClusterDir) {
  if (dir.parent === dir.state) {
    throw new SetupError(
      `The password file ${dir.superuserPassword} of the database in ${dir.pgData} is missing. ` +
        'To delete the database and start again: npm start -- --reset',
    )
  }
  await removeCluster(dir)
}

/**
 * Removes the server's files of a data folder, wherever they are.
 *
 * @throws SetupError if another program is using them
 */
export async function removeEmbeddedPostgres(options: { dataDir: string }): Promise<void> {
  makeDataFolder(options.dataDir)
  const dir = clusterDir(options.dataDir)
  const lock = lockCluster(dir, options.dataDir)
  try {
    await stopStaleServer(dir.pgData)
    await removeCluster(dir)
  } finally {
    lock.release()
  }
}
