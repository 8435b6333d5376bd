import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, makeDataFolder, SetupError } from '@silla/db'
import type { StartSettings } from './config.ts'

/** Exclusive use of the data folder, until disposed or until this process ends in any way. */
export interface DataFolderClaim extends Disposable {
  /** Records the URL, for the error message of a second start. */
  setUrl(url: string): void
}

/** @throws SetupError with URL and process id when another start uses the folder */
export function claimDataFolder({ dataDir, dataDirName }: StartSettings): DataFolderClaim {
  makeDataFolder(dataDir)
  const file = join(dataDir, 'running.json')
  const lock = acquireFileLock(join(dataDir, 'lock'))
  if (!lock) throw new SetupError(alreadyRunning(file, dataDirName))
  const setUrl = (url: string | null) =>
    writeFileSync(file, `${JSON.stringify({ pid: process.pid, url })}\n`)
  setUrl(null)
  return {
    setUrl,
    [Symbol.dispose]() {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

function alreadyRunning(file: string, dataDirName: string): string {
  const { pid, url } = readRunning(file)
  const where = url ? ` at ${url}` : ''
  const who = pid ? ` (process ${pid})` : ''
  return (
    `Silla is already running${where}${who} with the data folder ${dataDirName}. ` +
    'Stop it first, or start another one with its own SILLA_DATA_DIR and PORT.'
  )
}

/** The file may be absent or incomplete while the other start is about to write it. */
function readRunning(file: string): { pid?: number; url?: string | null } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
