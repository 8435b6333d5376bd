import type { Language } from '../text/language.ts'
import { CustomerSession } from './customer-session.ts'
import { Failure, toFailure } from './failure.ts'
import { createRest, type Rest } from './rest.ts'

export interface ApiOptions {
  /** The URL of the API, without `/api/v1`. */
  baseUrl: string
  /** The salon's publishable key. */
  key: string
  language: Language
}

/** The API for one salon and language. A request that does not succeed throws a `Failure`. */
export interface Api {
  /** The result of a call of the client: `api.call((silla) => silla.GET('/api/v1/negocio/'))`. */
  call<T>(request: Request<T>): Promise<T>
  /** The same with the token of the customer, if one has signed in. */
  callAsCustomer<T>(request: Request<T>): Promise<T>
  /** The session of a customer who has signed in. */
  readonly session: CustomerSession
  /** The data of a GraphQL query, which has one response for a whole screen. */
  query<T>(query: string): Promise<T>
}

type Request<T> = (silla: Rest) => Promise<Answer<T>>

/** What the client resolves to: the envelope of a success, or that of an error. */
interface Answer<T> {
  data?: { data: T }
  error?: unknown
  response: Response
}

export function createApi({ baseUrl, key, language }: ApiOptions): Api {
  // longer waits are shown to the customer, with a way to go on
  const options = { baseUrl, apiKey: key, language, maxRetryAfterSeconds: 2 }
  const silla = createRest(options)
  const session = new CustomerSession({
    key,
    renew: (refresh_token) =>
      send(silla.POST('/api/v1/auth/refresh/', { body: { refresh_token } })),
  })
  // reads with a token cost a preflight: only what needs the token has it
  const customer = createRest({ ...options, auth: session })
  return {
    session,
    call: (request) => send(request(silla)),
    callAsCustomer: (request) => send(request(customer)),

    async query(query) {
      // a simple request, for which a browser sends no preflight
      const parameters = new URLSearchParams({ key, lang: language, query })
      const response = await fetch(`${baseUrl}/api/v1/graphql?${parameters}`).catch(rethrow)
      const body = await response.json().catch(rethrow)
      if (body.data) return body.data
      const { message, extensions } = body.errors?.[0] ?? {}
      throw failureOf(extensions ? { error: { message, ...extensions } } : body, response)
    },
  }
}

async function send<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer.catch(rethrow)
  if (data) return data.data
  throw failureOf(error, response)
}

const rethrow = (error: unknown): never => {
  throw toFailure(error)
}

function failureOf(body: unknown, response: Response): Failure {
  const refusal = (body as { error?: Failure['refusal'] } | undefined)?.error ?? null
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? 0)
  // the error page of a proxy is no answer of the API
  return new Failure(refusal?.code ? refusal : null, { retryAfterSeconds })
}
