import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WrittenEntry } from './archive-file.ts'
import { blockBytes, compressionLevel, headerOf, mostEntryBytes, paddedSize } from './tar.ts'

/** An entry of an archive that is sent while it is written. */
export interface StreamedEntry {
  /** One that ends in `.gz` is compressed. */
  name: string
  modifiedAt: Date
  /** Called again for what is too large for the memory: it has to be the same then. */
  content(): AsyncIterable<Buffer>
}

/**
 * The bytes of an entry. Its size stands before its content and what is sent cannot be changed, so that a
 * small entry is compressed into memory first, and a large one twice: to learn its size, and to send it.
 *
 * @throws Error when its content has changed in between, or is larger than an entry can be
 */
export async function* streamEntry(entry: StreamedEntry): AsyncGenerator<Buffer, WrittenEntry> {
  const { name, modifiedAt } = entry
  const { chunks, ...written } = await measure(entry)
  if (written.bytes > mostEntryBytes) throw new Error(`${name} is too large`)
  yield headerOf(name, written.bytes, modifiedAt)
  if (chunks !== null) yield* chunks
  else {
    const hash = createHash('sha256')
    for await (const chunk of storedBytes(entry)) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== written.sha256) throw new Error(`${name} has changed`)
  }
  yield Buffer.alloc(paddedSize(written.bytes) - written.bytes)
  return written
}

/** What comes after the last entry. */
export const endOfArchive = (): Buffer => Buffer.alloc(2 * blockBytes)

/** What is held of one entry. */
const mostHeldBytes = 1 << 22

async function measure(entry: StreamedEntry): Promise<WrittenEntry & { chunks: Buffer[] | null }> {
  const hash = createHash('sha256')
  let chunks: Buffer[] | null = []
  let bytes = 0
  for await (const chunk of storedBytes(entry)) {
    hash.update(chunk)
    bytes += chunk.length
    if (bytes > mostHeldBytes) chunks = null
    chunks?.push(chunk)
  }
  return { bytes, sha256: hash.digest('hex'), chunks }
}

async function* storedBytes({ name, content }: StreamedEntry): AsyncIterable<Buffer> {
  if (!name.endsWith('.gz')) return yield* content()
  const gzip = createGzip({ level: compressionLevel })
  const fed = pipeline(content, gzip)
  // an error of the content is that of the compressed bytes, which are read below
  fed.catch(() => {})
  yield* gzip as AsyncIterable<Buffer>
  await fed
}
