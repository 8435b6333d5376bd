import { statfs } from 'node:fs/promises'
import { type CheckResult, ok, problem, skip } from '@silla/core/health/check-result'
import { dataFolder } from '../db/database-urls.ts'

/** Whether the disk of the data folder has room. Elsewhere nothing is known. */
export async function checkDisk(): Promise<CheckResult> {
  const folder = dataFolder()
  if (folder === null)
    return skip('disk', 'The database keeps its files elsewhere: look at the disk there.')
  return diskSpaceResult(folder, await statfs(folder))
}

/**
 * A tenth of the disk is to be free, or a gigabyte where that is less; and one in a hundred of the
 * files that it can hold.
 */
export function diskSpaceResult(folder: string, disk: Disk): CheckResult {
  const freeBytes = disk.bavail * disk.bsize
  const gigabytes = `${(freeBytes / 2 ** 30).toFixed(1)} GB of the disk of ${folder} are free`
  const fix = 'Make room: PostgreSQL stops where it cannot write.'
  if (freeBytes < Math.min(2 ** 30, (disk.blocks * disk.bsize) / 10))
    return problem('disk', `Only ${gigabytes}.`, fix)
  if (disk.ffree < disk.files / 100)
    return problem('disk', `The disk of ${folder} can hold ${disk.ffree} more files.`, fix)
  return ok('disk', `${gigabytes}.`)
}

/** As the system tells it, in blocks and files. */
interface Disk {
  bavail: number
  blocks: number
  bsize: number
  ffree: number
  files: number
}
