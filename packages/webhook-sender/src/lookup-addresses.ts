import { Resolver } from 'node:dns/promises'
import type { EndpointAddress } from '@silla/core'

/** All addresses of a host; rejects with an error of `node:dns` when there are none. */
export type LookupAddresses = (hostname: string) => Promise<EndpointAddress[]>

/**
 * Queries the name servers for the IPv4 and IPv6 addresses of a host. It does not use
 * `dns.lookup`, whose few threads would all be busy while some name servers do not answer, and
 * which also finds names of the local network in `/etc/hosts`.
 */
export async function lookupAddresses(hostname: string): Promise<EndpointAddress[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected')
    throw isNotFound(ipv4.reason) ? ipv6.reason : ipv4.reason
  return [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => of(address, 4)),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => of(address, 6)),
  ]
}

const of = (address: string, family: 4 | 6): EndpointAddress => ({ address, family })

/** Whether an error of `node:dns` says that the host does not exist, or has no such addresses. */
export const isNotFound = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')
