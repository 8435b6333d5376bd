import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** The first line of a copy of the data: what is in it, and which schema it needs. */
export interface CopyHeader {
  format: 'silla-copy-1'
  /** Names of the migrations that made the schema. */
  migrations: string[]
  /** In the order in which their rows follow. */
  tables: { schema: string; name: string; columns: string[] }[]
  /** The last value of each sequence; null: never used. */
  sequences: { schema: string; name: string; last: number | null }[]
}

/**
 * Writes a copy: compressed, the header as one line of JSON, then for each table the parts of its rows,
 * each after a line with its number of bytes; 0 ends the table.
 */
export const writeCopyFile = (
  file: string,
  header: CopyHeader,
  rowsOf: (table: CopyHeader['tables'][number]) => AsyncIterable<Buffer>,
): Promise<void> =>
  pipeline(
    async function* () {
      yield `${JSON.stringify(header)}\n`
      for (const table of header.tables) {
        for await (const part of rowsOf(table)) {
          if (part.length === 0) continue
          yield `${part.length}\n`
          yield part
        }
        yield '0\n'
      }
    },
    createGzip(),
    createWriteStream(file, { mode: 0o600 }),
  )

/** Reads a copy from its start to its end. */
export interface CopyReader {
  header: CopyHeader
  /** The rows of the next table of the header; to be read before those of the table after it. */
  rows(): AsyncIterable<Buffer>
  /** After the rows of all tables: fails unless the file ends there, and its sum is right. */
  end(): Promise<void>
}

/**
 * Opens a copy, and closes it after the work.
 *
 * @throws Error when it is not one, or has lost its end
 */
export async function readCopyFile<T>(
  file: string,
  work: (copy: CopyReader) => Promise<T>,
): Promise<T> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  try {
    const input = bytesOf(text)
    const header = JSON.parse(await input.line()) as CopyHeader
    if (header.format !== 'silla-copy-1') throw new Error(`unknown format ${header.format}`)
    return await work({ header, rows: () => partsOf(input), end: input.end })
  } finally {
    text.destroy()
    source.destroy()
  }
}

/** Whether a file is a copy, and not one of pg_dump: it is compressed as a whole. */
export async function isCopyFile(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.readUInt16BE() === gzipMagic
  } finally {
    await handle.close()
  }
}

const gzipMagic = 0x1f_8b

async function* partsOf(input: Bytes): AsyncIterable<Buffer> {
  for (let size = Number(await input.line()); size !== 0; size = Number(await input.line())) {
    if (!Number.isSafeInteger(size)) throw new Error('damaged')
    yield await input.take(size)
  }
}

interface Bytes {
  line(): Promise<string>
  take(size: number): Promise<Buffer>
  end(): Promise<void>
}

function bytesOf(stream: AsyncIterable<Buffer>): Bytes {
  const parts = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await parts.next()
    if (done) throw new Error('unexpected end of file')
    rest = Buffer.concat([rest, value])
  }
  const take = async (size: number) => {
    while (rest.length < size) await more()
    const taken = rest.subarray(0, size)
    rest = rest.subarray(size)
    return taken
  }
  return {
    take,
    async line() {
      while (!rest.includes('\n')) await more()
      const line = await take(rest.indexOf('\n') + 1)
      return line.toString().trimEnd()
    },
    async end() {
      const { done } = await parts.next()
      if (rest.length > 0 || !done) throw new Error('damaged')
    },
  }
}
