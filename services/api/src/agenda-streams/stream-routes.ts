import type { RequestContext } from '@silla/core'
import type { Principal } from '@silla/tenants'
import {
  AgendaChangesText,
  agendaChangesHeaders,
  agendaChangesParams,
  type Params,
  parseStreamPosition,
  querySchema,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { CredentialCheck } from '../auth/credential-check.ts'
import type { RequestLog } from '../http/log.ts'
import { requestWeights } from '../limits/request-slots.ts'
import { accessRule, requireAccess } from '../operations/access.ts'
import type { AgendaStreams } from './agenda-streams.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response has no end of its own: it is logged and measured when it begins. */
    isStream?: boolean
  }
}

export interface StreamRouteParts {
  streams: AgendaStreams
  checkOf: CredentialCheck
  contextOf: (principal: Principal) => RequestContext
  requestLog: RequestLog
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // proxies send each message on as it comes, and compress nothing, for which they would wait for more
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * `GET /agenda/cambios/`: what changes in the agenda, as server-sent events (D70). No operation, because
 * GraphQL has no streams here.
 */
export async function streamRoutes(
  app: FastifyInstance,
  { streams, checkOf, contextOf, requestLog }: StreamRouteParts,
): Promise<void> {
  app.get(
    '/agenda/cambios/',
    {
      schema: {
        tags: ['Bookings'],
        security: accessRule('agenda.own').security,
        summary: 'Follow the changes of the agenda',
        description:
          'What happens at the business, as server-sent events: a response that stays open. Read the ' +
          'agenda again when a message comes. A comment comes every 15 seconds. Errors: ' +
          `VALIDATION_ERROR, INSUFFICIENT_SCOPE, PERMISSION_REQUIRED. ${accessRule('agenda.own').sentence}`,
        querystring: querySchema(agendaChangesParams),
        headers: agendaChangesHeaders,
        response: {
          200: {
            description: 'A stream that has no end',
            content: { 'text/event-stream': { schema: AgendaChangesText } },
          },
        },
      },
      config: { weight: requestWeights.none, isStream: true },
      exposeHeadRoute: false,
      onRequest: ({ context }, _reply, done) => {
        requireAccess({ access: 'agenda.own', rest: { method: 'GET' } }, context)
        done()
      },
    },
    async (request, reply) => {
      const { context, principal, raw } = request
      const lastEventId = raw.headers['last-event-id'] as string | undefined
      const after = parseStreamPosition(request.query as Params, lastEventId)
      await streams.open({
        ...{ context, principal, contextOf, after },
        check: checkOf(request),
        response: reply.raw,
        sendHead() {
          reply.hijack()
          reply.raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)
          requestLog.streamed(request, reply)
        },
      })
      return reply
    },
  )
}
