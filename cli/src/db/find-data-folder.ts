import { dirname, resolve } from 'node:path'
import type { CliSettings } from '../config.ts'

/**
 * Reads a file in the data folder of `npm start`. The folder is searched from the current folder
 * upwards, then in the repository of this program.
 */
export function findInDataFolder<T>(
  { dataDir }: CliSettings,
  read: (folder: string) => T | null,
): T | null {
  for (const folder of [
    ...foldersUpwards(process.cwd()),
    resolve(import.meta.dirname, '../../..'),
  ]) {
    const found = read(resolve(folder, dataDir))
    if (found !== null) return found
  }
  return null
}

function foldersUpwards(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUpwards(parent)]
}
