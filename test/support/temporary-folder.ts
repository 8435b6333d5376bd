import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder for what this run throws away. In memory where Linux offers it and there is room,
 * because making the files of a database takes a disk ten times as long; what runs that were killed
 * have left there is removed.
 */
export function temporaryFolder(): string {
  const parent = hasRoom(memory) ? memory : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = Number(/^silla-test-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, `silla-test-${process.pid}-`))
}

const memory = '/dev/shm'
/** Some five hundred megabytes are used. */
const roomBytes = 2 ** 31

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > roomBytes
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
