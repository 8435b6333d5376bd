import type { IncomingMessage } from 'node:http'
import { hasOneHost } from '../http/request-validation.ts'

/**
 * Whether a request is a read whose response depends only on its URL, key, languages and
 * If-None-Match: without a body, an access token, and anything that changes the connection. All
 * others are left to the router.
 */
export function isOrdinaryRequest({
  method,
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): boolean {
  const { connection } = headers
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.authorization === undefined &&
    (connection === undefined || connection === 'keep-alive') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    hasOneHost(rawHeaders, httpVersion)
  )
}
