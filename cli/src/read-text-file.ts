import { readFile } from 'node:fs/promises'
import { Problem } from './problem.ts'

/** Throws Problem with a sentence when there is no such file, or nothing to read in it. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new Problem(`There is no file ${path}.`)
    throw new Problem(`${path} cannot be read (${code}).`)
  }
}
