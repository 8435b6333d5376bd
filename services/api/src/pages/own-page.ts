import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from one of our own pages, and not by the page of somebody else. Browsers say
 * so in `Sec-Fetch-Site`, older ones in `Origin`; `none` is the visitor, who sends the form again. A
 * client that says neither is no browser, whose visitor could be misled: the code alone counts.
 *
 * @param publicUrl the address of the pages; behind a proxy that keeps `Host`, both are the same
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const host = URL.parse(headers.origin)?.host
  return host !== undefined && (host === headers.host || host === URL.parse(publicUrl ?? '')?.host)
}
