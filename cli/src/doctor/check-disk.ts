import { statfs } from 'node:fs/promises'
import { dataFolder } from '../db/database-urls.ts'
import { type Finding, ok, problem, skip } from './finding.ts'

/** Whether the disk of the data folder has free space. Other disks cannot be checked from here. */
export async function checkDisk(): Promise<Finding> {
  const folder = dataFolder()
  if (folder === null)
    return skip('disk', 'The database stores its files on another machine: check the disk there.')
  return diskSpaceResult(folder, await statfs(folder))
}

/** Requires a tenth of the disk or 1 GB to be free, whichever is less, and 1% of its inodes. */
export function diskSpaceResult(folder: string, disk: Disk): Finding {
  const freeBytes = disk.bavail * disk.bsize
  const gigabytes = `${(freeBytes / 2 ** 30).toFixed(1)} GB of the disk of ${folder} are free`
  const fix = 'Free some space: PostgreSQL stops when it cannot write.'
  if (freeBytes < Math.min(2 ** 30, (disk.blocks * disk.bsize) / 10))
    return problem('disk', `Only ${gigabytes}.`, fix)
  if (disk.ffree < disk.files / 100)
    return problem('disk', `The disk of ${folder} has only ${disk.ffree} free inodes.`, fix)
  return ok('disk', `${gigabytes}.`)
}

/** As returned by statfs, in blocks and inodes. */
interface Disk {
  bavail: number
  blocks: number
  bsize: number
  ffree: number
  files: number
}
