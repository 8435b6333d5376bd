import type { Catalog } from '@silla/core'
import type { FastifyRequest } from 'fastify'
import type { Wording } from '../wire/localize.ts'
import type { RestOptions } from './rest-options.ts'

/** How the answer to a request is worded. */
export const wordingOf = (request: FastifyRequest, catalog: Catalog, options: RestOptions): Wording => ({
  ...request.languages,
  main: catalog.settings.mainLanguage,
  assetsBaseUrl: options.assetsBaseUrl,
})
