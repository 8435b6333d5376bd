import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@silla/errors'
import type { FastifyRequest } from 'fastify'

/** The address that the provider has signed, when another deployment has forwarded a callback. */
const addressHeader = 'x-silla-callback-url'

/** Of the provider: the other deployment verifies them as this one did. */
const signedHeaders = ['content-type', 'x-twilio-signature', 'x-hub-signature-256']

const timeoutMilliseconds = 5000

/**
 * Sends a callback on to the deployment that serves its salon now, as it came: messages that were on their way
 * when the salon moved, and replies until the provider has the new address. When that fails the
 * provider is to send it again.
 *
 * @param origin of the other deployment
 * @throws SERVICE_UNAVAILABLE
 */
export async function forwardCallback(
  origin: string,
  callback: { path: string; url: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const { path, url, headers, body } = callback
  const signed = signedHeaders.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: [...signed, [addressHeader, url]],
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch((cause: unknown) => {
    throw new Refusal('SERVICE_UNAVAILABLE', { cause })
  })
  await response.body?.cancel()
  if (response.status >= 500)
    throw new Refusal('SERVICE_UNAVAILABLE', { cause: `${origin} answered ${response.status}` })
}

/**
 * The address of a callback that was forwarded, of the same path; null: it comes from the provider. It needs
 * no secret, because the signature of the provider covers it.
 */
export function forwardedAddress({ headers, url }: FastifyRequest): string | null {
  const address = headers[addressHeader]
  return typeof address === 'string' &&
    /^https?:\/\/[^/?#\s]+\//.test(address) &&
    address.endsWith(url)
    ? address
    : null
}
