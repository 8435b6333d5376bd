import type {
  EndpointAddress,
  EventSender,
  OutgoingMessage,
  ResolvedEndpoint,
  ResolveEndpoint,
  SendError,
} from '@silla/core'
import { openConnections } from './connections.ts'
import { type Exchange, exchange } from './exchange.ts'
import { signMessage } from './signature.ts'

export interface MessageSenderOptions {
  /** Resolves and checks a URL before each attempt. */
  resolve: ResolveEndpoint
  /** For the look-up and the whole exchange. */
  timeoutMilliseconds?: number
  /** Trusted instead of the usual certificate authorities, for tests; PEM. */
  certificateAuthority?: string
}

/** Sends messages and stops with its connections. */
export interface MessageSender {
  send: EventSender['send']
  close(): void
}

const defaultTimeoutMilliseconds = 10_000

/**
 * Sends messages as Standard Webhooks 1.0 defines it (D42). The URL is resolved and checked before
 * each attempt, and the connection goes to one of the addresses that were checked. Redirects are
 * not followed.
 */
export function openMessageSender({
  resolve,
  timeoutMilliseconds = defaultTimeoutMilliseconds,
  certificateAuthority,
}: MessageSenderOptions): MessageSender {
  const connections = openConnections({ certificateAuthority })
  return {
    async send(message, signal) {
      signal.throwIfAborted()
      const startedAt = performance.now()
      const endsAt = startedAt + timeoutMilliseconds
      const resolved = await resolve(message.url)
      signal.throwIfAborted()
      const result =
        resolved.problem === null
          ? await exchangeTwice({ ...resolved, message, endsAt, signal })
          : { status: null, error: errorOf(resolved.problem), response: '' }
      return { ...result, durationMilliseconds: Math.round(performance.now() - startedAt) }
    },
    close: connections.close,
  }

  /**
   * The other side may close a kept connection at the moment in which it is used again: then nothing
   * was answered, and a new connection is used.
   */
  async function exchangeTwice(input: ExchangeInput): Promise<Exchange> {
    const first = await exchangeWith(input, 'kept')
    return first.wasStale ? exchangeWith(input, 'new') : first
  }

  function exchangeWith(
    { url, addresses, message, endsAt, signal }: ExchangeInput,
    connection: 'kept' | 'new',
  ): Promise<Exchange> {
    return exchange({
      url,
      body: message.body,
      headers: headersOf(message),
      options: connections.optionsFor(url, addresses, connection),
      timeoutMilliseconds: endsAt - performance.now(),
      signal,
    })
  }
}

interface ExchangeInput {
  url: URL
  addresses: EndpointAddress[]
  message: OutgoingMessage
  endsAt: number
  signal: AbortSignal
}

function headersOf({ ref, at, body, secrets }: OutgoingMessage): Record<string, string> {
  const timestampSeconds = Math.floor(at.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Silla-Webhooks/1',
    'webhook-id': ref,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signMessage({ id: ref, timestampSeconds, body }, secrets),
  }
}

const errorOf = (problem: Exclude<ResolvedEndpoint['problem'], null>): SendError =>
  problem === 'not_found' || problem === 'lookup_failed' ? 'lookup_failed' : 'address_not_allowed'
