import createClient, { type Client } from 'openapi-fetch'
import { headersOf, type SillaClientOptions } from './options.ts'
import type { components, paths } from './schema.ts'

export * from './graphql.ts'
export type { SillaClientOptions } from './options.ts'

export type SillaClient = Client<paths>

/** The shapes that the document gives a name, such as `Wire['Reserva']`. */
export type Wire = components['schemas']

/**
 * A client of the REST API that knows every path, parameter, body and answer of docs/openapi.json.
 *
 * A call resolves to `{ data, response }` or `{ error, response }`, each holding the envelope as it
 * was sent: `data.data` is what was asked for, `error.error.code` what to switch on. A refusal does
 * not throw; a network that fails does.
 *
 * @example const silla = createSillaClient({ baseUrl: 'https://api.example.com', apiKey: 'pk_...'
 *   }) const { data, error } = await silla.GET('/api/v1/servicios/{id}/', { params: { path: { id: 7
 *   } } })
 */
export function createSillaClient(options: SillaClientOptions): SillaClient {
  return createClient<paths>({ baseUrl: options.baseUrl, headers: headersOf(options) })
}
