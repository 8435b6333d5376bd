import { openSlices } from '@silla/core'
import { success } from '@silla/wire'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isObject } from './body.ts'
import { hasLongList, jsonInSlices, type ObjectSchema, type WriteJson } from './json-in-slices.ts'

/**
 * Wraps the data that handlers return in the success envelope, and writes long lists in slices. Errors
 * and cached responses are sent as bytes and do not pass here.
 */
export function addEnvelope(app: FastifyInstance): void {
  app.addHook('preSerialization', (_request, reply, data, done) => {
    const written = envelopeInSlices(reply, data)
    if (written === null) done(null, success(data))
    else
      written.then(
        (parts) => {
          reply.serializer((payload) => payload as never)
          done(null, parts)
        },
        (error) => done(error),
      )
  })
}

/**
 * The success envelope in parts, written in slices; null when no list of the data is long, or it has no
 * schema of its own.
 */
export function envelopeInSlices(reply: FastifyReply, data: unknown): Promise<Buffer[]> | null {
  const schema = isObject(data) && hasLongList(data) ? dataSchema(reply) : null
  return schema && written(data as Record<string, unknown>, schema, reply)
}

function dataSchema({ server, statusCode, request }: FastifyReply): ObjectSchema | null {
  const responses = request.routeOptions.schema?.response as Responses | undefined
  const data = responses?.[statusCode]?.properties.data
  const schema = data?.$ref === undefined ? data : server.getSchema(data.$ref.slice(0, -1))
  return (schema as ObjectSchema | undefined)?.properties === undefined
    ? null
    : (schema as ObjectSchema)
}

type Responses = Record<number, { properties: { data?: { $ref?: string } } }>

/** The parts of the envelope with the data. */
async function written(
  data: Record<string, unknown>,
  schema: ObjectSchema,
  reply: FastifyReply,
): Promise<Buffer[]> {
  const writerOf = (part: object) => reply.compileSerializationSchema(part as never) as WriteJson
  const parts = await jsonInSlices(data, schema, writerOf, openSlices())
  return [Buffer.from('{"success":true,"data":'), ...parts, Buffer.from('}')]
}
