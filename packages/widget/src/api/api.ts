import type { Language } from '../text/language.ts'
import { CustomerSession } from './customer-session.ts'
import { createRest, type Rest } from './rest.ts'
import { type Answer, failureOf, resultOf, rethrow } from './result-of.ts'

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

export function createApi({ baseUrl, key, language }: ApiOptions): Api {
  // longer waits are shown to the customer, with a way to go on
  const options = { baseUrl, apiKey: key, language, maxRetryAfterSeconds: 2 }
  const silla = createRest(options)
  const session = new CustomerSession({
    key,
    renew: (refresh_token) =>
      resultOf(silla.POST('/api/v1/auth/refresh/', { body: { refresh_token } })),
  })
  // reads with a token cost a preflight: only what needs the token has it
  const customer = createRest({ ...options, auth: session })
  return {
    session,
    call: (request) => resultOf(request(silla)),
    callAsCustomer: (request) => resultOf(request(customer)),

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
