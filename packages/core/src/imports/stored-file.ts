import { promisify } from 'node:util'
import { constants, createGunzip, gunzip, gzip } from 'node:zlib'
import { fail, importNote } from '@silla/errors'
import { ImportFileError } from './import-file-error.ts'

/** How long the file of an import may be, in bytes, once it is unpacked. */
export const maxFileBytes = 20 * 1024 * 1024

/**
 * A file as it is stored, packed with gzip, which the sender may have done.
 *
 * @throws FILE_TOO_LARGE, for a packed file when it is unpacked
 */
export async function packFile(file: Buffer): Promise<Buffer> {
  if (!isPacked(file)) {
    if (file.length > maxFileBytes) fail('FILE_TOO_LARGE')
    return pack(file, { level: constants.Z_BEST_SPEED })
  }
  await unpack(file, { maxOutputLength: maxFileBytes }).catch(({ code }) => {
    if (code === 'ERR_BUFFER_TOO_LARGE') fail('FILE_TOO_LARGE')
    // that it is damaged is said when it is read
  })
  return file
}

const pack = promisify<Buffer, { level: number }, Buffer>(gzip)
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/** The first bytes of gzip, which no text begins with. */
const isPacked = (file: Buffer) => file[0] === 0x1f && file[1] === 0x8b

/**
 * The bytes of a stored file, as they are unpacked.
 *
 * @throws ImportFileError for one that is damaged
 */
export async function* fileBytes(stored: Buffer): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip()
  unpacking.end(stored)
  try {
    yield* unpacking
  } catch {
    throw new ImportFileError(importNote('file_damaged'))
  }
}
