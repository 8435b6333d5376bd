import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canReach, serverAccount } from './account.ts'

/** Where the files of one data folder's server are. */
export interface ClusterDir {
  /** `<data folder>/postgres`: what we know about the server, and its log */
  notes: string
  superuserPassword: string
  log: string
  /** the folder around the server's files: the notes, or a place that its account can reach */
  around: string
  /** the server's own files (PGDATA) */
  cluster: string
  /** where a copy of the program goes when it cannot be used where npm put it */
  programs: string
}

/**
 * Where root keeps what another account must reach: a folder below root's own home would be closed
 * to it.
 */
const sharedPlace = '/var/lib/silla'

export function clusterDir(dataDir: string): ClusterDir {
  const notes = join(realpathSync(dataDir), 'postgres')
  openFolder(notes)
  const around = aroundFor(notes)
  return {
    notes,
    superuserPassword: join(notes, 'superuser-password'),
    log: join(notes, 'server.log'),
    around,
    cluster: join(around, 'cluster'),
    programs: process.getuid?.() === 0 ? sharedPlace : notes,
  }
}

/** Removes the server's files; the password goes with them. */
export async function removeCluster(home: ClusterDir): Promise<void> {
  rmSync(home.cluster, { recursive: true, force: true })
  rmSync(home.superuserPassword, { force: true })
}

/**
 * A folder that others may pass through, whatever the umask; what lies in it is closed file by
 * file.
 */
export function openFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
}

function aroundFor(notes: string): string {
  const inPlace = join(notes, 'cluster')
  if (process.getuid?.() !== 0) return notes
  const account = serverAccount({ cluster: inPlace })
  if (canReach(account, [notes])) return notes
  const around = join(sharedPlace, createHash('sha256').update(notes).digest('hex').slice(0, 16))
  openFolder(sharedPlace)
  openFolder(around)
  const sign = join(notes, 'where-are-the-files.txt')
  if (!existsSync(sign)) {
    writeFileSync(
      sign,
      `PostgreSQL does not run as root and cannot reach this folder; its files are in ${around}\n`,
    )
  }
  return around
}
