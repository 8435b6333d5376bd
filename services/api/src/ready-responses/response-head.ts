import type { ServerResponse } from 'node:http'
import { constantHeaders } from '../http/constant-headers.ts'
import { keepAliveMilliseconds } from '../http/keep-alive.ts'
import type { Admission } from '../limits/rate-limits.ts'
import { setHeadText } from './node-internals.ts'

/** What the head of a response consists of. */
export interface ResponseHead {
  status: number
  /** The reason phrase. */
  reason: string
  /** Lines of `headersOfEveryResponse`. */
  constant: string
  requestId: string
  /** Null: rate limits are disabled. */
  admission: Admission | null
  /** Further header lines. */
  more: string
  /** Milliseconds since 1970. */
  now: number
}

/** The status line and the headers, in the order in which Fastify and Node write them. */
export function setHead(response: ServerResponse, head: ResponseHead): void {
  const { status, reason, constant, requestId, admission, more, now } = head
  const limit =
    admission === null
      ? ''
      : `ratelimit-policy: ${admission.policy}\r\nratelimit: ${admission.state}\r\n`
  response.statusCode = status
  setHeadText(
    response,
    `HTTP/1.1 ${status} ${reason}\r\n${constant}x-request-id: ${requestId}\r\n${limit}${more}Date: ${formatDate(now)}\r\n${connectionHeaders}\r\n`,
  )
}

/** The lines of headers that are the same for all responses to one kind of key. */
export function headersOfEveryResponse(replaced: Record<string, string> = {}) {
  const [secret, publishable] = [true, false].map((withSecretKey) =>
    headerLines({ ...constantHeaders(withSecretKey), ...replaced }),
  ) as [string, string]
  // staff and support get what no other origin may read, like a server
  return { secret, publishable, staff: secret, support: secret }
}

export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** @param bytes of the body */
export const jsonHeaders = (bytes: number): string =>
  `content-type: application/json; charset=utf-8\r\ncontent-length: ${bytes}\r\n`

const connectionHeaders = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMilliseconds / 1000}\r\n`

let currentSecond = 0
let currentDate = ''

function formatDate(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== currentSecond) {
    currentSecond = second
    currentDate = new Date(now).toUTCString()
  }
  return currentDate
}
