import { languages } from '@silla/errors'
import { type TSchema, Type } from 'typebox'
import { maxServices, maxVisitMinutes, minVisitMinutes } from './availability-params.ts'
import { stateWords } from './booking.ts'
import { categoryKinds } from './category.ts'
import { date, flag, identifier, oneOf } from './schema.ts'

/*
 * What the OpenAPI document says about query strings and paths. They arrive as text, so the readers check them, not
 * these schemas.
 */

const language = oneOf(
  languages,
  'Language of the texts; without it `es`, and where a text is missing the main language',
)
const page = Type.Integer({
  minimum: 1,
  default: 1,
  description: 'Page; the answer then has `pagination`',
})
const pageSize = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Items on a page',
})

/** Query names that are all optional, and `lang`, which is accepted everywhere. */
export const querySchema = (names: Record<string, TSchema> = {}) =>
  Type.Object(
    Object.fromEntries(
      Object.entries({ ...names, lang: language }).map(([name, is]) => [name, Type.Optional(is)]),
    ),
  )

/** The same for a list, which can be asked for in pages. */
export const listQuerySchema = (names: Record<string, TSchema> = {}) =>
  querySchema({ ...names, page, page_size: pageSize })

export const idPathSchema = (what: string) => Type.Object({ id: identifier(what) })
export const codePathSchema = Type.Object({
  codigo: Type.String({ description: "The booking's code: ten characters, in any case" }),
})
export const bookingCodeHeader = Type.Object({
  'x-reserva-codigo': Type.Optional(
    Type.String({
      description: "The booking's code: proof for a caller without a token or a secret key",
    }),
  ),
})
export const dayPathSchema = Type.Object({
  peluquero_id: identifier('The professional'),
  fecha: date('The day'),
})

export const rangeParams = (missing: { from: string; to: string }) => ({
  desde: date(`First day, included; without it ${missing.from}`),
  hasta: date(`Last day, included; without it ${missing.to}`),
})
export const serviceFilterParams = {
  categoria_id: identifier('Only of this category'),
  reservable_online: flag('Only those that can, or cannot, be booked online'),
  destacado: flag('Only those that are, or are not, featured'),
}
export const categoryFilterParams = {
  tipo: oneOf(categoryKinds, 'Of what; without it `servicio`'),
}
export const professionalFilterParams = {
  servicio_id: identifier('Only those who offer this service'),
  disponible_hoy: flag('true: only those with a free slot left today; false filters nothing'),
}
export const visitLengthParams = {
  servicio_id: identifier('The service the visit is for'),
  servicios: Type.String({
    description: `Several services, their ids separated by commas, at most ${maxServices}; wins over \`servicio_id\``,
  }),
  duracion: Type.Integer({
    minimum: minVisitMinutes,
    maximum: maxVisitMinutes,
    description: "Minutes; wins over the services' own",
  }),
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
export const productFilterParams = {
  categoria_id: identifier('Only of this category'),
  destacado: flag('Only those that are, or are not, featured'),
}
export const openDaysParams = {
  peluquero_id: identifier('Only this professional'),
  ...visitLengthParams,
}
