import { mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CliError } from '../errors/report-error.ts'

/**
 * Writes a file whole or not at all: whoever is interrupted keeps the old one. Its folder is made
 * when it is not there. A link goes on to lead where it leads, and what is no file, like
 * /dev/stdout, is written to and not replaced.
 * @param mode 0o600 for what only its owner may read
 * @throws Problem with a sentence when it cannot be written
 */
export async function writeTextFile(path: string, text: string, mode = 0o644): Promise<void> {
  try {
    const there = await stat(path).catch(() => null)
    if (there === null) await replaceFile(await placeOf(path), text, mode)
    else if (there.isFile()) await replaceFile(await realpath(path), text, mode)
    else await writeFile(path, text)
  } catch (error) {
    throw new CliError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Where nothing is yet there may be a link that leads to nothing yet. */
const placeOf = (path: string): Promise<string> =>
  readlink(path).then(
    (to) => resolve(dirname(path), to),
    () => path,
  )

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(unfinished, text, { mode })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}
