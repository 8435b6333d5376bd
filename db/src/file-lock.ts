import { DatabaseSync } from 'node:sqlite'

/** Held until it is released or the process ends, however it ends. */
export interface FileLock {
  release(): void
}

/**
 * Acquires an exclusive lock on a file. The kernel releases it with the process, so neither a file
 * left by a kill -9 nor a reused process id can hold it, and of two processes at once exactly one
 * gets it. Node has no such lock, but SQLite takes one on an empty file. Do not open the file in
 * any other way: closing it would release the lock (POSIX).
 *
 * @returns null if another process, or another part of this one, holds the lock
 */
export function acquireFileLock(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds })
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
 * Keeps the handles referenced: a handle that is garbage-collected releases its lock, and callers
 * need not keep the returned object.
 */
const held = new Set<DatabaseSync>()

/** Two processes that try at the same moment both back off; one of them succeeds on the retry. */
const busyTimeoutMilliseconds = 100

const sqliteBusy = 5
