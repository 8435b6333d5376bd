import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export type SillaClient = Client<paths>

/** The shapes that the document gives a name, such as `Wire['Reserva']`. */
export type Wire = components['schemas']

export interface SillaClientOptions {
  /** Where the API is, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string
  /** The business's key: a publishable one in a browser, a secret one on a server of the business only. */
  apiKey: string
  /** Of a customer who is signed in. It lives for minutes: make another client when it has been renewed. */
  accessToken?: string
  /** Of texts and error sentences, where the request itself has no `lang`; without it, what the browser prefers or `es`. */
  language?: 'es' | 'en' | 'ar'
}

/**
 * A client of the REST API that knows every path, parameter, body and answer of docs/openapi.json.
 *
 * A call resolves to `{ data, response }` or `{ error, response }`, each holding the envelope as it was sent: `data.data`
 * is what was asked for, `error.error.code` what to switch on. A refusal does not throw; a network that fails does.
 *
 * @example
 * const silla = createSillaClient({ baseUrl: 'https://api.example.com', apiKey: 'pk_...' })
 * const { data, error } = await silla.GET('/api/v1/servicios/{id}/', { params: { path: { id: 7 } } })
 */
export function createSillaClient({ baseUrl, apiKey, accessToken, language }: SillaClientOptions): SillaClient {
  return createClient<paths>({
    baseUrl,
    headers: {
      'X-API-Key': apiKey,
      ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
      ...(language === undefined ? {} : { 'Accept-Language': language }),
    },
  })
}
