import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Code, Refusal } from '@silla/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientErrorHeaders, setConstantHeaders } from './constant-headers.ts'
import { failureBody, sendFailure } from './error-handler.ts'

/** Answers an address that cannot be read, before any hook ran: nothing is there. */
export function replyToBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  setConstantHeaders(request, reply)
  sendFailure(error, request, reply)
}

/**
 * Answers what is no HTTP request at all, by hand, since there is neither a request nor a reply.
 */
export function replyToClientError(error: ParserError, socket: Socket): void {
  // A parser that failed fails again on every later byte; and a lost connection has nobody to
  // answer.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const refusal = new Refusal(codeOf(error))
  const body = JSON.stringify(failureBody(refusal, 'es'))
  const headers = {
    ...clientErrorHeaders(randomUUID()),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`,
  )
  // Closing at once, with bytes still unread, would take the answer away from whoever is still
  // sending.
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}

interface ParserError extends Error {
  code?: string
  rawPacket?: unknown
}

const lingerMilliseconds = 1000

function codeOf({ code, rawPacket }: ParserError): Code {
  if (code !== 'HPE_HEADER_OVERFLOW') return 'VALIDATION_ERROR'
  return Buffer.isBuffer(rawPacket) && isOneLongAddress(rawPacket)
    ? 'URI_TOO_LONG'
    : 'HEADERS_TOO_LARGE'
}

/**
 * The parser counts address and headers together; a first line that does not end says which of them
 * it was.
 */
function isOneLongAddress(packet: Buffer): boolean {
  return /^[A-Z]+ \S+$/.test(packet.subarray(0, 8192).toString('latin1'))
}
