import { hash } from 'node:crypto'
import {
  calendarPath,
  calendarVersion,
  type FoundCalendars,
  findCalendars,
  openCallQueues,
  type RequestContext,
} from '@silla/core'
import { maxOutageMilliseconds, type Sql } from '@silla/db'
import { fail } from '@silla/errors'
import {
  assertServed,
  type CalendarReader,
  findCalendarReader,
  findMovedAddress,
  type Principal,
} from '@silla/tenants'
import { calendarFormat } from '@silla/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type RequestSlots, requestWeights } from '../limits/request-slots.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { matchesEtag } from '../ready-responses/response-cache.ts'
import { bodyInTurns } from '../scheduling/body-in-turns.ts'
import type { Turns } from '../scheduling/turns.ts'
import { type CalendarTextLimits, openCalendarTexts } from './calendar-texts.ts'
import { hideCalendar } from './hide-calendar.ts'

export interface CalendarFeedParts {
  /** The pool for registry.find_calendar_feed. */
  registry: Sql
  limits: RateLimits
  load: LoadMonitor
  slots: RequestSlots
  turns: Turns
  contextOf: (principal: Principal) => RequestContext
  /** Limits that differ from the default. */
  textLimits: Partial<CalendarTextLimits> | undefined
}

/**
 * Calendars for calendar apps, `/calendarios/{token}.ics` (D43). They need no API key: who knows the
 * address has access. Whatever is wrong with an address, the response is the same 404.
 */
export async function calendarFeedRoutes(
  app: FastifyInstance,
  { registry, limits, load, slots, turns, contextOf, textLimits }: CalendarFeedParts,
): Promise<void> {
  const texts = openCalendarTexts(textLimits)
  const checks = openCallQueues<Set<number>, FoundCalendars | null>(maxOutageMilliseconds)
  app.decorateRequest('principal', null as never)
  app.decorateRequest('context', null as never)
  app.addHook('onRequest', async (_request, reply) => hideCalendar(reply))
  addUnderPressure(app, load)
  app.addHook('onRequest', async (request, reply) => limits.calendar(request, reply))

  app.get<{ Params: { file: string } }>(
    `${calendarPath}:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const token = tokenOf(request.params.file)
      const reader = await findCalendarReader(registry, token)
      if (!reader) {
        const origin = (await findMovedAddress(registry, token)) ?? fail('NOT_FOUND')
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${origin}${calendarPath}${token}.ics`, 308)
      }
      assertServed(reader.visitor.status)
      return sendCalendar(request, reply, reader)
    },
  )
  for (const url of [calendarPath, `${calendarPath}*`])
    app.get(url, { schema: { hide: true } }, () => fail('NOT_FOUND'))

  async function sendCalendar(
    request: FastifyRequest,
    reply: FastifyReply,
    { feedId, visitor }: CalendarReader,
  ): Promise<FastifyReply> {
    const { businessId } = visitor
    request.principal = visitor
    request.context = contextOf(visitor)
    // other requests may wait for the same result, also when the client of this one leaves
    const inSlots = <T>(work: () => Promise<T>) =>
      slots.run({ businessId, response: null, weight: requestWeights.single }, work)

    const current = await check()
    const feed = current?.feeds.find(({ id }) => id === feedId)
    if (!current || !feed) fail('NOT_FOUND')
    const version = calendarVersion(feedId, current.revision)
    if (matchesEtag(request.headers['if-none-match'], etagOf(version)))
      return withVersion(reply, version).code(304).send()
    const text = await texts.read(request.context, feed.professional?.id ?? null, inSlots)
    if (text === null) fail('NOT_FOUND')
    return withVersion(reply, calendarVersion(feedId, text.revision))
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="silla.ics"',
        'content-length': text.bytes,
      })
      .send(bodyInTurns(text.parts, businessId, turns))

    /** Requests of a salon that come at the same time are checked together. */
    function check(): Promise<FoundCalendars | null> {
      const { content, result } = checks.join(businessId, {
        isOpen: () => true,
        open: () => new Set(),
        query: (ids) => inSlots(() => findCalendars(request.context, [...ids])),
      })
      content.add(feedId)
      return result
    }
  }
}

const withVersion = (reply: FastifyReply, version: string): FastifyReply =>
  reply.headers({ etag: `W/${etagOf(version)}`, 'cache-control': 'private, no-cache' })

/** Without the mark of a weak one. */
const etagOf = (version: string): string =>
  `"${hash('sha256', `${calendarFormat} ${version}`, 'base64url').slice(0, 27)}"`

/** Empty when it has another ending. Some apps change the case of an address. */
const tokenOf = (file: string): string => /^(.*)\.ics$/i.exec(file)?.[1]?.toLowerCase() ?? ''
