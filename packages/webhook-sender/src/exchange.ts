import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { SendError, SendResult } from '@silla/core'

/** What came back, without the duration. */
export interface Exchange extends Pick<SendResult, 'status' | 'error' | 'response'> {
  /** A connection that was kept open had been closed by the other side, and nothing was answered. */
  wasStale?: boolean
}

const mostResponseBytes = 1024

/**
 * Sends one POST request and reads at most 1 KiB of the response; then the connection is closed,
 * however much is left. Never fails.
 *
 * @throws the reason of `signal` when it aborts the exchange
 */
export function exchange(input: {
  url: URL
  body: string
  headers: Record<string, string>
  options: https.RequestOptions
  timeoutMilliseconds: number
  signal: AbortSignal
}): Promise<Exchange> {
  const { url, body, headers, options, timeoutMilliseconds, signal } = input
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...options,
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
  const timer = setTimeout(() => close('timeout'), Math.max(0, timeoutMilliseconds))
  signal.addEventListener('abort', stop, { once: true })
  let status: number | null = null
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('response', read)
  request.on('error', (error) => close(errorOf(error, request)))
  // also after a response that switches protocols
  request.on('close', () => close('connection_closed'))
  request.end(body)
  return promise

  function read(response: IncomingMessage) {
    status = response.statusCode ?? null
    response.on('error', () => close('connection_closed'))
    response.on('end', () => settle(null))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostResponseBytes) close(null)
    })
  }

  function stop() {
    reject(signal.reason)
    close('connection_closed')
  }

  function close(error: SendError | null) {
    settle(error)
    request.destroy()
  }

  /** Only the first call has an effect. */
  function settle(error: SendError | null) {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    const wasStale = error === 'connection_closed' && status === null && request.reusedSocket
    resolve({ status, error, response: textOf(chunks), ...(wasStale && { wasStale }) })
  }
}

/** PostgreSQL stores no NUL character. */
const textOf = (chunks: readonly Buffer[]): string =>
  new TextDecoder()
    .decode(Buffer.concat(chunks).subarray(0, mostResponseBytes))
    .replaceAll('\0', '\ufffd')

function errorOf(error: Error, request: ClientRequest): SendError {
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_|SELF_SIGNED|HOSTNAME_)/.test(code))
    return 'tls_failed'
  if (/^(HPE_|ERR_HTTP_)/.test(code)) return 'invalid_response'
  const isClosed = code === 'ECONNRESET' || code === 'EPIPE'
  return isClosed && request.socket?.connecting === false
    ? 'connection_closed'
    : 'connection_failed'
}
