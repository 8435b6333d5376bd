import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CliError } from '../errors/report-error.ts'

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252' | 'windows-1256'

/**
 * Reads the text of a file, or of standard input for `-`, without a byte order mark. The encoding
 * is never guessed: a wrong guess would store garbled names.
 * @param encoding for commands that have --encoding; UTF-8 for all others
 * @throws CliError when the file does not exist, cannot be read, or has another encoding
 */
export async function readTextFile(path: string, encoding?: Encoding): Promise<string> {
  const bytes = await readBytes(path)
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw encodingError(encoding, path, bytes)
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await (path === '-' ? buffer(process.stdin) : readFile(path))
  } catch (error) {
    throw unreadableFile(error, path, '*.yaml')
  }
}

/**
 * The chunks of a file that may be large, or of standard input for `-`.
 * @throws CliError while they are read, when the file does not exist or cannot be read
 */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? process.stdin : createReadStream(path)
  } catch (error) {
    throw isFileError(error) ? unreadableFile(error, path, 'customers.csv') : error
  }
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** @param example a file that the folder could have */
function unreadableFile(error: unknown, path: string, example: string): CliError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return new CliError(`File not found: ${path}.`)
  if (code === 'EISDIR')
    return new CliError(`${path} is a folder. Pass its files, such as ${join(path, example)}.`)
  return new CliError(`Cannot read ${path} (${code}).`)
}

/** Names the position of the first invalid byte, in the form of all file errors. */
function encodingError(encoding: Encoding | undefined, path: string, bytes: Buffer): CliError {
  const before = new TextDecoder(encoding ?? 'utf-8').decode(bytes).split('\uFFFD', 1)[0] ?? ''
  const lines = before.split('\n')
  const [line, column] = [lines.length, (lines.at(-1) ?? '').length + 1]
  const hint = encoding === undefined ? '' : ', or pass its --encoding'
  const name = encoding ?? 'utf-8'
  const message = `invalid ${name} text: save the file as UTF-8 (Excel: "CSV UTF-8")${hint}`
  const problems = [{ line, column, path: '', message }]
  return new CliError(`${path}:${line}:${column}: ${message}`, { problems })
}
