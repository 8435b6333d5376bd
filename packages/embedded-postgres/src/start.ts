import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, loadOrCreateSecret, makeDataFolder, SetupError } from '@silla/db'
import { serverAccount } from './account.ts'
import { usableBinaries } from './binaries.ts'
import { type ClusterDir, clusterDir, removeCluster } from './cluster-dir.ts'
import { initCluster } from './init-cluster.ts'
import { runPostmaster } from './postmaster.ts'
import { stopStaleServer } from './stale-server.ts'

export interface EmbeddedPostgres {
  /** a connection as superuser, on the loopback address only */
  prepareUrl: string
  /** Ends the server within two seconds; what was committed stays. */
  stop(): Promise<void>
  /** Settles when the server ends although nobody asked it to. */
  crashed: Promise<SetupError>
}

/**
 * Starts the PostgreSQL 18 that comes with the repo on a free loopback port, and makes its files
 * first when there are none. Whatever an earlier start left behind is put in order; when this
 * process ends without `stop`, however it ends, the server ends too.
 *
 * @param options.dataDir the data folder; the files lie in `postgres/` there, or where that folder
 *   says
 * @throws SetupError with a sentence and the end of the server's log
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
}): Promise<EmbeddedPostgres> {
  makeDataFolder(options.dataDir)
  const home = clusterDir(options.dataDir)
  const lock = acquireFileLock(join(home.notes, 'lock'))
  if (!lock) throw new SetupError(`Another program is using the database in ${options.dataDir}.`)
  try {
    const account = serverAccount(home)
    const binaries = usableBinaries(account, home)
    await stopStaleServer(home.cluster)
    if (existsSync(home.cluster) && !existsSync(home.superuserPassword))
      await forgetLostCluster(home)
    const password = loadOrCreateSecret(home.superuserPassword)
    if (!existsSync(home.cluster)) await initCluster({ home, binaries, account, password })
    const postmaster = await runPostmaster({ home, binaries, account })
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

/**
 * Files that lie elsewhere outlive a data folder that somebody removed; files in it whose password
 * is gone are not for us to judge.
 */
async function forgetLostCluster(home: ClusterDir) {
  if (home.around === home.notes) {
    throw new SetupError(
      `The database in ${home.cluster} has lost its password file ${home.superuserPassword}. To begin anew: npm start -- --reset`,
    )
  }
  await removeCluster(home)
}

/**
 * Removes the server's files of a data folder, wherever they are.
 *
 * @throws SetupError while a server runs on them
 */
export async function removeEmbeddedPostgres(options: { dataDir: string }): Promise<void> {
  makeDataFolder(options.dataDir)
  const home = clusterDir(options.dataDir)
  const lock = acquireFileLock(join(home.notes, 'lock'))
  if (!lock) throw new SetupError(`Another program is using the database in ${options.dataDir}.`)
  try {
    await stopStaleServer(home.cluster)
    await removeCluster(home)
  } finally {
    lock.release()
  }
}
