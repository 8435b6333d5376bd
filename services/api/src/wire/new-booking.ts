import type { BookingInput } from '@silla/core'
import { type FieldProblem, fail, type Language } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { maxServices } from './availability-params.ts'
import { parseBodyText } from './body-text.ts'
import { maxEmailLength, maxNameLength, parseEmail, parseName, parseTelephone } from './contact.ts'
import { requireDate, requireTime } from './dates.ts'
import { closed, identifier, optionalFlag, optionalText } from './schema.ts'

const notesAtMost = 1000

export const NewBookingWire = closed(
  {
    servicio_ids: Type.Array(identifier('A service'), {
      minItems: 1,
      maxItems: maxServices,
      uniqueItems: true,
      description: 'The services, in the order they are to be done',
    }),
    peluquero_id: identifier('The professional'),
    fecha: Type.String({ description: 'Day of the visit, YYYY-MM-DD' }),
    hora_inicio: Type.String({
      description: "Start of the visit, HH:MM in the business's time zone",
    }),
    nombre: optionalText(
      `Who comes; required without a customer token. Up to ${maxNameLength} characters`,
    ),
    email: optionalText(
      `Their e-mail; required without a customer token. Up to ${maxEmailLength} characters`,
    ),
    telefono: optionalText(
      "Their phone, in any spelling the business's country uses; some businesses require it",
    ),
    notas: optionalText(`Anything the professional should know. Up to ${notesAtMost} characters`),
    usar_puntos: optionalFlag('Pay with loyalty points; needs a customer token'),
    por_negocio: optionalFlag(
      'Booked by the business itself, past its own rules; needs a secret key',
    ),
  },
  {
    description: 'What is to be booked. In an optional field null and "" mean that it was left out',
  },
)

/** Where and in which language a body was written. */
interface BodyContext {
  /** The business's, as two letters: what a phone number without a prefix is read by. */
  country: string
  /** The caller's, for the mails to come. */
  language: Language
  /**
   * Somebody with a token of their own: name and e-mail are known, and what the body says of them
   * is ignored (D12).
   */
  signedIn: boolean
}

/** What a body asks to book; refuses in the order of D15 as far as form goes. */
export function parseNewBooking(
  body: Static<typeof NewBookingWire>,
  { country, language, signedIn }: BodyContext,
): BookingInput {
  const problems: FieldProblem[] = []
  const contact = parseContact(body, { country, signedIn }, problems)
  const notes = parseBodyText('notas', body.notas, { atMost: notesAtMost }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    serviceIds: body.servicio_ids,
    professionalId: body.peluquero_id,
    day: requireDate(body.fecha),
    startMinute: requireTime(body.hora_inicio),
    contact,
    language,
    notes,
    usePoints: body.usar_puntos ?? false,
    byBusiness: body.por_negocio ?? false,
  }
}

function parseContact(
  body: Static<typeof NewBookingWire>,
  { country, signedIn }: Pick<BodyContext, 'country' | 'signedIn'>,
  problems: FieldProblem[],
) {
  const name = signedIn ? '' : parseName(body.nombre, problems)
  const email = signedIn ? '' : parseEmail(body.email, problems)
  return { name, email, phone: parseTelephone(body.telefono, country, problems) }
}
