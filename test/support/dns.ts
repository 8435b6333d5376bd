import type { LookupAddresses } from '@silla/webhook-sender'

/** Hosts that do not have the public address of all others; null: the host does not exist. */
const addresses: Record<string, string[] | null> = {
  'unknown.example': null,
  'internal.example': ['10.0.0.5'],
  'half-internal.example': ['93.184.215.14', 'fd00::5'],
}

/** The name servers of the tests. */
export const testLookup: LookupAddresses = async (hostname) => {
  const found = hostname in addresses ? addresses[hostname] : ['93.184.215.14']
  if (!found) throw Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
