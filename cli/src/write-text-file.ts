import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from './problem.ts'

/**
 * Writes a file whole or not at all: whoever is interrupted keeps the old one. Its folder is made when it is not there.
 * @param mode 0o600 for what only its owner may read
 * @throws Problem with a sentence when it cannot be written
 */
export async function writeTextFile(path: string, text: string, mode = 0o644): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(unfinished, text, { mode })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw new Problem(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
