import { BlockList, isIP } from 'node:net'

/** Addresses and networks (`10.0.0.0/8`) whose word about the address before them is believed. */
export type TrustedProxies = Pick<BlockList, 'check'>

/** @returns null when one of them is neither an address nor a network */
export function trustedProxies(entries: readonly string[]): TrustedProxies | null {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const longest = family === 4 ? 32 : 128
    if (
      family === 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
    )
      return null
    list.addSubnet(address, Number(bits ?? longest), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/**
 * Where a request comes from: the other end of the connection or, behind proxies that are trusted,
 * the last hop of `X-Forwarded-For` that is none of them. What stands further left was written by
 * whoever asks.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = plain(socketAddress)
  if (forwardedFor === undefined) return address
  const hops = forwardedFor.split(',')
  while (hops.length > 0 && isTrusted(address, trusted)) {
    const hop = plain(hops.pop()?.trim() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

/**
 * What counts as one client: an IPv4 address; of IPv6 the first 64 bits, since a line is given a
 * whole network.
 */
export function clientOf(address: string): string {
  const bare = plain(address)
  return bare.includes(':') ? network64(bare) : bare
}

/** An IPv4 address in IPv6 clothes is an IPv4 address. */
const plain = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

const isTrusted = (address: string, trusted: TrustedProxies): boolean =>
  trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

/** `2001:db8::1` is `2001:db8:0:0`, whichever way it was written. */
function network64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  // an IPv4 address at the end stands for two groups
  const written = front.length + back.length + (address.includes('.') ? 1 : 0)
  const all =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - written)).fill('0'), ...back]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
