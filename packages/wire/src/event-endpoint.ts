import {
  type DeletedEndpoint,
  type DeliveryState,
  type EndpointChange,
  type EndpointInput,
  type EventDelivery,
  type EventEndpoint,
  eventRef,
  type RotatedSecret,
  testEventType,
  testRef,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { eventTypeNames, openEventType } from './event-types.ts'
import { type Params, parseEnum } from './params.ts'
import {
  closed,
  count,
  flag,
  identifier,
  nullable,
  oneOf,
  optionalFlag,
  optionalText,
  text,
  timestamp,
  whole,
} from './schema.ts'

const maxUrlLength = 2048
const maxDescriptionLength = 200

const url = Type.String({
  maxLength: maxUrlLength,
  description:
    '`https://`, on port 443, without user name and password, on a host whose addresses are all ' +
    'public',
})

const types = Type.Optional(
  Type.Array(oneOf(eventTypeNames, 'A type of event'), {
    uniqueItems: true,
    description: 'The types of events to deliver; empty: every type, also types added later',
  }),
)

const description = optionalText(
  `A note for the staff of the business. Up to ${maxDescriptionLength} characters`,
)

export const NewEndpointWire = closed(
  { url, tipos: types, descripcion: description },
  {
    description: 'Where events are to be delivered. Without `tipos` every type is',
    examples: [
      {
        url: 'https://caja.example/silla/eventos',
        tipos: ['reserva.creada', 'reserva.cancelada'],
        descripcion: 'Caja',
      },
    ],
  },
)

export const EndpointChangeWire = closed(
  {
    url: Type.Optional(url),
    tipos: types,
    descripcion: description,
    activo: optionalFlag('Whether events are delivered'),
  },
  { description: 'The changes; absent fields stay unchanged' },
)

const endpointFields = {
  id: identifier('The endpoint'),
  url: text('Where events are delivered'),
  tipos: Type.Array(openEventType('A type of event'), {
    description: 'The types of events that are delivered; empty: every type',
  }),
  descripcion: text('A note for the staff of the business, empty when there is none'),
  activo: flag('Whether events are delivered'),
  fallando_desde: nullable(
    timestamp('The first failed attempt since the last success; null when the last one succeeded'),
  ),
  desactivado_en: nullable(
    timestamp('When it was switched off after three days of failures; null when it was not'),
  ),
  creado_en: timestamp('Creation time'),
  actualizado_en: timestamp('Time of the last change'),
}

export const EndpointWire = closed(endpointFields, {
  $id: 'Endpoint',
  description: 'A URL of the business to which events are delivered',
})

/** The body of a POST that has nothing to say; it may be absent. */
export const EmptyWire = closed({}, { description: 'Nothing' })

const secret = text('Verifies the signatures: `whsec_` and 32 bytes in Base64. Not shown again')

export const CreatedEndpointWire = closed(
  { ...endpointFields, secreto: secret },
  { $id: 'EndpointCreado', description: 'A new endpoint, with its secret' },
)

export const RotatedSecretWire = closed(
  {
    id: identifier('The endpoint'),
    secreto: secret,
    anterior_valido_hasta: timestamp('Until then messages are signed with the previous one too'),
  },
  { $id: 'SecretoRotado', description: 'The new secret of an endpoint' },
)

export const DeletedEndpointWire = closed(
  { id: identifier('The endpoint'), borrado_en: timestamp('Time of the deletion') },
  { $id: 'EndpointBorrado', description: 'An endpoint that was deleted' },
)

export const deliveryStateWords = {
  pending: 'pendiente',
  delivered: 'entregada',
  failed: 'fallida',
} as const satisfies Record<DeliveryState, string>

const AttemptWire = closed(
  {
    fecha: timestamp('When it began'),
    status: nullable(whole('Status of the HTTP response; null when there was none')),
    error: nullable(text('Why there was no response, such as `timeout`; null when there was one')),
    duracion_ms: count('How long it took, in milliseconds'),
    respuesta: text(
      'The first 1 KiB of the body of the response; words that were sent are `***`. Empty after ' +
        'the erasure of the customer that the event is about',
    ),
  },
  { description: 'An attempt to deliver an event' },
)

export const DeliveryWire = closed(
  {
    id: identifier('The delivery'),
    evento_id: text('The id of the event: the header `webhook-id` of every attempt'),
    tipo: openEventType(`The type of the event; \`${testEventType}\` for a test`, [testEventType]),
    estado: oneOf(Object.values(deliveryStateWords), 'State of the delivery'),
    intentos: Type.Array(AttemptWire, { description: 'The attempts, in their order' }),
    proximo_intento: nullable(
      timestamp('When it is attempted next; null unless it is `pendiente`'),
    ),
    creado_en: timestamp('Time of the first attempt, or of the request for a test'),
  },
  { $id: 'Entrega', description: 'An event on its way to one endpoint' },
)

export const endpointComponents = [
  EndpointWire,
  CreatedEndpointWire,
  RotatedSecretWire,
  DeletedEndpointWire,
  DeliveryWire,
]

/** The body of a new endpoint; its URL is checked when it is saved. */
export function parseNewEndpoint(body: Static<typeof NewEndpointWire>): EndpointInput {
  return {
    url: body.url,
    types: parseTypes(body.tipos ?? []),
    description: parseDescription(body.descripcion),
  }
}

export const parseEndpointChange = (body: Static<typeof EndpointChangeWire>): EndpointChange => ({
  ...(body.url !== undefined && { url: body.url }),
  ...(body.tipos !== undefined && { types: parseTypes(body.tipos) }),
  ...(body.descripcion !== undefined && { description: parseDescription(body.descripcion) }),
  ...(body.activo !== undefined && { isActive: body.activo }),
})

/** null: every type */
const parseTypes = (names: readonly string[]) => (names.length === 0 ? null : [...names])

function parseDescription(value: string | undefined): string {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxDescriptionLength }
  const description = parseBodyText('descripcion', value, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return description
}

/** `estado`; null: any. */
export function parseDeliveryState(params: Params): DeliveryState | null {
  const word = parseEnum(params, 'estado', Object.values(deliveryStateWords))
  const states = Object.keys(deliveryStateWords) as DeliveryState[]
  return states.find((state) => deliveryStateWords[state] === word) ?? null
}

export const serializeEndpoint = (endpoint: EventEndpoint): Static<typeof EndpointWire> => ({
  id: endpoint.id,
  url: endpoint.url,
  tipos: endpoint.types ?? [],
  descripcion: endpoint.description,
  activo: endpoint.isActive,
  fallando_desde: endpoint.failingSince?.toISOString() ?? null,
  desactivado_en: endpoint.disabledAt?.toISOString() ?? null,
  creado_en: endpoint.createdAt.toISOString(),
  actualizado_en: endpoint.updatedAt.toISOString(),
})

export const serializeCreatedEndpoint = ({
  endpoint,
  secret,
}: {
  endpoint: EventEndpoint
  secret: string
}): Static<typeof CreatedEndpointWire> => ({ ...serializeEndpoint(endpoint), secreto: secret })

export const serializeRotatedSecret = ({
  id,
  secret,
  previousEndsAt,
}: RotatedSecret): Static<typeof RotatedSecretWire> => ({
  id,
  secreto: secret,
  anterior_valido_hasta: previousEndsAt.toISOString(),
})

export const serializeDeletedEndpoint = ({
  id,
  deletedAt,
}: DeletedEndpoint): Static<typeof DeletedEndpointWire> => ({
  id,
  borrado_en: deletedAt.toISOString(),
})

export const serializeDelivery = (
  delivery: EventDelivery,
  businessId: string,
): Static<typeof DeliveryWire> => ({
  id: delivery.id,
  evento_id:
    delivery.eventId === null
      ? testRef(businessId, delivery.id)
      : eventRef(businessId, delivery.eventId),
  tipo: delivery.type,
  estado: deliveryStateWords[delivery.state],
  intentos: delivery.attempts.map((attempt) => ({
    fecha: attempt.at,
    status: attempt.status,
    error: attempt.error,
    duracion_ms: attempt.durationMilliseconds,
    respuesta: attempt.response,
  })),
  proximo_intento: delivery.nextAttemptAt?.toISOString() ?? null,
  creado_en: delivery.createdAt.toISOString(),
})
