import {
  calendarFeedUrl,
  createCalendarFeed,
  listCalendarFeeds,
  revokeCalendarFeed,
} from '@silla/core'
import {
  CalendarFeedsWire,
  CreatedCalendarFeedWire,
  NewCalendarFeedWire,
  RevokedCalendarFeedWire,
  serializeCalendarFeed,
  serializeCreatedCalendarFeed,
  serializeRevokedCalendarFeed,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Calendars'

/** Addresses at which calendar apps read the salon's bookings (D43). */
export const calendarOperations = [
  operation({
    name: 'calendarios.crear',
    tag,
    summary: 'Create a calendar to subscribe to',
    description:
      'Creates an address at which calendar apps read the bookings of the salon or of one ' +
      'professional, without a key. It is in this response only. Repeating the request creates ' +
      'another calendar, also with the same `Idempotency-Key`.',
    rest: { method: 'POST', path: '/calendarios/', status: 201 },
    graphql: { field: 'crear_calendario', input: 'NuevoCalendario' },
    access: 'integrations',
    audit: 'calendars.create',
    body: { schema: NewCalendarFeedWire, parse: ({ peluquero_id = null }) => peluquero_id },
    result: one(CreatedCalendarFeedWire),
    errors: {
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      CALENDAR_LIMIT_REACHED: 'the salon has 100 calendars',
    },
    run: (context, { body }) => createCalendarFeed(context, body),
    respond: ({ feed, token }, { options }) =>
      serializeCreatedCalendarFeed(feed, calendarFeedUrl(options.publicUrl, token)),
  }),

  operation({
    name: 'calendarios.listar',
    tag,
    summary: 'List calendars',
    description: 'The calendars that can be read, without their addresses.',
    rest: { method: 'GET', path: '/calendarios/' },
    graphql: { field: 'calendarios' },
    access: 'integrations',
    result: one(CalendarFeedsWire),
    errors: {},
    run: listCalendarFeeds,
    respond: (feeds) => ({ items: feeds.map(serializeCalendarFeed) }),
  }),

  operation({
    name: 'calendarios.revocar',
    tag,
    summary: 'Revoke a calendar',
    description: 'Its address is unknown at once.',
    rest: { method: 'DELETE', path: '/calendarios/:id/' },
    graphql: { field: 'revocar_calendario' },
    access: 'integrations',
    audit: 'calendars.revoke',
    ids: { id: { description: 'The calendar', notFound: 'CALENDAR_NOT_FOUND' } },
    result: one(RevokedCalendarFeedWire),
    errors: { CALENDAR_NOT_FOUND: 'no such calendar, also when it was revoked before' },
    run: (context, { ids }) => revokeCalendarFeed(context, ids.id),
    respond: serializeRevokedCalendarFeed,
  }),
]
