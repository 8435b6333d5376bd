import { hash } from 'node:crypto'
import {
  type CalendarState,
  calendarPath,
  openSlices,
  type RequestContext,
  readCalendar,
} from '@silla/core'
import type { Sql } from '@silla/db'
import { fail } from '@silla/errors'
import { type CalendarReader, findCalendarReader, type Principal } from '@silla/tenants'
import { calendarFormat, serializeCalendar } from '@silla/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '../plugins/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../plugins/under-pressure.ts'
import { matchesEtag } from '../ready-responses/response-cache.ts'
import { hideCalendar } from './hide-calendar.ts'

export interface CalendarFeedParts {
  /** The pool for registry.find_calendar_feed. */
  registry: Sql
  limits: RateLimits
  load: LoadMonitor
  contextOf: (principal: Principal) => RequestContext
}

/**
 * Calendars for calendar apps, `/calendarios/{token}.ics` (D43). They need no API key: who knows the
 * address has access. Whatever is wrong with an address, the response is the same 404.
 */
export async function calendarFeedRoutes(
  app: FastifyInstance,
  { registry, limits, load, contextOf }: CalendarFeedParts,
): Promise<void> {
  app.decorateRequest('principal', null as never)
  app.decorateRequest('context', null as never)
  app.addHook('onRequest', async (_request, reply) => hideCalendar(reply))
  addUnderPressure(app, load)
  app.addHook('onRequest', async (request, reply) => limits.calendar(request, reply))

  app.get<{ Params: { file: string } }>(
    `${calendarPath}:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const found = await findCalendarReader(registry, tokenOf(request.params.file))
      const state = found && (await readAs(request, found))
      if (!state) fail('NOT_FOUND')
      return sendCalendar(reply, state)
    },
  )
  for (const url of [calendarPath, `${calendarPath}*`])
    app.get(url, { schema: { hide: true } }, () => fail('NOT_FOUND'))

  function readAs(
    request: FastifyRequest,
    { feedId, visitor }: CalendarReader,
  ): Promise<CalendarState | null> {
    request.principal = visitor
    request.context = contextOf(visitor)
    const header = request.headers['if-none-match']
    return readCalendar(request.context, feedId, (version) => matchesEtag(header, etagOf(version)))
  }
}

async function sendCalendar(
  reply: FastifyReply,
  { version, calendar }: CalendarState,
): Promise<FastifyReply> {
  reply.headers({ etag: `W/${etagOf(version)}`, 'cache-control': 'private, no-cache' })
  if (calendar === null) return reply.code(304).send()
  return reply
    .headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="silla.ics"',
    })
    .send(await encode(serializeCalendar(calendar)))
}

/**
 * The pieces as one body, in slices. They are encoded a few at a time: V8 keeps a text that was
 * joined from pieces as a tree of them until it is read, millions of objects for a large calendar.
 */
async function encode(pieces: Iterable<string>): Promise<Buffer> {
  const slices = openSlices()
  const chunks: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length >= chunkLength) {
      chunks.push(Buffer.from(text))
      text = ''
    }
    const pause = slices.pause()
    if (pause !== undefined) await pause
  }
  chunks.push(Buffer.from(text))
  return Buffer.concat(chunks)
}

const chunkLength = 16_384

/** Without the mark of a weak one. */
const etagOf = (version: string): string =>
  `"${hash('sha256', `${calendarFormat} ${version}`, 'base64url').slice(0, 27)}"`

/** Empty when it has another ending. Some apps change the case of an address. */
const tokenOf = (file: string): string => /^(.*)\.ics$/i.exec(file)?.[1]?.toLowerCase() ?? ''
