import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseUrls } from './setup/database-urls.ts'

/**
 * Makes the data folder. Root keeps it open to passing through, because the embedded server runs as
 * somebody else.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/**
 * Tells the CLI where the database of `npm start` is: `<data dir>/database.json`, for the owner's
 * eyes only.
 */
export const writeDatabaseUrls = (dataDir: string, urls: DatabaseUrls): void =>
  writePrivately(join(dataDir, 'database.json'), `${JSON.stringify(urls, null, 2)}\n`)

/** @returns null when nothing was ever started in this data folder */
export function readDatabaseUrls(dataDir: string): DatabaseUrls | null {
  const text = readFileIfExists(join(dataDir, 'database.json'))
  return text === null ? null : (JSON.parse(text) as DatabaseUrls)
}

/** A random secret that is made once and then read from its file. */
export function loadOrCreateSecret(path: string): string {
  const kept = readFileIfExists(path)?.trim()
  if (kept) return kept
  const secret = randomBytes(24).toString('base64url')
  writePrivately(path, `${secret}\n`)
  return secret
}

/**
 * Writes a file that nobody else can read; a reader sees the old text or the new one, never a part.
 */
function writePrivately(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}

/** The file's text, or null when there is no such file. */
export function readFileIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
