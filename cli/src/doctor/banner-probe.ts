import { connect, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { type Finding, problem } from './finding.ts'

/** The server's certificate is not trusted; the message gives the reason. */
class UntrustedError extends Error {
  override readonly name = 'UntrustedError'
}

/**
 * The first data that a server sends: its greeting, or its response to `request`. Uses TLS for
 * rediss and smtps. Waits for three seconds.
 *
 * @throws UntrustedError; Error when the server does not respond
 */
export function readBanner({
  url,
  port,
  request = '',
}: {
  url: URL
  port: number
  request?: string
}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: Number(url.port || port) }
  const isTls = ['rediss:', 'smtps:'].includes(url.protocol)
  const socket = isTls
    ? connectTls({ ...address, ...(isIP(host) === 0 && { servername: host }) })
    : connect(address)
  const timer = setTimeout(() => reject(new Error('no data for three seconds')), 3000)
  socket.on('error', (error) =>
    reject(isUntrusted(socket) ? new UntrustedError(withoutAdvice(error)) : error),
  )
  socket.on('close', () => reject(new Error('connection closed')))
  socket.once('data', (data) => resolve(data.toString('latin1')))
  if (request !== '') socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(request))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}

/** The problem of a server that sent no greeting; `fix` is for one that is not reachable. */
export function unreachable(check: string, server: string, error: unknown, fix: string): Finding {
  const { message } = error as Error
  if (!(error instanceof UntrustedError))
    return problem(check, `${server} does not respond (${message}).`, fix)
  return problem(
    check,
    `${server} has a certificate that this machine does not trust (${message}).`,
    'Use a certificate of a known authority for that name, or name its authority in ' +
      'NODE_EXTRA_CA_CERTS, here and for the API and the worker.',
  )
}

/** Node's advice follows a semicolon, and none of it applies here. */
const withoutAdvice = ({ message }: Error): string => message.split(';')[0] ?? ''

/** Set only if the certificate was verified and rejected. */
const isUntrusted = (socket: object): boolean =>
  Boolean((socket as Partial<TLSSocket>).authorizationError)
