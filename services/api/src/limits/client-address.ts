import { BlockList, isIP } from 'node:net'

/** Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = Pick<BlockList, 'check'>

/** Null when an entry is neither an address nor a network. */
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
 * The address that a request comes from: the remote end of the connection or, behind trusted
 * proxies, the last hop of `X-Forwarded-For` that is not one of them. Entries further left come
 * from the client and cannot be trusted.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let address = unmapped(socketAddress)
  if (forwardedFor === undefined) return address
  const hops = forwardedFor.split(',')
  while (hops.length > 0 && isTrusted(address, trusted)) {
    const hop = unmapped(hops.pop()?.trim() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

/**
 * The address that rate limits count by: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a subscriber gets a whole network.
 */
export function clientOf(address: string): string {
  const bare = unmapped(address)
  return bare.includes(':') ? network64(bare) : bare
}

/** Unwraps an IPv4-mapped IPv6 address. */
const unmapped = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

const isTrusted = (address: string, trusted: TrustedProxies): boolean =>
  trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

/** `2001:db8::1` becomes `2001:db8:0:0`, whatever its notation. */
function network64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  // an IPv4 address at the end stands for two groups
  const present = front.length + back.length + (address.includes('.') ? 1 : 0)
  const all =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - present)).fill('0'), ...back]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
