import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is one of the public Internet, so that events may be delivered to it (D42).
 * Special-purpose addresses are not (RFC 6890), nor are those that stand for an IPv4 address, such
 * as IPv4-mapped ones and those of NAT64, 6to4 and Teredo: they may lead to a private network.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === null || parsed.range() !== 'unicast') return false
  // of IPv6 only 2000::/3 has been assigned
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** Whether it is an address of the same machine: 127.0.0.0/8 and ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  parseAddress(address)?.range() === 'loopback'

/** null: no address as `node:dns` and `URL` write them, or one with a zone (`fe80::1%eth0`) */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return null
  return ipaddr.IPv6.parse(address)
}
