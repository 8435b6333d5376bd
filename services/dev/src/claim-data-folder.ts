import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, makeDataFolder, SetupError } from '@silla/db'
import type { DevSettings } from './config.ts'

/** The data folder is ours until disposed, or until this process ends in whatever way. */
export interface Claim extends Disposable {
  /** Lets a second start say where we are. */
  tell(url: string): void
}

/** @throws SetupError when another start has the folder: where it runs, and as which process */
export function claimDataFolder({ dataDir, dataDirName }: DevSettings): Claim {
  makeDataFolder(dataDir)
  const sign = join(dataDir, 'running.json')
  const lock = acquireFileLock(join(dataDir, 'lock'))
  if (!lock) throw new SetupError(alreadyRunning(sign, dataDirName))
  const tell = (url: string | null) =>
    writeFileSync(sign, `${JSON.stringify({ pid: process.pid, url })}\n`)
  tell(null)
  return {
    tell,
    [Symbol.dispose]() {
      rmSync(sign, { force: true })
      lock.release()
    },
  }
}

function alreadyRunning(sign: string, dataDirName: string): string {
  const { pid, url } = readSign(sign)
  const where = url ? ` at ${url}` : ''
  const who = pid ? ` (process ${pid})` : ''
  return `Silla is already running${where}${who} with the data folder ${dataDirName}. Stop it first, or start another one with its own SILLA_DATA_DIR and PORT.`
}

/** The other start may not have come as far as to write it, or may be writing it now. */
function readSign(sign: string): { pid?: number; url?: string | null } {
  try {
    return JSON.parse(readFileSync(sign, 'utf8'))
  } catch {
    return {}
  }
}
