/** An address that the host of an endpoint resolves to. */
export interface EndpointAddress {
  address: string
  family: 4 | 6
}

/**
 * Why nothing may be delivered to a URL (D42).
 *
 * - `malformed`: no absolute URL with a host, or too long
 * - `scheme`: not `https:`
 * - `port`: not 443
 * - `credentials`: contains a user name or a password
 * - `not_found`: the host has no address
 * - `lookup_failed`: the name servers did not answer in time, or not with an answer
 * - `not_public`: the host is, or resolves to, an address that is not public
 */
export type EndpointUrlProblem =
  | 'malformed'
  | 'scheme'
  | 'port'
  | 'credentials'
  | 'not_found'
  | 'lookup_failed'
  | 'not_public'

/**
 * A URL with the addresses that its host resolves to, all of which were checked; or the first
 * problem. Connect to these addresses only: another look-up may have another result.
 */
export type ResolvedEndpoint =
  | { problem: null; url: URL; addresses: EndpointAddress[] }
  | { problem: EndpointUrlProblem }

/** Resolves the host of a URL and checks the URL and every address. Never throws. */
export type ResolveEndpoint = (url: string) => Promise<ResolvedEndpoint>
