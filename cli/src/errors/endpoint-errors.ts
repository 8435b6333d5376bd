import { problemMessage, Refusal } from '@silla/errors'
import { CliError } from './report-error.ts'

/** Work on endpoints of events; its errors name the reason and what to do. */
export async function explainEndpointError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = messages[error.code]?.(error)
    throw message === undefined ? error : new CliError(message, { code: error.code })
  }
}

const messages: Partial<Record<string, (error: Refusal) => string>> = {
  INVALID_URL: ({ problems }) => {
    const [first] = problems ?? []
    return `Events cannot be delivered to this URL. ${first ? problemMessage(first.problem, 'en') : ''}`.trim()
  },
  ENDPOINTS_NOT_CONFIGURED: () =>
    'SECRETS_KEY is not set. It encrypts the secret and must be the same as that of the API.',
  ENDPOINT_NOT_FOUND: () => 'Endpoint not found. List them with silla webhooks endpoints list.',
  DELIVERY_NOT_FOUND: () => 'Delivery not found. List them with silla webhooks deliveries list.',
  ENDPOINT_DISABLED: () =>
    'The endpoint is switched off. Switch it on with silla webhooks endpoints update --active.',
}
