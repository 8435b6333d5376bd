import {
  type BookingRequest,
  parseBookingSource,
  type Repetition,
  type VisitRequest,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import type { Language } from '@silla/locale'
import { type Static, Type } from 'typebox'
import { maxServices } from './availability-params.ts'
import { parseBodyText } from './body-text.ts'
import { maxEmailLength, maxNameLength, parseEmail, parseName, parseTelephone } from './contact.ts'
import { requireDate, requireTime } from './dates.ts'
import { messageChoiceField, parseMessageChoice } from './message-choice.ts'
import { closed, identifier, idOrAnyone, optionalFlag, optionalText, text } from './schema.ts'
import { parseRepetition, repetitionField } from './series.ts'

export const maxNotesLength = 1000

/** The fields of a visit to book or to hold. */
export const visitFields = {
  servicio_ids: Type.Optional(
    Type.Array(identifier('A service'), {
      minItems: 1,
      maxItems: maxServices,
      uniqueItems: true,
      description:
        'The services, in the order in which they are performed; required without `lineas`',
    }),
  ),
  peluquero_id: Type.Optional(
    idOrAnyone('The professional, who performs all services; 0 or absent: anyone who is free'),
  ),
  lineas: Type.Optional(
    Type.Array(
      closed(
        {
          servicio_id: identifier('The service'),
          peluquero_id: Type.Optional(
            idOrAnyone('The professional who performs it; 0 or absent: anyone who is free'),
          ),
        },
        { description: 'A service and its professional' },
      ),
      {
        minItems: 1,
        maxItems: maxServices,
        description:
          'In place of `servicio_ids` and `peluquero_id`: the services in the order in which ' +
          'they are performed, each with a professional of its own; each service at most once',
      },
    ),
  ),
  fecha: Type.String({ description: 'Day of the visit, YYYY-MM-DD' }),
  hora_inicio: Type.String({
    description:
      "Start of the visit, HH:MM in the business's time zone. With `por_negocio` any minute, or " +
      '`ahora`: the next full minute',
  }),
  por_negocio: optionalFlag(
    'Made by the business itself, without its booking rules and at any minute; needs a secret key',
  ),
}

export const NewBookingWire = closed(
  {
    ...visitFields,
    nombre: optionalText(
      'Name of the customer, one line without links; required without a customer token or ' +
        '`cliente_id`. Up to ' +
        `${maxNameLength} characters`,
    ),
    email: optionalText(
      'E-mail of the customer; required without a customer token or `por_negocio`. Up to ' +
        `${maxEmailLength} characters`,
    ),
    telefono: optionalText(
      "Phone of the customer, in any format of the business's country; some businesses require it",
    ),
    cliente_id: Type.Optional(
      identifier(
        'A customer of the business, with `por_negocio`: the booking is theirs, and name, e-mail and ' +
          'phone default to those of their card',
      ),
    ),
    repetir: repetitionField,
    notas: optionalText(`Notes for the professional. Up to ${maxNotesLength} characters`),
    origen: optionalText(
      'Where the customer comes from, such as `google`, for the reports of the business: up to 30 ' +
        'letters, digits, hyphens and underscores; upper case becomes lower case',
    ),
    mensajes: messageChoiceField,
    usar_puntos: optionalFlag('Pay with loyalty points; needs a customer token'),
    retencion: Type.Optional(
      closed(
        { id: identifier('The hold'), token: text('Its token') },
        { description: 'The hold that keeps the time; it becomes the booking' },
      ),
    ),
  },
  {
    description: 'The visit to book. In an optional field null and "" mean that it is absent',
    examples: [
      {
        lineas: [
          { servicio_id: 12, peluquero_id: 3 },
          { servicio_id: 15, peluquero_id: 0 },
        ],
        fecha: '2030-03-04',
        hora_inicio: '10:00',
        nombre: 'Lucía Prado',
        email: 'lucia@example.com',
      },
    ],
  },
)

/** The request data that the parsing of a body depends on. */
export interface BodyContext {
  /** The business's country, two letters: used for phone numbers without a country prefix. */
  country: string
  /** The caller's language, used for e-mails about the booking. */
  language: Language
  /** With a customer token, the name and e-mail of the body are ignored (D12). */
  signedIn: boolean
}

/** The body of a new booking. Checks its form in the order of D15. */
export function parseNewBooking(
  body: Static<typeof NewBookingWire>,
  { country, language, signedIn }: BodyContext,
): BookingRequest & { repetition: Repetition | null } {
  const problems: FieldProblem[] = []
  const repetition = parseRepetition(body, problems)
  if (body.cliente_id !== undefined && body.por_negocio !== true)
    problems.push({ field: 'por_negocio', problem: 'required' })
  const contact = parseContact(body, { country, signedIn }, problems)
  const notes = parseBodyText('notas', body.notas, { maxLength: maxNotesLength }, problems)
  const source = parseSource(body.origen, problems)
  const messages = parseMessageChoice(body.mensajes, problems)
  // at the desk the card of the customer records what they agree to
  if (messages !== null && body.por_negocio === true)
    problems.push({ field: 'mensajes', problem: { keyword: 'not_together', limit: 'por_negocio' } })
  return {
    ...parseVisit(body, problems),
    ...{ repetition, contact, messages },
    customerId: body.cliente_id ?? null,
    language,
    notes,
    usePoints: body.usar_puntos ?? false,
    source,
  }
}

function parseSource(text: string | undefined, problems: FieldProblem[]): string | null {
  if (text === undefined) return null
  const source = parseBookingSource(text)
  if (source === null) problems.push({ field: 'origen', problem: 'bad_format' })
  return source
}

type VisitBody = Pick<Static<typeof NewBookingWire>, keyof typeof visitFields>

/** What, with whom and when. INVALID_DATE, INVALID_TIME; other problems are added to the list. */
export function parseVisit(body: VisitBody, problems: FieldProblem[]): VisitRequest {
  const services = parseServices(body, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    ...services,
    day: requireDate(body.fecha),
    startMinute: body.hora_inicio === 'ahora' ? 'now' : requireTime(body.hora_inicio),
    byBusiness: body.por_negocio ?? false,
  }
}

/** Which services, and by whom: one professional for all, or `lineas` (D32, D33). */
export function parseServices(
  {
    servicio_ids,
    peluquero_id,
    lineas,
  }: Pick<VisitBody, 'servicio_ids' | 'peluquero_id' | 'lineas'>,
  problems: FieldProblem[],
): Pick<VisitRequest, 'serviceIds' | 'professionalId' | 'lines'> {
  if (lineas === undefined) {
    if (servicio_ids === undefined) problems.push({ field: 'servicio_ids', problem: 'required' })
    return { serviceIds: servicio_ids ?? [], professionalId: peluquero_id || null, lines: null }
  }
  for (const [field, value] of Object.entries({ servicio_ids, peluquero_id })) {
    if (value !== undefined)
      problems.push({ field, problem: { keyword: 'not_together', limit: 'lineas' } })
  }
  const lines = lineas.map((line) => ({
    serviceId: line.servicio_id,
    professionalId: line.peluquero_id || null,
  }))
  const serviceIds = lines.map(({ serviceId }) => serviceId)
  for (const [index, id] of serviceIds.entries()) {
    if (serviceIds.indexOf(id) < index)
      problems.push({ field: `lineas[${index}].servicio_id`, problem: 'duplicate' })
  }
  return { serviceIds, professionalId: null, lines }
}

/** Who the visit is for. Problems are added to `problems`. */
export function parseContact(
  body: Pick<
    Static<typeof NewBookingWire>,
    'nombre' | 'email' | 'telefono' | 'por_negocio' | 'cliente_id'
  >,
  { country, signedIn }: Pick<BodyContext, 'country' | 'signedIn'>,
  problems: FieldProblem[],
) {
  const hasCard = body.cliente_id !== undefined && body.nombre === undefined
  const name = signedIn || hasCard ? '' : parseName(body.nombre, problems)
  // who walks in may have none (D45)
  const needsNoEmail = signedIn || (body.por_negocio === true && body.email === undefined)
  const email = needsNoEmail ? '' : parseEmail(body.email, problems)
  return { name, email, phone: parseTelephone(body.telefono, country, problems) }
}
