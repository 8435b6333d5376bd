import createClient, { type Client, createQuerySerializer } from 'openapi-fetch'
import type { SillaClientOptions } from './options.ts'
import type { components, paths } from './schema.ts'
import { createSillaFetch } from './silla-fetch.ts'

export * from './graphql.ts'
export type { CustomerAuth, SillaClientOptions } from './options.ts'
export { createSillaFetch } from './silla-fetch.ts'

export type SillaClient = Client<paths, 'application/json'>

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
 * Every request that changes something carries an `Idempotency-Key`: a random one, or that of the
 * header parameter `idempotency-key`. A request is sent again after a lost connection or a 5xx
 * response (`maxRetries`), except DELETE, POST under `/webhooks/` and `/calendarios/`, and the paths
 * under `/auth/`, which do not honour the key: those only if the API states that they had no effect.
 *
 * ```ts
 * const silla = createSillaClient({ baseUrl: 'https://api.example.com', apiKey: 'silla_pub_...' })
 * const { data, error } = await silla.GET('/api/v1/servicios/{id}/', {
 *   params: { path: { id: 7 } },
 * })
 * ```
 */
export function createSillaClient(options: SillaClientOptions): SillaClient {
  const { baseUrl, language } = options
  const serialize = createQuerySerializer()
  return createClient<paths, 'application/json'>({
    baseUrl,
    querySerializer: (query) => serialize(language ? { lang: language, ...query } : query),
    fetch: createSillaFetch(options),
  })
}
