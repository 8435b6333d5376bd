import { DatabaseSync } from 'node:sqlite'

/** Held until released or until the process ends, however it ends. */
export interface FileLock {
  release(): void
}

/**
 * Takes a lock that the kernel drops with our process: no file left by a kill -9 and no reused
 * process id can hold it, and of two at once exactly one gets it. Node has no such lock of its own,
 * but SQLite takes one on an empty file. Nobody may open the file in another way: closing it would
 * let go of the lock (POSIX).
 *
 * @returns null when another process, or another part of this one, holds it
 */
export function takeFileLock(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: patienceMilliseconds })
  try {
    file.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: unknown }).errcode === sqliteBusy) return null
    throw error
  }
  held.add(file)
  return {
    release: () => {
      held.delete(file)
      if (file.isOpen) file.close()
    },
  }
}

/**
 * A handle that nobody refers to is collected, and its lock let go: whoever takes a lock need not
 * keep what was returned.
 */
const held = new Set<DatabaseSync>()

/**
 * Two who try at the same moment see each other's first step and step back; one of them is sure of
 * it at the next try.
 */
const patienceMilliseconds = 100

const sqliteBusy = 5
