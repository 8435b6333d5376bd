import { hash } from 'node:crypto'
import type { Catalog } from '@silla/core'
import { success } from '@silla/wire'
import type { FastifyReply } from 'fastify'
import { type DerivedCache, openDerivedCache } from '../derived-cache.ts'
import { envelopeInSlices } from '../http/envelope.ts'
import type { RetainedCall } from '../operations/perform.ts'
import { cacheControl, matchesEtag } from '../ready-responses/response-cache.ts'

/** A response as it is kept: it begins with the position, which is not part of it. */
interface RetainedResponse {
  state: string
  /** What follows the position. */
  rest: Buffer
  hash: string
}

/**
 * The memory is limited for the process and for each salon. A day with 60 visits takes 80 kB for each kind of
 * rights and each language that is in use.
 */
const limits = { bytes: 32 * 1024 * 1024, salonBytes: 4 * 1024 * 1024 }

/** Responses that are sent again while a read says that nothing of them has changed. */
export const openRetainedResponses = (): DerivedCache => openDerivedCache(limits)

/**
 * Sends the response that is kept, if its state is still the present one, else a new one. Everybody whose
 * request has the same key and languages gets the same. The ETag is weak: another release may write the same
 * in another form.
 */
export async function sendRetained(
  cache: DerivedCache,
  reply: FastifyReply,
  catalog: Catalog,
  { key, read, data }: RetainedCall,
): Promise<FastifyReply> {
  const { headers, languages } = reply.request
  const fullKey = JSON.stringify([languages.text, languages.message, ...key])
  const known = cache.get<RetainedResponse>(catalog, fullKey)
  const { state, position, result } = await read(known?.state ?? null)
  const response = result === null ? known : await written(state, result)
  if (response === undefined) throw new Error('a response that nobody knows was left out')
  if (response !== known) cache.set(catalog, fullKey, response, response.rest.length)

  const etag = `"${response.hash}.${position}"`
  reply.headers({ etag: `W/${etag}`, 'cache-control': cacheControl })
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.concat([Buffer.from(`${start}${position}`), response.rest]))

  async function written(state: string, result: unknown): Promise<RetainedResponse> {
    const body = await bodyOf(reply, { ...((await data(result)) as object), posicion: 0 })
    const rest = body.subarray(start.length + 1)
    return { state, rest, hash: hash('sha256', rest, 'base64url').slice(0, 27) }
  }
}

const start = '{"success":true,"data":{"posicion":'

/** The body, with the envelope. */
async function bodyOf(reply: FastifyReply, data: object): Promise<Buffer> {
  const parts = await envelopeInSlices(reply, data)
  return parts === null ? Buffer.from(String(reply.serialize(success(data)))) : Buffer.concat(parts)
}
