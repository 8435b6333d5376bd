import { envelope } from '@silla/wire'
import { type TSchema, Type } from 'typebox'

/*
 * The `response` schemas of routes, for successes only. Failures have the same schema on every
 * route: reference/openapi.ts adds it to the document, because a schema here would compile a
 * serializer for each status of each route.
 */

export const okResponse = (data: TSchema) => ({
  200: { ...envelope(data), description: 'Success' },
})

/** A response with an ETag, which `If-None-Match` can validate. */
export const cacheableResponse = (data: TSchema) => ({
  ...okResponse(data),
  304: Type.Null({ description: 'Unchanged since the ETag in `If-None-Match`' }),
})

export const createdResponse = (data: TSchema) => ({
  201: { ...envelope(data), description: 'Created' },
})
