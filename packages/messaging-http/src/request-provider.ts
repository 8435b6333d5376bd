import { MessageSenderError } from '@silla/core'

export interface ProviderRequest {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** For the whole exchange: connection, request and response. */
  timeoutMilliseconds: number
}

export interface ProviderResponse {
  status: number
  /** Parsed JSON; undefined when the body is none. */
  content: unknown
}

/**
 * Sends one request, without retries: providers of messages have no idempotency keys, and a message
 * that is sent twice is paid twice.
 *
 * @throws MessageSenderError `unavailable` when the provider was not reached, `unknown` when the
 *   request may have had its effect
 */
export async function requestProvider(
  url: string,
  { timeoutMilliseconds, ...request }: ProviderRequest,
): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    return { status: response.status, content: parseJson(await response.text()) }
  } catch (error) {
    throw toConnectionError(error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message contains neither the URL nor the body, which name the recipient. */
function toConnectionError(error: unknown): MessageSenderError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return new MessageSenderError('no response in time', 'unknown', '')
  const code = cause?.code ?? ''
  return notConnected.test(code)
    ? new MessageSenderError(`unreachable: ${code}`, 'unavailable', '')
    : new MessageSenderError(`connection lost: ${code || name}`, 'unknown', '')
}

/** The connection failed before anything was sent: name, route, port or certificate. */
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_|SELF_SIGNED)/
