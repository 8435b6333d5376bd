import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { matchesEtag } from '../ready-responses/response-cache.ts'

/** A text file that is sent to many visitors. */
export interface ReadyFile {
  content: Buffer
  gzip: Buffer
  /** Weak, because it is the same with and without compression. */
  etag: string
}

export function readyFile(content: Buffer): ReadyFile {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27)
  return { content, gzip: gzipSync(content, { level: 9 }), etag: `W/"${hash}"` }
}

/** Sends a file, or 304 when the client has it. The reply has its other headers already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, gzip, etag }: ReadyFile,
): FastifyReply {
  const vary = reply.getHeader('vary')
  reply.headers({ etag, vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding' })
  if (matchesEtag(request.headers['if-none-match'], etag.slice(2))) return reply.code(304).send()
  const acceptsGzip = new Negotiator(request).encodings(['gzip', 'identity'])[0] === 'gzip'
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(content)
}
