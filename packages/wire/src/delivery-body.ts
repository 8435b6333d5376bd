import { type Catalog, type EventMessage, testEventType } from '@silla/core'
import { eventLocale, eventVersion, serializeEvent } from './events.ts'

const mostBytes = 65_536

/**
 * The body of a delivery, which is the event's item in the feed (D42). One that would exceed 64 KiB
 * lacks `datos`: the feed has it whole.
 *
 * @throws as `serializeEvent` does
 */
export function deliveryBody(
  message: EventMessage,
  { businessId, catalog }: { businessId: string; catalog: Catalog },
): string {
  const { ref, event, occurredAt } = message
  const item =
    event === null
      ? {
          posicion: null,
          id: ref,
          tipo: testEventType,
          creado_en: occurredAt.toISOString(),
          version: eventVersion,
          datos: {},
        }
      : serializeEvent(event, { businessId, catalog, locale: eventLocale(catalog.settings) })
  const body = JSON.stringify(item)
  return Buffer.byteLength(body) <= mostBytes
    ? body
    : JSON.stringify({ ...item, datos: null, demasiado_grande: true })
}
