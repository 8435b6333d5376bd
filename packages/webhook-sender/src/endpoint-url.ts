import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { EndpointAddress, EndpointUrlProblem, ResolvedEndpoint } from '@silla/core'
import { isNotFound, type LookupAddresses, lookupAddresses } from './lookup-addresses.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

export interface ResolveOptions {
  /** In development: `localhost` and loopback addresses are allowed, with `http:` and any port. */
  allowLoopback: boolean
  lookup?: LookupAddresses | undefined
  timeoutMilliseconds?: number
}

const longestUrl = 2048

/** A scheme, two slashes and a host, without white space, control characters and backslashes. */
const wellFormed = /^[a-z][a-z\d+.-]*:\/\/(?!\/)[^\s\p{Cc}\\]+$/iu

/**
 * Resolves the host of an endpoint's URL and checks the URL and every address (D42): `https:` on
 * port 443, no user info, public addresses only. It is called when a URL is saved and before each
 * attempt; connections have to go to an address that it returned. Never throws.
 */
export async function resolveEndpoint(
  text: string,
  { allowLoopback, lookup = lookupAddresses, timeoutMilliseconds = 3000 }: ResolveOptions,
): Promise<ResolvedEndpoint> {
  const url = parseEndpointUrl(text)
  if (url === null) return { problem: 'malformed' }
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' }
  if (!['https:', 'http:'].includes(url.protocol)) return { problem: 'scheme' }
  const loopback = loopbackAddresses(url)
  if (loopback.length > 0)
    return allowLoopback ? { problem: null, url, addresses: loopback } : { problem: 'not_public' }
  if (url.protocol !== 'https:') return { problem: 'scheme' }
  if (url.port !== '') return { problem: 'port' }
  const addresses = await addressesOf(url, lookup, timeoutMilliseconds)
  if (typeof addresses === 'string') return { problem: addresses }
  return addresses.every(({ address }) => isPublicAddress(address))
    ? { problem: null, url, addresses }
    : { problem: 'not_public' }
}

/**
 * The URL as it is stored and called: the host in ASCII and without a dot at the end, no fragment,
 * because fragments are never sent. The parser turns every spelling of an IPv4 address, such as
 * `0x7f.1` and `2130706433`, into the usual one. It would also drop white space and add missing
 * slashes: such a URL is malformed.
 */
function parseEndpointUrl(text: string): URL | null {
  if (text.length > longestUrl || !wellFormed.test(text)) return null
  const url = URL.parse(text)
  if (url === null) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.hostname.split('.').includes('') ? null : url
}

/** Of `localhost`, a name below it (RFC 6761), or an address literal; empty for other hosts. */
function loopbackAddresses(url: URL): EndpointAddress[] {
  if (/(^|\.)localhost$/.test(url.hostname))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  const literal = addressLiteral(url)
  return literal !== null && isLoopbackAddress(literal.address) ? [literal] : []
}

function addressLiteral({ hostname }: URL): EndpointAddress | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family === 4 || family === 6 ? { address, family } : null
}

async function addressesOf(
  url: URL,
  lookup: LookupAddresses,
  timeoutMilliseconds: number,
): Promise<EndpointAddress[] | EndpointUrlProblem> {
  const literal = addressLiteral(url)
  if (literal !== null) return [literal]
  const timer = new AbortController()
  try {
    const addresses = await Promise.race([
      lookup(url.hostname),
      setTimeout(timeoutMilliseconds, null, { signal: timer.signal }),
    ])
    if (addresses === null) return 'lookup_failed'
    return addresses.length === 0 ? 'not_found' : addresses
  } catch (error) {
    return isNotFound(error) ? 'not_found' : 'lookup_failed'
  } finally {
    timer.abort()
  }
}
