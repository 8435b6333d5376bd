import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canReach, serverAccount } from './account.ts'

/** The paths of one data folder's server. */
export interface ClusterDir {
  /** `<data folder>/postgres`: the lock, the password and the log */
  state: string
  superuserPassword: string
  log: string
  /** the parent of the server's files: `state`, or a folder that the server's account can reach */
  parent: string
  /** the server's files (PGDATA) */
  pgData: string
  /** where the binaries are copied to if they cannot be used where npm installed them */
  binaries: string
}

/** Used under root: the server's account cannot reach folders below root's home. */
const sharedFolder = '/var/lib/silla'

export function clusterDir(dataDir: string): ClusterDir {
  const state = join(realpathSync(dataDir), 'postgres')
  makeTraversable(state)
  const parent = parentOf(state)
  return {
    state,
    superuserPassword: join(state, 'superuser-password'),
    log: join(state, 'server.log'),
    parent,
    pgData: join(parent, 'cluster'),
    binaries: process.getuid?.() === 0 ? sharedFolder : state,
  }
}

/** Removes the server's files and its password. */
export async function removeCluster(dir: ClusterDir): Promise<void> {
  rmSync(dir.pgData, { recursive: true, force: true })
  rmSync(dir.superuserPassword, { force: true })
}

/**
 * Creates a folder that, under root, other accounts may traverse, whatever the umask is; the files
 * in it have their own permissions.
 */
export function makeTraversable(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
}

function parentOf(state: string): string {
  if (process.getuid?.() !== 0) return state
  const account = serverAccount({ pgData: join(state, 'cluster') })
  if (canReach(account, [state])) return state
  const parent = join(sharedFolder, createHash('sha256').update(state).digest('hex').slice(0, 16))
  makeTraversable(sharedFolder)
  makeTraversable(parent)
  const pointer = join(state, 'where-are-the-files.txt')
  if (!existsSync(pointer)) {
    writeFileSync(
      pointer,
      `PostgreSQL does not run as root and cannot reach this folder; its files are in ${parent}\n`,
    )
  }
  return parent
}
