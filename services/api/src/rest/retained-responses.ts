import { hash } from 'node:crypto'
import { type Catalog, openCallQueues } from '@silla/core'
import { maxOutageMilliseconds } from '@silla/db'
import { success } from '@silla/wire'
import type { FastifyReply } from 'fastify'
import { openDerivedCache } from '../derived-cache.ts'
import { envelopeInSlices } from '../http/envelope.ts'
import { type RequestSlots, requestWeights } from '../limits/request-slots.ts'
import type { RetainedCall } from '../operations/perform.ts'
import { cacheControl, matchesEtag } from '../ready-responses/response-cache.ts'
import type { Turns } from '../scheduling/turns.ts'

/** Responses that are sent again while a read says that nothing of them has changed. */
export interface RetainedResponses {
  /**
   * Sends the response that is kept, if its state is still the present one, else a new one. Everybody whose
   * request has the same key and languages gets the same, and those who wait for it at the same time
   * share the read and the text: it is as it was after each of them came. The ETag is weak: another
   * release may write the same in another form.
   */
  send(reply: FastifyReply, catalog: Catalog, call: RetainedCall): Promise<FastifyReply>
}

interface RetainedResponse {
  state: string
  position: number
  /** It begins with the position, which is not part of the hash. */
  body: Buffer
  hash: string
}

/**
 * The memory is limited for the process and for each salon. A day with 60 visits takes 80 kB for each kind of
 * rights and each language that is in use.
 */
const limits = { bytes: 32 * 1024 * 1024, salonBytes: 4 * 1024 * 1024 }

export interface RetainedResponseParts {
  /** A read is one request of its salon, however many wait for it. */
  slots: RequestSlots
  turns: Turns
}

export function openRetainedResponses({ slots, turns }: RetainedResponseParts): RetainedResponses {
  const cache = openDerivedCache(limits)
  const calls = openCallQueues<null, RetainedResponse>(maxOutageMilliseconds)

  return {
    async send(reply, catalog, call) {
      const { languages, headers } = reply.request
      const businessId = catalog.business.id
      const key = JSON.stringify([languages.text, languages.message, ...call.key])
      const { position, body, hash } = await calls.join(`${businessId} ${catalog.version} ${key}`, {
        isOpen: () => true,
        open: () => null,
        query: () => present(reply, catalog, key, call),
      }).result
      // those who have waited for the same continue one after the other
      await turns.next(businessId)
      const etag = `"${hash}.${position}"`
      reply.headers({ etag: `W/${etag}`, 'cache-control': cacheControl })
      if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.header('content-type', 'application/json; charset=utf-8').send(body)
    },
  }

  /** One that is kept is nearly always the present one, which takes a few look-ups. */
  function present(
    reply: FastifyReply,
    catalog: Catalog,
    key: string,
    { read, data }: RetainedCall,
  ): Promise<RetainedResponse> {
    const known = cache.get<RetainedResponse>(catalog, key)
    const weight = known === undefined ? requestWeights.list : requestWeights.single
    return slots.run({ businessId: catalog.business.id, response: null, weight }, async () => {
      const { state, position, result } = await read(known?.state ?? null)
      if (result === null && known?.position === position) return known
      const response =
        result === null
          ? atPosition(known, position)
          : await written(reply, { state, position }, (await data(result)) as object)
      cache.set(catalog, key, response, response.body.length)
      return response
    })
  }
}

/** The same at another position. */
function atPosition(known: RetainedResponse | undefined, position: number): RetainedResponse {
  if (known === undefined) throw new Error('a response that nobody knows was left out')
  const body = Buffer.concat([Buffer.from(`${start}${position}`), restOf(known)])
  return { ...known, position, body }
}

const start = '{"success":true,"data":{"posicion":'

/** What follows the position. */
const restOf = ({ position, body }: Pick<RetainedResponse, 'position' | 'body'>): Buffer =>
  body.subarray(start.length + String(position).length)

async function written(
  reply: FastifyReply,
  { state, position }: Pick<RetainedResponse, 'state' | 'position'>,
  data: object,
): Promise<RetainedResponse> {
  const body = await bodyOf(reply, { ...data, posicion: position })
  const text = restOf({ position, body })
  return { state, position, body, hash: hash('sha256', text, 'base64url').slice(0, 27) }
}

/** The body, with the envelope. */
async function bodyOf(reply: FastifyReply, data: object): Promise<Buffer> {
  const parts = await envelopeInSlices(reply, data)
  return parts === null ? Buffer.from(String(reply.serialize(success(data)))) : Buffer.concat(parts)
}
