import type { CalendarFeed } from '@silla/core'
import { type Static, Type } from 'typebox'
import { closed, identifier, nullable, ref, text, timestamp } from './schema.ts'

export const NewCalendarFeedWire = closed(
  {
    peluquero_id: Type.Optional(
      identifier('The professional; without it the calendar is that of the whole salon'),
    ),
  },
  { description: 'A calendar to subscribe to', examples: [{ peluquero_id: 3 }] },
)

const feedFields = {
  id: identifier('The calendar'),
  profesional: nullable(
    closed(
      { id: identifier('The professional'), nombre: text('Full name') },
      { description: 'The professional whose bookings it has; null for those of the whole salon' },
    ),
  ),
  created_at: timestamp('Creation time'),
}

const CalendarFeedWire = closed(feedFields, {
  $id: 'Calendario',
  description: 'A calendar that calendar apps subscribe to, without its address',
})

export const CreatedCalendarFeedWire = closed(
  {
    ...feedFields,
    url: text(
      'The address for calendar apps, which is not available later. Who knows it can read the ' +
        'calendar. Without `PUBLIC_URL` of the platform it is relative to the server of the API',
    ),
  },
  { $id: 'CalendarioCreado', description: 'A new calendar with its address' },
)

export const CalendarFeedsWire = closed(
  { items: Type.Array(ref(CalendarFeedWire), { description: 'The oldest first' }) },
  { $id: 'Calendarios', description: 'The calendars of a salon; at most 100' },
)

export const RevokedCalendarFeedWire = closed(
  { id: identifier('The calendar'), revocado_en: timestamp('Time of the revocation') },
  { $id: 'CalendarioRevocado', description: 'A calendar whose address is no longer known' },
)

export const calendarFeedComponents = [
  CalendarFeedWire,
  CreatedCalendarFeedWire,
  CalendarFeedsWire,
  RevokedCalendarFeedWire,
]

export const serializeCalendarFeed = ({
  id,
  professional,
  createdAt,
}: CalendarFeed): Static<typeof CalendarFeedWire> => ({
  id,
  profesional: professional && { id: professional.id, nombre: professional.name },
  created_at: createdAt.toISOString(),
})

export const serializeCreatedCalendarFeed = (
  feed: CalendarFeed,
  url: string,
): Static<typeof CreatedCalendarFeedWire> => ({ ...serializeCalendarFeed(feed), url })

export const serializeRevokedCalendarFeed = ({
  id,
  revokedAt,
}: {
  id: number
  revokedAt: Date
}): Static<typeof RevokedCalendarFeedWire> => ({ id, revocado_en: revokedAt.toISOString() })
