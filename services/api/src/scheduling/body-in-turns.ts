import { Readable } from 'node:stream'
import { maxWriteBytes } from '../http/max-write-bytes.ts'
import type { Turns } from './turns.ts'

/** Whether a body is written in turns. */
export const isLargeBody = ({ length }: string | Buffer): boolean => length > maxWriteBytes

/**
 * A large body as a stream, which is read part by part, each in a turn of its business: to write a
 * megabyte takes about as long as to handle five requests, and bodies that are ready together would
 * all be written in one pass of the event loop.
 *
 * The parts are not copied, so that several responses can have the same ones.
 */
export function bodyInTurns(parts: Iterable<Buffer>, businessId: string, turns: Turns): Readable {
  const writes = writesOf(parts)
  return new Readable({
    highWaterMark: maxWriteBytes,
    read() {
      turns.run(businessId, () => {
        const { value = null } = writes.next()
        this.push(value)
      })
    },
  })
}

function* writesOf(parts: Iterable<Buffer>): Generator<Buffer, null> {
  for (const part of parts)
    for (let start = 0; start < part.length; start += maxWriteBytes)
      yield part.subarray(start, start + maxWriteBytes)
  return null
}
