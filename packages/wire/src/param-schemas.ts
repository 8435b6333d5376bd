import { languages } from '@silla/locale'
import { type TSchema, Type } from 'typebox'
import { auditTopicWords, defaultAuditLimit, maxAuditLimit } from './audit.ts'
import { maxServices, maxVisitMinutes, minVisitMinutes } from './availability-params.ts'
import { stateWords } from './booking.ts'
import { defaultBookkeepingLimit, maxBookkeepingLimit } from './bookkeeping.ts'
import { categoryKinds } from './category.ts'
import { deliveryStateWords } from './event-endpoint.ts'
import { defaultEventLimit, maxEventLimit } from './events.ts'
import { defaultPayoutLimit, maxPayoutLimit } from './payout.ts'
import { date, flag, identifier, oneOf } from './schema.ts'
import { staffStateWords } from './staff.ts'
import { tillMethodWords } from './till.ts'
import { waitlistStateWords } from './waitlist.ts'

/*
 * Schemas of path, query and header parameters, for the OpenAPI document only. Their values arrive
 * as text, so the parse functions of the wire validate them.
 */

const language = oneOf(
  languages,
  'Language of the texts, default `es`; a missing text is in the main language of the business',
)
const page = Type.Integer({
  minimum: 1,
  default: 1,
  description: 'Page; the response then has `pagination`',
})
const pageSize = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Items per page',
})

/** A query string of optional parameters, and `lang`, which every route accepts. */
export const querySchema = (params: Record<string, TSchema> = {}) =>
  Type.Object(
    Object.fromEntries(
      Object.entries({ ...params, lang: language }).map(([name, schema]) => [
        name,
        Type.Optional(schema),
      ]),
    ),
  )

/** The query string of a list, which can be requested in pages. */
export const listQuerySchema = (params: Record<string, TSchema> = {}) =>
  querySchema({ ...params, page, page_size: pageSize })

export const codePathParams = {
  codigo: Type.String({ description: "The booking's code: ten characters, upper or lower case" }),
}
export const bookingCodeHeader = Type.Object({
  'x-reserva-codigo': Type.Optional(
    Type.String({
      description:
        "The booking's code: proof of access for a caller without a token or a secret key",
    }),
  ),
})
export const holdTokenHeader = Type.Object({
  'x-retencion-token': Type.String({ description: 'The token of the hold' }),
})
export const dayPathParams = {
  peluquero_id: Type.Integer({
    description: 'The professional; 0 for anyone who is free',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  fecha: date('The day'),
}

export const rangeParams = (defaults: { from: string; to: string }) => ({
  desde: date(`First day, included; default ${defaults.from}`),
  hasta: date(`Last day, included; default ${defaults.to}`),
})
export const responseFormats = ['json', 'csv'] as const
export const formatParams = {
  formato: oneOf(
    responseFormats,
    '`csv`: the rows as a file, without the envelope and the total; default `json`',
  ),
}
export const serviceFilterParams = {
  categoria_id: identifier('Only of this category'),
  reservable_online: flag('Only those that can, or cannot, be booked online'),
  destacado: flag('Only those that are, or are not, featured'),
}
export const categoryFilterParams = {
  tipo: oneOf(categoryKinds, 'Kind of categories, default `servicio`'),
}
export const professionalFilterParams = {
  servicio_id: identifier('Only those who offer this service'),
  disponible_hoy: flag(
    'true: only those with a free slot left today, long enough for the service; false: no filter',
  ),
}
export const visitLengthParams = {
  servicio_id: identifier('The service of the visit'),
  servicios: Type.String({
    description:
      `Several services, their ids separated by commas, at most ${maxServices}; wins over ` +
      '`servicio_id`',
  }),
  duracion: Type.Integer({
    minimum: minVisitMinutes,
    maximum: maxVisitMinutes,
    description: 'Minutes of unbroken work; wins over the total of the services',
  }),
  lineas: Type.String({
    description:
      'Services, each with its own professional or with 0 for anyone, such as `12:3,15:0`; at ' +
      `most ${maxServices}. Not together with the other parameters of the visit`,
  }),
}
export const movedBookingParams = {
  reserva_id: identifier(
    'A booking that is to be moved: its own time counts as free, and without services and ' +
      'duration it is the visit. Needs a token, its code or a secret key',
  ),
}
export const bookingFilterParams = {
  estado: oneOf(
    [...Object.values(stateWords), 'pending', 'confirmed', 'completed', 'cancelled'],
    'Only bookings in this state',
  ),
  desde: date('Only visits from this day on'),
  hasta: date('Only visits up to this day, included'),
}
export const businessBookingParams = {
  ...bookingFilterParams,
  peluquero_id: identifier('Only visits to this professional'),
}
export const customerSearchParams = {
  q: Type.String({
    description:
      'Beginnings of words of the name, of the e-mail or of the phone, or at least the last three ' +
      'digits of the phone; without it the newest customers',
  }),
  telefono: Type.String({
    description:
      "A phone in any format of the business's country: who has it, on the card or in a booking. " +
      'Not together with `q`',
  }),
}
export const blockFilterParams = {
  peluquero_id: identifier('Only of this professional'),
  recurso: Type.String({ description: 'Only of this resource: its handle in the salon file' }),
  desde: date('Only blocks that end after this day begins; default today'),
  hasta: date('Only blocks that start up to this day, included'),
}
export const orderFilterParams = {
  cliente_id: identifier('Only orders of this customer; for the business'),
  por_cobrar: flag('Only orders that were handed over and are not all paid for'),
}
export const tillFilterParams = {
  reserva_id: identifier('Only entries for this booking'),
  pedido_id: identifier('Only entries for this order'),
  metodo: oneOf(Object.values(tillMethodWords), 'Only money that was taken in this way'),
  persona: identifier('Only what this member of staff recorded'),
  peluquero_id: identifier('The same, by the professional who they are'),
  desde: date(
    'Only entries from this day on; default today, unless a booking, an order or `hasta` is sent',
  ),
  hasta: date('Only entries up to this day, included'),
}
export const eventFilterParams = {
  desde: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only events after this position; `siguiente` of the request before',
  }),
  limite: Type.Integer({
    minimum: 1,
    maximum: maxEventLimit,
    default: defaultEventLimit,
    description: 'Events per response',
  }),
}
export const auditFilterParams = {
  desde: date('Only changes from this day on'),
  hasta: date('Only changes up to this day, included'),
  persona: identifier('Only changes by this member of staff'),
  recurso: oneOf(auditTopicWords, 'Only changes of records of this kind'),
  recurso_id: identifier('Only changes of this record; together with `recurso`'),
  antes_de: Type.String({ description: 'Where the part before ended: its `siguiente`' }),
  limite: Type.Integer({
    minimum: 1,
    maximum: maxAuditLimit,
    default: defaultAuditLimit,
    description: 'Changes per response',
  }),
}
const payoutLimit = Type.Integer({
  minimum: 1,
  maximum: maxPayoutLimit,
  default: defaultPayoutLimit,
  description: 'How many per response',
})
export const payoutFilterParams = {
  desde: date('First day, included'),
  hasta: date('Last day, included'),
  antes_de: Type.String({ description: 'Where the part before ended: its `siguiente`' }),
  limite: payoutLimit,
}
export const bookkeepingParams = {
  mes: Type.String({
    pattern: '^\\d{4}-\\d{2}$',
    description: 'The month, such as `2027-01`; default the current one',
  }),
  despues_de: Type.String({ description: 'Where the part before ended: its `siguiente`' }),
  limite: Type.Integer({
    minimum: 1,
    maximum: maxBookkeepingLimit,
    default: defaultBookkeepingLimit,
    description: 'How many movements per response',
  }),
}
export const payoutEntryParams = {
  despues_de: Type.String({ description: 'Where the part before ended: its `siguiente`' }),
  limite: payoutLimit,
}
export const waitlistFilterParams = {
  estado: oneOf(Object.values(waitlistStateWords), 'Only entries in this state'),
}
export const staffFilterParams = {
  estado: oneOf(
    Object.values(staffStateWords),
    'Only people in this state; without it all who were not deactivated',
  ),
}
export const deliveryFilterParams = {
  estado: oneOf(Object.values(deliveryStateWords), 'Only deliveries in this state'),
}
export const productFilterParams = {
  categoria_id: identifier('Only of this category'),
  destacado: flag('Only those that are, or are not, featured'),
}
export const openDaysParams = {
  peluquero_id: Type.Integer({
    description: 'Only this professional; 0, as without it: anyone',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  ...visitLengthParams,
}
