import { type TSchema, Type } from 'typebox'
import { envelope } from '../wire/envelope.ts'

/*
 * What a route answers when it works. Refusals have one shape on every route: the document adds it by itself
 * (plugins/openapi.ts), and here it would only cost a serializer for each status of each route.
 */

export const okResponse = (data: TSchema) => ({ 200: { ...envelope(data), description: 'Done' } })

/**
 * The same for what the salon shows: it comes with an ETag, and whoever shows that again need not
 * read it twice.
 */
export const cacheableResponse = (data: TSchema) => ({
  ...okResponse(data),
  304: Type.Null({ description: 'What `If-None-Match` named is still so' }),
})

export const createdResponse = (data: TSchema) => ({
  201: { ...envelope(data), description: 'Created' },
})
