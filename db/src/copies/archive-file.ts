import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  blockBytes,
  compressionLevel,
  headerOf,
  mostEntryBytes,
  paddedSize,
  parseHeader,
} from './tar.ts'

/*
 * An archive is a tar file (tar.ts). Its entries are compressed one by one, and not the file as a whole: so
 * the header with the size of an entry can be written after its content, which is not known before, and one
 * entry can be read without the others.
 */

/** What was written of an entry, as it is in the file. */
export interface WrittenEntry {
  bytes: number
  /** Of these bytes, in hexadecimal. */
  sha256: string
}

export interface ArchiveWriter {
  /** Writes one entry after the others; with a name that ends in `.gz` it is compressed. */
  add(name: string, content: AsyncIterable<Buffer>): Promise<WrittenEntry>
}

/** A file that cannot be written or read, or is not an archive. */
export class ArchiveFileError extends Error {
  override readonly name = 'ArchiveFileError'
  readonly reason: 'exists' | 'unwritable' | 'unreadable' | 'damaged'

  constructor(reason: ArchiveFileError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/**
 * Creates an archive that only its owner can read. Until it is complete and on the disk its name ends
 * in `.part`, and what has failed is removed: a file with the name is a whole archive.
 *
 * @param modifiedAt the time of all entries
 * @returns the size of the file
 * @throws ArchiveFileError
 */
export async function writeArchiveFile(
  file: string,
  modifiedAt: Date,
  work: (writer: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const part = `${file}.part`
  if ((await stat(file).catch(() => null)) !== null)
    throw new ArchiveFileError('exists', `${file} exists already`)
  const handle = await open(part, 'wx', 0o600).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new ArchiveFileError(
          'exists',
          `${part} exists: another command writes it, or one was interrupted and it can be deleted`,
        )
      : unwritable(file, error)
  })
  try {
    const end = await writeEntries(handle, modifiedAt, file, work)
    await handle.sync().catch((error) => Promise.reject(unwritable(file, error)))
    await handle.close().catch((error) => Promise.reject(unwritable(file, error)))
    await rename(part, file).catch((error) => Promise.reject(unwritable(file, error)))
    await syncFolder(dirname(resolve(file)))
    return end
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function writeEntries(
  handle: FileHandle,
  modifiedAt: Date,
  file: string,
  work: (writer: ArchiveWriter) => Promise<void>,
): Promise<number> {
  let position = 0
  const write = async (bytes: Buffer, at: number) => {
    try {
      for (let done = 0; done < bytes.length; )
        done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
    } catch (error) {
      throw unwritable(file, error)
    }
  }
  await work({
    async add(name, content) {
      const headerAt = position
      const hash = createHash('sha256')
      let bytes = 0
      const store = async (stored: AsyncIterable<Buffer>) => {
        for await (const chunk of stored) {
          hash.update(chunk)
          await write(chunk, headerAt + blockBytes + bytes)
          bytes += chunk.length
        }
      }
      if (name.endsWith('.gz'))
        await pipeline(content, createGzip({ level: compressionLevel }), store)
      else await store(content)
      if (bytes > mostEntryBytes) throw unwritable(file, new Error(`${name} is too large`))
      await write(headerOf(name, bytes, modifiedAt), headerAt)
      position = headerAt + blockBytes + paddedSize(bytes)
      await write(Buffer.alloc(paddedSize(bytes) - bytes), headerAt + blockBytes + bytes)
      return { bytes, sha256: hash.digest('hex') }
    },
  })
  await write(Buffer.alloc(2 * blockBytes), position)
  return position + 2 * blockBytes
}

const unwritable = (file: string, cause: unknown) =>
  new ArchiveFileError(
    'unwritable',
    `${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`,
    cause,
  )

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** An archive that is open for reading. */
export interface OpenArchive {
  /** In the order of the file. */
  readonly entries: readonly ArchiveEntry[]
  /** The bytes of an entry as they are in the file. */
  read(entry: ArchiveEntry): Promise<Buffer>
  /**
   * Its content, decompressed with a name that ends in `.gz`.
   *
   * @param hash receives the bytes of the file
   * @throws ArchiveFileError `damaged` when it cannot be decompressed
   */
  contentOf(entry: ArchiveEntry, hash?: Hash): AsyncIterable<Buffer>
}

export interface ArchiveEntry {
  name: string
  bytes: number
  /** Where its content begins in the file. */
  offset: number
}

/**
 * Opens an archive for the time of the work.
 *
 * @throws ArchiveFileError `unreadable`; `damaged` when it is not an archive, or has lost its end
 */
export async function readArchiveFile<T>(
  file: string,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'r').catch((error) => {
    throw unreadable(file, error)
  })
  try {
    const size = (await handle.stat()).size
    const entries = await entriesOf(handle, size, file)
    return await work({
      entries,
      read: (entry) => readAt(handle, entry.offset, entry.bytes, file),
      contentOf: (entry, hash) => contentOf(handle, entry, file, hash),
    })
  } finally {
    await handle.close()
  }
}

async function entriesOf(handle: FileHandle, size: number, file: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for (let position = 0; ; ) {
    if (position + blockBytes > size) throw damaged(file, 'its end is missing')
    const header = await readAt(handle, position, blockBytes, file)
    if (header.every((byte) => byte === 0)) return entries
    const { name, bytes } = parseHeader(header) ?? fail(damaged(file, 'no tar header'))
    const offset = position + blockBytes
    position = offset + paddedSize(bytes)
    if (position > size) throw damaged(file, 'its end is missing')
    if (entries.some((entry) => entry.name === name)) throw damaged(file, `${name} is there twice`)
    entries.push({ name, bytes, offset })
  }
}

async function* contentOf(
  handle: FileHandle,
  entry: ArchiveEntry,
  file: string,
  hash?: Hash,
): AsyncIterable<Buffer> {
  const { offset, bytes } = entry
  async function* stored() {
    for (let done = 0; done < bytes; ) {
      const chunk = await readAt(handle, offset + done, Math.min(chunkBytes, bytes - done), file)
      hash?.update(chunk)
      done += chunk.length
      yield chunk
    }
  }
  if (!entry.name.endsWith('.gz')) return yield* stored()
  const plain = createGunzip()
  const compressed = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
  })
  const fed = pipeline(stored, compressed, plain)
  fed.catch(() => {})
  try {
    yield* plain as AsyncIterable<Buffer>
    await fed
  } catch (error) {
    throw error instanceof ArchiveFileError
      ? error
      : damaged(file, `${entry.name} cannot be decompressed`, error)
  }
}

const chunkBytes = 1 << 18

async function readAt(
  handle: FileHandle,
  position: number,
  bytes: number,
  file: string,
): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle
      .read(buffer, done, bytes - done, position + done)
      .catch((error) => {
        throw unreadable(file, error)
      })
    if (bytesRead === 0) throw damaged(file, 'its end is missing')
    done += bytesRead
  }
  return buffer
}

const unreadable = (file: string, error: NodeJS.ErrnoException) =>
  new ArchiveFileError('unreadable', `${file} cannot be read (${error.code})`, error)

const damaged = (file: string, what: string, cause?: unknown) =>
  new ArchiveFileError('damaged', `${file} is damaged, or is not an archive: ${what}`, cause)

const fail = (error: Error): never => {
  throw error
}
