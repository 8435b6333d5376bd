import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { EndpointAddress } from '@silla/core'

/** Connections to endpoints, a few of which are kept open for the next message. */
export interface Connections {
  /**
   * The options of a request, which connect to the given addresses and look up nothing.
   *
   * @param connection `kept`: one that is open, if there is one
   */
  optionsFor(
    url: URL,
    addresses: readonly EndpointAddress[],
    connection: 'kept' | 'new',
  ): https.RequestOptions
  close(): void
}

/** Shorter than the time after which usual servers close a connection that is not used. */
const idleMilliseconds = 2000
const maxIdlePerHost = 4
const mostSockets = 256
const mostHeaderBytes = 8192

export function openConnections({
  certificateAuthority,
}: {
  certificateAuthority: string | undefined
}): Connections {
  const limits = {
    keepAlive: true,
    timeout: idleMilliseconds,
    maxFreeSockets: maxIdlePerHost,
    maxTotalSockets: mostSockets,
  }
  const agents = { http: new http.Agent(limits), https: new https.Agent(limits) }
  return {
    optionsFor: ({ protocol }, addresses, connection) => ({
      agent: connection === 'new' ? false : protocol === 'https:' ? agents.https : agents.http,
      lookup: lookupOf(addresses),
      maxHeaderSize: mostHeaderBytes,
      // whatever NODE_TLS_REJECT_UNAUTHORIZED says
      rejectUnauthorized: true,
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
    }),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Returns the addresses that were checked instead of looking the host up again. */
const lookupOf =
  (addresses: readonly EndpointAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (first === undefined) callback(new Error('the host has no address'), '')
    else if (all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
