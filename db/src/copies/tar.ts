/*
 * The format of archives: tar (ustar, POSIX.1-1988), which every system can unpack. An entry is a header, its
 * content and zeros up to the next block; two blocks of zeros end the file.
 */

/** How long the snapshot is open matters more than the last percent of the size. */
export const compressionLevel = 3

export const blockBytes = 512

/** What eleven octal digits can say. */
export const mostEntryBytes = 8 ** 11 - 1

/** The size of an entry without its header, and so the place of the next one. */
export const paddedSize = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** A header of ustar: name, mode, owner, group, size, time, checksum, kind, magic. */
export function headerOf(name: string, bytes: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(bytes, 11)}\0`, 124)
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148)
  return header
}

/** The name and the size of an entry; null: it is no header of ours. */
export function parseHeader(header: Buffer): { name: string; bytes: number } | null {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString()
      .split('\0')[0] ?? ''
  const isOurs =
    text(257, 5) === 'ustar' &&
    ['0', ''].includes(text(156, 1)) &&
    Number.parseInt(text(148, 8), 8) === checksumOf(header)
  const [name, bytes] = [text(0, 100), Number.parseInt(text(124, 12), 8)]
  return isOurs && name !== '' && Number.isSafeInteger(bytes) ? { name, bytes } : null
}

/** The sum of all bytes, with spaces in the place of the checksum. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 32 : byte), 0)

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
