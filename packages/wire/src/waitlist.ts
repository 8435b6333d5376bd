import type {
  Catalog,
  LeftWaitlist,
  NewEntry,
  OfferAnswer,
  WaitlistEntry,
  WaitlistEntryDetail,
  WaitlistInput,
  WaitlistOffer,
  WaitlistState,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { localTime, serializeTimes } from './booking.ts'
import { maxEmailLength, maxNameLength } from './contact.ts'
import { requireDate, requireTime } from './dates.ts'
import { type Locale, localize } from './localize.ts'
import { maskContact, maskNotes } from './masking.ts'
import { messageChoiceField, parseMessageChoice } from './message-choice.ts'
import {
  type BodyContext,
  maxNotesLength,
  parseContact,
  parseServices,
  visitFields,
} from './new-booking.ts'
import { type Params, parseEnum, parseOptionalBookingCode } from './params.ts'
import {
  clockTime,
  closed,
  customerText,
  date,
  identifier,
  nullable,
  oneOf,
  optionalText,
  text,
  timestamp,
  whole,
} from './schema.ts'

export const waitlistStateWords = {
  waiting: 'esperando',
  offered: 'ofrecida',
  accepted: 'aceptada',
  expired: 'caducada',
  withdrawn: 'retirada',
} as const satisfies Record<WaitlistState, string>

export const NewWaitlistEntryWire = closed(
  {
    servicio_ids: visitFields.servicio_ids,
    peluquero_id: visitFields.peluquero_id,
    lineas: visitFields.lineas,
    desde: text('First day of the visit, YYYY-MM-DD'),
    hasta: text('Last day, included, at most 31 days later, YYYY-MM-DD'),
    hora_desde: optionalText(
      "The visit starts at this time or later, HH:MM in the business's time zone",
    ),
    hora_hasta: optionalText("The visit ends by this time, HH:MM in the business's time zone"),
    nombre: optionalText(
      'Name of the customer, one line without links; required without a customer token. Up to ' +
        `${maxNameLength} characters`,
    ),
    email: optionalText(
      'E-mail of the customer, for the offers; required without a customer token. Up to ' +
        `${maxEmailLength} characters`,
    ),
    telefono: optionalText(
      "Phone of the customer, in any format of the business's country; some businesses require it",
    ),
    notas: optionalText(`Notes for the professional. Up to ${maxNotesLength} characters`),
    mensajes: messageChoiceField,
  },
  {
    description: 'A visit to wait for. In an optional field null and "" mean that it is absent',
    examples: [
      {
        servicio_ids: [12],
        peluquero_id: 0,
        desde: '2030-03-04',
        hasta: '2030-03-08',
        hora_desde: '16:00',
        nombre: 'Laura Gil',
        email: 'laura@example.com',
      },
    ],
  },
)

/** The body of accepting and of declining. */
export const OfferAnswerWire = closed(
  {
    codigo: optionalText('The code of the entry; not needed with the token of its customer'),
    oferta_id: Type.Optional(
      identifier(
        'The offer that is answered, `oferta.id`, so that a late answer cannot be to another one; ' +
          'absent: whichever is open',
      ),
    ),
  },
  { description: 'Proof that the entry is of this caller, and the offer' },
)

const createdFields = {
  id: identifier('The entry'),
  codigo: text('Ten characters that prove access to the entry; upper or lower case'),
  estado: oneOf(Object.values(waitlistStateWords), 'State of the entry'),
}

export const NewWaitlistAnswerWire = closed(createdFields, {
  $id: 'EsperaCreada',
  description: 'A new entry of the waitlist',
})

export const LeftWaitlistWire = closed(
  {
    id: identifier('The entry'),
    estado: oneOf(
      Object.values(waitlistStateWords),
      '`retirada`, or how the entry had ended before',
    ),
  },
  { $id: 'EsperaRetirada', description: 'An entry that was taken off the waitlist' },
)

const WaitlistOfferWire = closed(
  {
    id: identifier('The offer'),
    fecha: date('Day of the visit'),
    hora_inicio: clockTime('Start of the visit'),
    hora_fin: clockTime('End of the visit'),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name') },
      { description: 'Who does the visit; of several, the one who does the first service' },
    ),
    expira_en: timestamp('Until when the time is kept'),
  },
  { description: 'The time that can be accepted now; null: none' },
)

export const WaitlistEntryWire = closed(
  {
    ...createdFields,
    servicios: Type.Array(
      closed(
        { id: identifier('The service'), nombre: text('Its name') },
        { description: 'A service to wait for' },
      ),
      {
        description: 'The services, in order',
      },
    ),
    profesional: nullable(
      closed(
        { id: identifier('The professional'), nombre: text('Full name') },
        { description: 'The professional; null: anyone who offers the services' },
      ),
    ),
    lineas: nullable(
      Type.Array(
        closed(
          {
            servicio_id: identifier('The service'),
            peluquero_id: whole('Its professional; 0: anyone who is free'),
          },
          { description: 'A service and its professional' },
        ),
        { description: 'The services with a professional for each; null: one does all' },
      ),
    ),
    desde: date('First day of the visit'),
    hasta: date('Last day, included'),
    hora_desde: nullable(clockTime('Earliest start; null: any')),
    hora_hasta: nullable(clockTime('Latest end; null: any')),
    cliente: closed(
      {
        nombre: customerText('Name'),
        email: text('E-mail; masked for a caller whose only proof is the code'),
        telefono: text('Phone in E.164, empty when there is none; masked as the e-mail'),
      },
      { description: 'Contact details, as given for this entry' },
    ),
    notas: customerText('Notes; masked for a caller whose only proof is the code'),
    oferta: nullable(WaitlistOfferWire),
    reserva_id: nullable(identifier('The booking that it has become; null: none')),
    created_at: timestamp('Creation time'),
    updated_at: timestamp('Time of the last change'),
  },
  { $id: 'Espera', description: 'An entry of the waitlist' },
)

export const waitlistComponents = [NewWaitlistAnswerWire, LeftWaitlistWire, WaitlistEntryWire]

/** The body of a new entry. Checks its form in the order of D15. */
export function parseNewWaitlistEntry(
  body: Static<typeof NewWaitlistEntryWire>,
  context: BodyContext,
): Omit<WaitlistInput, 'clientAddress'> {
  const problems: FieldProblem[] = []
  const services = parseServices(body, problems)
  const contact = parseContact(body, context, problems)
  const notes = parseBodyText('notas', body.notas, { maxLength: maxNotesLength }, problems)
  const messages = parseMessageChoice(body.mensajes, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    ...services,
    firstDay: requireDate(body.desde),
    lastDay: requireDate(body.hasta),
    fromMinute: body.hora_desde === undefined ? null : requireTime(body.hora_desde),
    toMinute: body.hora_hasta === undefined ? null : requireTime(body.hora_hasta),
    contact,
    language: context.language,
    notes,
    messages,
  }
}

/** The proof and the offer that is answered. */
export const parseOfferAnswer = ({
  codigo,
  oferta_id,
}: Static<typeof OfferAnswerWire>): Omit<OfferAnswer, 'entryId'> => ({
  code: parseOptionalBookingCode(codigo, 'WAITLIST_NOT_FOUND'),
  offerId: oferta_id ?? null,
})

/** `estado`; null: any. */
export function parseWaitlistState(params: Params): WaitlistState | null {
  const word = parseEnum(params, 'estado', Object.values(waitlistStateWords))
  const states = Object.keys(waitlistStateWords) as WaitlistState[]
  return states.find((state) => waitlistStateWords[state] === word) ?? null
}

export const serializeNewEntry = ({
  id,
  code,
  state,
}: NewEntry): Static<typeof NewWaitlistAnswerWire> => ({
  id,
  codigo: code,
  estado: waitlistStateWords[state],
})

export const serializeLeftWaitlist = ({
  id,
  state,
}: LeftWaitlist): Static<typeof LeftWaitlistWire> => ({ id, estado: waitlistStateWords[state] })

/** What an entry would wait for, before it is made. */
export function serializeEntryPreview(
  {
    serviceIds,
    professionalId,
    lines,
    firstDay,
    lastDay,
    fromMinute,
    toMinute,
  }: Omit<WaitlistInput, 'clientAddress'>,
  { services, professionals }: Pick<Catalog, 'services' | 'professionals'>,
  locale: Locale,
) {
  const nameOf = (id: number) => services.find((service) => service.id === id)?.name
  const professional = professionals.find(({ id }) => id === professionalId)
  return {
    servicios: serviceIds.map((id) => ({ id, nombre: localize(nameOf(id) ?? {}, locale) })),
    profesional: professional ? { id: professional.id, nombre: professional.name } : null,
    lineas:
      lines?.map((line) => ({
        servicio_id: line.serviceId,
        peluquero_id: line.professionalId ?? 0,
      })) ?? null,
    desde: formatDate(firstDay),
    hasta: formatDate(lastDay),
    hora_desde: fromMinute === null ? null : formatTime(fromMinute),
    hora_hasta: toMinute === null ? null : formatTime(toMinute),
  }
}

/** An entry; contact details are masked unless the caller may see them (D9). */
export function serializeWaitlistEntry(
  { entry, contactVisible }: WaitlistEntryDetail,
  locale: Locale,
): Static<typeof WaitlistEntryWire> {
  const contact = contactVisible ? entry.contact : maskContact(entry.contact)
  return {
    id: entry.id,
    codigo: entry.code,
    estado: waitlistStateWords[entry.state],
    servicios: entry.services.map(({ id, name }) => ({ id, nombre: localize(name, locale) })),
    profesional: entry.professional && {
      id: entry.professional.id,
      nombre: entry.professional.name,
    },
    lineas:
      entry.lineProfessionalIds?.map((professionalId, index) => ({
        servicio_id: entry.services[index]?.id as number,
        peluquero_id: professionalId ?? 0,
      })) ?? null,
    desde: formatDate(entry.firstDay),
    hasta: formatDate(entry.lastDay),
    hora_desde: entry.fromMinute === null ? null : formatTime(entry.fromMinute),
    hora_hasta: entry.toMinute === null ? null : formatTime(entry.toMinute),
    cliente: { nombre: contact.name, email: contact.email, telefono: contact.phone },
    notas: contactVisible ? entry.notes : maskNotes(entry.notes),
    oferta: entry.offer && serializeOffer(entry, entry.offer),
    reserva_id: entry.bookingId,
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  }
}

const serializeOffer = (entry: WaitlistEntry, offer: WaitlistOffer) => ({
  id: offer.id,
  fecha: formatDate(localTime(entry, offer.startsAt).day),
  ...serializeTimes(entry, offer),
  profesional: { id: offer.professional.id, nombre: offer.professional.name },
  expira_en: offer.expiresAt.toISOString(),
})
