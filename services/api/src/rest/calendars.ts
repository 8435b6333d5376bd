import {
  businessOnly,
  calendarFeedUrl,
  createCalendarFeed,
  listCalendarFeeds,
  revokeCalendarFeed,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  CalendarFeedsWire,
  CreatedCalendarFeedWire,
  idPathSchema,
  NewCalendarFeedWire,
  parseRecordId,
  querySchema,
  RevokedCalendarFeedWire,
  ref,
  serializeCalendarFeed,
  serializeCreatedCalendarFeed,
  serializeRevokedCalendarFeed,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['Calendars']

/** Addresses at which calendar apps read the salon's bookings (D43). */
export function calendarRoutes(app: FastifyInstance, { publicUrl }: RestOptions): void {
  app.post<{ Body: Static<typeof NewCalendarFeedWire> }>(
    '/calendarios/',
    {
      schema: {
        tags,
        summary: 'Create a calendar to subscribe to',
        description:
          'Creates an address at which calendar apps read the bookings of the salon or of one ' +
          'professional, without a key. It is in this response only. Repeating the request creates ' +
          'another calendar, also with the same `Idempotency-Key`. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, PROFESSIONAL_NOT_FOUND, CALENDAR_LIMIT_REACHED.',
        querystring: querySchema(),
        body: NewCalendarFeedWire,
        response: createdResponse(ref(CreatedCalendarFeedWire)),
      },
    },
    async (request, reply) => {
      const { peluquero_id = null } = request.body
      const { feed, token } = await createCalendarFeed(request.context, peluquero_id)
      const url = calendarFeedUrl(publicUrl, token)
      return reply.code(201).send(serializeCreatedCalendarFeed(feed, url))
    },
  )

  app.get(
    '/calendarios/',
    {
      schema: {
        tags,
        summary: 'List calendars',
        description:
          'The calendars that can be read, without their addresses. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE.',
        querystring: querySchema(),
        response: okResponse(ref(CalendarFeedsWire)),
      },
    },
    async (request) => {
      const feeds = await listCalendarFeeds(request.context)
      return { items: feeds.map(serializeCalendarFeed) }
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/calendarios/:id/',
    {
      schema: {
        tags,
        summary: 'Revoke a calendar',
        description:
          'Its address is unknown at once. Needs the secret key. Errors: INSUFFICIENT_SCOPE, ' +
          'CALENDAR_NOT_FOUND.',
        params: idPathSchema('The calendar'),
        querystring: querySchema(),
        response: okResponse(ref(RevokedCalendarFeedWire)),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const id = parseRecordId(request.params.id) ?? fail('CALENDAR_NOT_FOUND')
      return serializeRevokedCalendarFeed(await revokeCalendarFeed(request.context, id))
    },
  )
}
