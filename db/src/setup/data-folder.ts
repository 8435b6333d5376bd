import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseUrls } from './database-urls.ts'

/**
 * Creates the data folder. Under root other accounts may traverse it, because the embedded server
 * runs as another account.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/**
 * Writes the URLs of the database of `npm start` for the CLI: `<data dir>/database.json`, readable
 * by its owner only.
 */
export const writeDatabaseUrls = (dataDir: string, urls: DatabaseUrls): void =>
  writePrivateFile(join(dataDir, 'database.json'), `${JSON.stringify(urls, null, 2)}\n`)

/** @returns null if nothing was ever started in this data folder */
export function readDatabaseUrls(dataDir: string): DatabaseUrls | null {
  const text = readFileIfExists(join(dataDir, 'database.json'))
  return text === null ? null : (JSON.parse(text) as DatabaseUrls)
}

/** Reads a random secret from its file; creates it the first time. */
export function loadOrCreateSecret(path: string): string {
  const stored = readFileIfExists(path)?.trim()
  if (stored) return stored
  const secret = randomBytes(24).toString('base64url')
  writePrivateFile(path, `${secret}\n`)
  return secret
}

/** Writes a file that only its owner can read, atomically: a reader never sees a partial text. */
function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.new`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}

/** The file's text, or null if there is no such file. */
export function readFileIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
