import {
  actsForBusiness,
  type Catalog,
  type Credentials,
  type EndpointParts,
  type Identity,
  type Processors,
} from '@silla/core'
import type { Locale, ServiceReader } from '@silla/wire'
import type { FastifyRequest } from 'fastify'

/** What operations depend on. */
export interface OperationOptions {
  /** The base URL of root-relative image addresses. */
  assetsBaseUrl: string
  /** Access tokens, codes and passwords. */
  credentials: Credentials
  /** Card processors. */
  processors: Processors
  /** The address at which customers reach the API; null: it is not known. */
  publicUrl: string | null
  /** Where staff sign in; null: nobody does. */
  staffUrl: string | null
  /** Endpoints of events. */
  endpoints: EndpointParts
}

/** The languages of the response to a request. */
export const localeOf = (
  { languages }: Pick<FastifyRequest, 'languages'>,
  catalog: Catalog,
  options: OperationOptions,
): Locale => ({
  ...languages,
  main: catalog.settings.mainLanguage,
  assetsBaseUrl: options.assetsBaseUrl,
})

/** The caller as a reader of services. */
export const serviceReaderOf = ({
  locale,
  identity,
}: {
  locale: Locale
  identity: Identity
}): ServiceReader => ({ locale, isBusiness: actsForBusiness(identity) })
