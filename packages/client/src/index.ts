import createClient, { type Client } from 'openapi-fetch'
import { headersOf, type SillaClientOptions } from './options.ts'
import type { components, paths } from './schema.ts'

export * from './graphql.ts'
export type { SillaClientOptions } from './options.ts'

export type SillaClient = Client<paths>

/** The named schemas of the OpenAPI document, such as `Wire['Reserva']`. */
export type Wire = components['schemas']

/**
 * A client of the REST API, with types for every path, parameter, body and response of
 * docs/openapi.json.
 *
 * A call resolves to `{ data, response }` or `{ error, response }`, each with the whole envelope:
 * `data.data` is the result, `error.error.code` the error code. An error response does not throw; a
 * network error does.
 *
 * ```ts
 * const silla = createSillaClient({ baseUrl: 'https://api.example.com', apiKey: 'silla_pub_...' })
 * const { data, error } = await silla.GET('/api/v1/servicios/{id}/', {
 *   params: { path: { id: 7 } },
 * })
 * ```
 */
export function createSillaClient(options: SillaClientOptions): SillaClient {
  return createClient<paths>({ baseUrl: options.baseUrl, headers: headersOf(options) })
}
