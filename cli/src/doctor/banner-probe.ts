import { connect, isIP } from 'node:net'
import { connect as connectSafely, type TLSSocket } from 'node:tls'

/** Somebody answers, and cannot prove to be whom we asked for; the message says why. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted'
}

/**
 * What a server says first: after the connection when nothing is said, else in answer. By TLS for
 * rediss and smtps. Waits for three seconds.
 *
 * @throws Untrusted; Error when nobody answers
 */
export function readBanner({
  url,
  port,
  say = '',
}: {
  url: URL
  port: number
  say?: string
}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(url.port || port) }
  const isSafe = ['rediss:', 'smtps:'].includes(url.protocol)
  const socket = isSafe
    ? connectSafely({ ...place, ...(isIP(host) === 0 && { servername: host }) })
    : connect(place)
  const timer = setTimeout(() => reject(new Error('it says nothing for three seconds')), 3000)
  socket.on('error', (error) =>
    reject(isUntrusted(socket) ? new Untrusted(withoutAdvice(error)) : error),
  )
  socket.on('close', () => reject(new Error('it hangs up')))
  socket.once('data', (words) => resolve(words.toString('latin1')))
  if (say !== '') socket.once(isSafe ? 'secureConnect' : 'connect', () => socket.write(say))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}

/** What Node would have us try is behind a semicolon, and none of it is our remedy. */
const withoutAdvice = ({ message }: Error): string => message.split(';')[0] ?? ''

/** Only then has the check of the certificate said anything. */
const isUntrusted = (socket: object): boolean =>
  Boolean((socket as Partial<TLSSocket>).authorizationError)
