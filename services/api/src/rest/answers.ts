import type { TSchema } from 'typebox'
import { envelope } from '../wire/envelope.ts'

/*
 * What a route answers when it works. Refusals have one shape on every route: the document adds it by itself
 * (plugins/openapi.ts), and here it would only cost a serializer for each status of each route.
 */

export const answers = (data: TSchema) => ({ 200: { ...envelope(data), description: 'Done' } })

export const creates = (data: TSchema) => ({ 201: { ...envelope(data), description: 'Created' } })
