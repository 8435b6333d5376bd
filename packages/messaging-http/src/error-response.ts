import { MessageSenderError } from '@silla/core'

/** A response by which a provider did not accept a message. */
export interface ErrorResponse {
  provider: string
  status: number
  /** The provider's code; null: the body is not from the provider. */
  code: string | null
}

/**
 * The error of a response. It contains the code and nothing of the provider's sentence, which may
 * quote a number or a token.
 *
 * @param temporaryCodes codes after which the same message can be sent later
 */
export function toSenderError(
  { provider, status, code }: ErrorResponse,
  temporaryCodes: ReadonlySet<string>,
): MessageSenderError {
  return new MessageSenderError(
    `${provider}: ${code === null ? 'no error code' : `error ${code}`}, status ${status}`,
    outcomeOf(status, code, temporaryCodes),
    code ?? '',
  )
}

function outcomeOf(
  status: number,
  code: string | null,
  temporaryCodes: ReadonlySet<string>,
): MessageSenderError['outcome'] {
  if (code !== null && temporaryCodes.has(code)) return 'unavailable'
  if (rejectedStatuses.includes(status)) return 'unavailable'
  // the message may have been accepted; a success that cannot be read is no refusal either
  if (status >= 500 || status < 300) return 'unknown'
  // a proxy responded: the request did not reach the provider
  if (code === null) return 'unavailable'
  return 'refused'
}

/** Wrong credentials, which are the platform's and not the message's; too many requests; overload. */
const rejectedStatuses = [401, 403, 408, 429, 503]
