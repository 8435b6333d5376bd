import type { Catalog, Credentials, Processors } from '@silla/core'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../wire/localize.ts'

/** What the routes have to be told. */
export interface RestOptions {
  /** Put before root-relative image addresses. */
  assetsBaseUrl: string
  /** What signing in rests on. */
  credentials: Credentials
  /** Who takes the money. */
  processors: Processors
}

/** How the answer to a request is worded. */
export const localeOf = (
  request: FastifyRequest,
  catalog: Catalog,
  options: RestOptions,
): Locale => ({
  ...request.languages,
  main: catalog.settings.mainLanguage,
  assetsBaseUrl: options.assetsBaseUrl,
})
