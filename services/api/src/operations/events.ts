import { listEvents } from '@silla/core'
import { EventPageWire, eventFilterParams, parseEventFilter, serializeEvents } from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** What has happened at the business, in its order (D42). */
export const eventOperations = [
  operation({
    name: 'eventos.listar',
    tag: 'Events',
    summary: 'List events',
    description:
      'The events after a position, in their order and without gaps: send `siguiente` as `desde` ' +
      'the next time. Events are kept for 30 days.',
    rest: { method: 'GET', path: '/eventos/' },
    graphql: { field: 'eventos' },
    access: 'integrations',
    query: { params: eventFilterParams, parse: parseEventFilter },
    result: one(EventPageWire),
    errors: {
      EVENTS_EXPIRED:
        'events after `desde` were deleted; the first that is kept is `error.primera`',
    },
    weight: 'list',
    run: (context, { query }) => listEvents(context, query),
    respond: (page, { tenant: { businessId }, catalog, locale }) =>
      serializeEvents(page, { businessId, catalog, locale }),
  }),
]
