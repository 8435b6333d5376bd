import type { Catalog } from '@silla/core'
import type { FastifyRequest } from 'fastify'
import type { Localizer } from '../wire/localize.ts'
import type { RestOptions } from './rest-options.ts'

/** How the answer to a request is worded. */
export const localizerOf = (
  request: FastifyRequest,
  catalog: Catalog,
  options: RestOptions,
): Localizer => ({
  ...request.languages,
  main: catalog.settings.mainLanguage,
  assetsBaseUrl: options.assetsBaseUrl,
})
