import { rmSync } from 'node:fs'
import { mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CliError } from '../errors/report-error.ts'

/**
 * Writes a file atomically: after an interruption the old file is intact, and nothing else is left. Creates
 * missing folders.
 * Follows symbolic links, and writes to devices and pipes such as /dev/stdout without replacing
 * them.
 * @param text a long one part by part, as it is made
 * @param mode 0o600 for personal data
 * @throws CliError when it cannot be written
 */
export async function writeTextFile(
  path: string,
  text: string | AsyncIterable<string>,
  mode = 0o644,
): Promise<void> {
  try {
    const existing = await stat(path).catch(() => null)
    if (existing === null) await replaceFile(await linkTarget(path), text, mode)
    else if (existing.isFile()) await replaceFile(await realpath(path), text, mode)
    else await writeFile(path, text)
  } catch (error) {
    // what makes the text may fail too
    if (!isOfFile(error)) throw error
    throw new CliError(`Cannot write ${path} (${error.code}).`)
  }
}

/** The target of a link whose file does not exist yet, otherwise the path itself. */
const linkTarget = (path: string): Promise<string> =>
  readlink(path).then(
    (to) => resolve(dirname(path), to),
    () => path,
  )

async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  mode: number,
): Promise<void> {
  const partFile = `${path}.${process.pid}.part`
  const interrupted = (_: NodeJS.Signals, signal: number) => {
    rmSync(partFile, { force: true })
    process.stderr.write(`Interrupted. ${path} was not written.\n`)
    process.exit(128 + signal)
  }
  for (const signal of signals) process.once(signal, interrupted)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(partFile, text, { mode })
    await rename(partFile, path)
  } catch (error) {
    await rm(partFile, { force: true }).catch(() => {})
    throw error
  } finally {
    for (const signal of signals) process.off(signal, interrupted)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const isOfFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
