import { connect } from 'node:net'
import { connect as connectSafely } from 'node:tls'

/**
 * What a server says first: after the connection when nothing is said, else in answer. By TLS for rediss and smtps. Waits for
 * three seconds.
 *
 * @throws Error when nobody answers
 */
export function firstWords({ url, port, say = '' }: { url: URL; port: number; say?: string }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || port) }
  const isSafe = ['rediss:', 'smtps:'].includes(url.protocol)
  const socket = isSafe ? connectSafely(place) : connect(place)
  socket.setTimeout(3000, () => reject(new Error('it says nothing for three seconds')))
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('it hangs up')))
  socket.once('data', (words) => resolve(words.toString('latin1')))
  if (say !== '') socket.once(isSafe ? 'secureConnect' : 'connect', () => socket.write(say))
  return promise.finally(() => socket.destroy())
}
