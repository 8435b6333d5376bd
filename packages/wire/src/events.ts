import {
  type Catalog,
  type EventPage,
  eventRef,
  mapInSlices,
  openSlices,
  type StoredEvent,
} from '@silla/core'
import { type Static, Type } from 'typebox'
import {
  type EventContext,
  type EventTypeDefinition,
  eventTypes,
  openEventType,
} from './event-types.ts'
import type { Locale } from './localize.ts'
import { type Params, parseInteger } from './params.ts'
import { closed, identifier, position, ref, text, timestamp } from './schema.ts'

/** The version of all shapes; another one is needed only when a shape changes but by growing. */
export const eventVersion = '1'

export const EventWire = closed(
  {
    posicion: identifier('Its place in the order of all events of the business, without gaps'),
    id: text('`evt_` and 26 characters: the same in the feed and in every attempt to deliver it'),
    tipo: openEventType('What has happened, such as `reserva.creada`'),
    creado_en: timestamp('When it happened'),
    version: text(`Version of the shape of \`datos\`: \`${eventVersion}\``),
    datos: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'What it happened to, as it was at that moment: the shape depends on `tipo`. Fields may ' +
        'be added',
    }),
  },
  { $id: 'Evento', description: 'Something that happened at the business' },
)

export const defaultEventLimit = 100
export const maxEventLimit = 500

export const EventPageWire = closed(
  {
    items: Type.Array(ref(EventWire), { description: 'In their order' }),
    siguiente: position('The `desde` of the next request: the last position, or the same `desde`'),
  },
  { $id: 'PaginaEventos', description: 'Events after a position' },
)

export const eventComponents = [EventWire, EventPageWire]

/** `desde` and `limite` of the feed. */
export const parseEventFilter = (params: Params) => ({
  after: parseInteger(params, 'desde', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0,
  limit: parseInteger(params, 'limite', { min: 1, max: maxEventLimit }) ?? defaultEventLimit,
})

/** A part of the feed (D42); in slices. */
export const serializeEvents = async (
  { events, next }: EventPage,
  context: EventContext & { businessId: string },
): Promise<Static<typeof EventPageWire>> => ({
  items: await mapInSlices(openSlices(), events, (event) => serializeEvent(event, context)),
  siguiente: next,
})

/**
 * An event as it leaves Silla: an item of the feed, and the body of its delivery (D42).
 *
 * @throws for a type that only a later version of Silla knows
 */
export function serializeEvent(
  event: StoredEvent,
  { businessId, ...context }: EventContext & { businessId: string },
): Static<typeof EventWire> {
  const { serialize } = definitionOf(event)
  const read = { ...event, payload: JSON.parse(event.payload) }
  return {
    posicion: event.position,
    id: eventRef(businessId, event.id),
    tipo: event.type,
    creado_en: event.occurredAt.toISOString(),
    version: eventVersion,
    datos: serialize(read, context) as Record<string, unknown>,
  }
}

/** The languages of deliveries, which have no request: those of the salon. */
export const eventLocale = ({ mainLanguage }: Catalog['settings']): Locale => ({
  text: mainLanguage,
  message: mainLanguage,
  main: mainLanguage,
  assetsBaseUrl: '',
})

function definitionOf({ type }: StoredEvent): EventTypeDefinition {
  const definitions: Partial<Record<string, EventTypeDefinition>> = eventTypes
  const definition = definitions[type]
  if (!definition) throw new Error(`an event of the unknown type ${type} was recorded`)
  return definition
}
