import { type AgendaNotice, eventRef } from '@silla/core'
import type { Code } from '@silla/errors'
import { Type } from 'typebox'
import { type Params, parseInteger } from './params.ts'

// The stream of an agenda's changes (D70): server-sent events, as the HTML standard describes them.

/** How the stream is described. */
export const agendaChangesParams = {
  desde: Type.Integer({
    minimum: 0,
    description: 'The position after which it begins: `posicion` of the agenda; default: now',
  }),
}

export const agendaChangesHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The position after which it goes on: browsers send it when they connect again, and it wins ' +
        'over `desde`',
    }),
  ),
})

export const AgendaChangesText = Type.String({
  description:
    'Messages with the `id` of an event, its position, and `data`: a JSON object with `tipo` and `id` of ' +
    'the event. `agenda.cambiada` has no event, `agenda.recargar` and `agenda.cerrada` have a `codigo`. ' +
    'Lines that begin with a colon are comments',
})

/** Comes at least this often, so that nobody on the way closes the connection as idle. */
export const streamComment = ':\n\n'

/** The first lines of a stream: how long a client waits before it connects again. */
export const streamStart = (retryMilliseconds: number): string => `retry: ${retryMilliseconds}\n\n`

/**
 * `Last-Event-ID`, which browsers send when they connect again, else `desde`; null: from now on.
 *
 * @throws VALIDATION_ERROR
 */
export function parseStreamPosition(
  params: Params,
  lastEventId: string | undefined,
): number | null {
  const limits = { min: 0, max: Number.MAX_SAFE_INTEGER }
  // a browser that has received no id yet sends none, or an empty one
  if (!lastEventId) return parseInteger(params, 'desde', limits)
  return parseInteger({ 'Last-Event-ID': lastEventId }, 'Last-Event-ID', limits)
}

/** A notice as it is sent to every follower who sees it. */
export function serializeAgendaNotice(notice: AgendaNotice, businessId: string): string {
  switch (notice.kind) {
    case 'event':
      return message(notice.position, {
        tipo: notice.type,
        id: eventRef(businessId, notice.eventId),
      })
    case 'changed':
      return message(notice.position, { tipo: 'agenda.cambiada', id: null })
    case 'expired':
      return message(notice.position, {
        tipo: 'agenda.recargar',
        id: null,
        codigo: 'EVENTS_EXPIRED' satisfies Code,
      })
  }
}

/** The last message of a stream that the client is not to open again. */
export const serializeStreamEnd = (code: Code): string =>
  message(null, { tipo: 'agenda.cerrada', id: null, codigo: code })

const message = (id: number | null, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
