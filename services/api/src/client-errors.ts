import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Code, Refusal } from '@silla/errors'
import { defaultLanguage } from '@silla/locale'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hideCalendar, isCalendarUrl } from './calendars/hide-calendar.ts'
import { isAnsweredEarly } from './http/answered-early.ts'
import { clientErrorHeaders, setConstantHeaders } from './http/constant-headers.ts'
import { failureBody, sendFailure } from './http/error-handler.ts'
import { STATUS_CODES } from './http/http-module.ts'
import { isPageUrl, sendPageNotFound } from './pages/send-message.ts'

/** Answers a request whose URL cannot be parsed; no hook has run yet. */
export function replyToBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  setConstantHeaders(request, reply)
  const { url } = request.raw
  if (isPageUrl(url)) sendPageNotFound(request, reply)
  else if (isCalendarUrl(url)) {
    hideCalendar(reply)
    sendFailure(new Refusal('NOT_FOUND'), request, reply)
  } else sendFailure(error, request, reply)
}

/**
 * Answers data that is not an HTTP request. There is no reply object, so the response is written to
 * the socket. A body that does not end after its request was answered only closes the connection.
 */
export function replyToClientError(error: ParserError, socket: Socket): void {
  // A failed parser reports every later byte again, and a closed connection cannot be answered.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  if (isAnsweredEarly(socket)) socket.end()
  else socket.end(responseTo(error))
  // Closing at once with unread bytes resets the connection, and the client loses the response.
  setTimeout(() => socket.destroy(), closeDelayMilliseconds).unref()
}

function responseTo(error: ParserError): string {
  const refusal = new Refusal(codeOf(error))
  const body = JSON.stringify(failureBody(refusal, defaultLanguage))
  const headers = {
    ...clientErrorHeaders(randomUUID()),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`
}

interface ParserError extends Error {
  code?: string
  rawPacket?: unknown
}

const closeDelayMilliseconds = 1000

function codeOf({ code, rawPacket }: ParserError): Code {
  if (code !== 'HPE_HEADER_OVERFLOW') return 'VALIDATION_ERROR'
  return Buffer.isBuffer(rawPacket) && isLongUrl(rawPacket) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE'
}

/**
 * The parser's limit covers the URL and the headers together; when the first line does not end, the
 * URL is too long.
 */
function isLongUrl(packet: Buffer): boolean {
  return /^[A-Z]+ \S+$/.test(packet.subarray(0, 8192).toString('latin1'))
}
