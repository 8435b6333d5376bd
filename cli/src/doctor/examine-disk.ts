import { statfs } from 'node:fs/promises'
import { type Finding, fine, skipped, wrong } from '@silla/core/doctor/finding'
import { dataFolder } from '../database-urls.ts'

/** Whether the disk of the data folder has room: a tenth of it, or a gigabyte where that is less. Elsewhere nothing is known. */
export async function examineDisk(): Promise<Finding> {
  const folder = dataFolder()
  if (folder === null) return skipped('disk', 'The database keeps its files elsewhere: look at the disk there.')
  const { bavail, blocks, bsize } = await statfs(folder)
  const gigabytes = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GB of the disk of ${folder} are free`
  if (bavail * bsize >= Math.min(2 ** 30, (blocks * bsize) / 10)) return fine('disk', `${gigabytes}.`)
  return wrong('disk', `Only ${gigabytes}.`, 'Make room: PostgreSQL stops where it cannot write.')
}
