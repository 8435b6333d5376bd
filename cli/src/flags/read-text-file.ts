import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CliError } from '../errors/report-error.ts'

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252' | 'windows-1256'

/**
 * The text of a file, or with `-` of standard input, without a byte order mark. Letters are never
 * guessed: a name that was read wrongly would be stored so.
 * @param encoding for commands that have --encoding; UTF-8 for all others
 * @throws Problem with a sentence when there is no such file, nothing to read in it, or it is
 *   written otherwise
 */
export async function readTextFile(path: string, encoding?: Encoding): Promise<string> {
  const bytes = await readBytes(path)
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notWrittenIn(encoding, path, bytes)
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await (path === '-' ? buffer(process.stdin) : readFile(path))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new CliError(`There is no file ${path}.`)
    if (code === 'EISDIR')
      throw new CliError(`${path} is a folder: name its files, like ${join(path, '*.yaml')}.`)
    throw new CliError(`${path} cannot be read (${code}).`)
  }
}

/** Told at the first letter that is none, in the shape of every mistake in a file. */
function notWrittenIn(encoding: Encoding | undefined, path: string, bytes: Buffer): CliError {
  const before = new TextDecoder(encoding ?? 'utf-8').decode(bytes).split('\uFFFD', 1)[0] ?? ''
  const lines = before.split('\n')
  const [line, column] = [lines.length, (lines.at(-1) ?? '').length + 1]
  const orSaid = encoding === undefined ? '' : ', or say its --encoding'
  const message = `no letter of ${encoding ?? 'utf-8'}: save the file as UTF-8 (Excel: "CSV UTF-8")${orSaid}`
  const problems = [{ line, column, path: '', message }]
  return new CliError(`${path}:${line}:${column}: ${message}`, { problems })
}
