import {
  type CustomerCard,
  type CustomerUpdate,
  type FoundCustomer,
  type NewCustomer,
  parsePhone,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { languages } from '@silla/locale'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { maxEmailLength, maxNameLength, parseEmail, parseName, parseTelephone } from './contact.ts'
import { ConsentWire, CustomerNoteWire, serializeConsent, serializeNote } from './customer-note.ts'
import { type Locale, localize } from './localize.ts'
import { failField, type Params, parseStoredText } from './params.ts'
import {
  closed,
  count,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  optionalText,
  ref,
  text,
  timestamp,
} from './schema.ts'

const customerFields = {
  id: identifier('The customer'),
  nombre: text('Name'),
  email: text('E-mail; empty when there is none, or the caller may not see it'),
  telefono: text('Phone in E.164; empty when there is none, or the caller may not see it'),
  contacto_visible: flag('Whether the caller may see e-mail and phone'),
  idioma: oneOf(languages, 'Language of e-mails'),
  tiene_cuenta: flag('Whether they sign in with an account of their own'),
  puntos_saldo: count('Points balance'),
  reservas_totales: count('Number of all bookings, including cancelled ones'),
  bloqueado_en: nullable(timestamp('Since when they cannot book; null when they can')),
  created_at: timestamp('Creation time'),
}

export const CustomerWire = closed(customerFields, {
  $id: 'ClienteSalon',
  description: 'A customer, for the business',
})

export const CustomerCardWire = closed(
  {
    ...customerFields,
    version: count('Increases with each change of name, e-mail, phone and language'),
    fecha_nacimiento: nullable(date('Date of birth; null when it is not known')),
    acepta_marketing: flag('Whether they accept marketing'),
    notas: Type.Array(ref(CustomerNoteWire), {
      description:
        'Notes, newest first, without allergies; empty for a caller who may not read them',
    }),
    alergias: nullable(count('Number of allergies; null for a caller who may not know')),
    consentimientos: Type.Array(ref(ConsentWire), { description: 'The latest of each kind' }),
    historial: closed(
      {
        visitas: count('Completed visits'),
        ausencias: count('Visits to which they did not come'),
        cancelaciones: count('Cancelled bookings'),
        proximas: count('Bookings that are still to come'),
        primera_visita: nullable(timestamp('Start of the first completed visit')),
        ultima_visita: nullable(timestamp('Start of the last completed visit')),
        proxima_visita: nullable(timestamp('Start of the next booking')),
        gasto_visitas: money('Total of the completed visits'),
        gasto_pedidos: money('Total of the paid orders'),
        servicios: Type.Array(
          closed(
            {
              servicio_id: identifier('The service'),
              nombre: text('Name at the last visit'),
              veces: count('Completed visits with it'),
              ultima_duracion: count('Minutes at the last visit'),
              duracion_media: count('Minutes on average'),
              ultima_visita: timestamp('Start of the last visit with it'),
            },
            { description: 'A service that the customer has had' },
          ),
          { description: 'How long each service took, that of the last visit first, at most 20' },
        ),
      },
      { description: 'Visits and purchases' },
    ),
  },
  { $id: 'FichaCliente', description: 'The card of a customer, for the business' },
)

export const NewCustomerWire = closed(
  {
    nombre: text(`One line without links. Up to ${maxNameLength} characters`),
    email: optionalText(`E-mail, which only one customer has. Up to ${maxEmailLength} characters`),
    telefono: optionalText("In any format of the business's country"),
    idioma: Type.Optional(
      oneOf(languages, 'Language of e-mails; default the main language of the business'),
    ),
  },
  {
    description: 'A customer whom the business adds',
    examples: [{ nombre: 'Lucía Prado', email: 'lucia@example.com', telefono: '612 34 56 78' }],
  },
)

const removable = ['email', 'telefono'] as const

export const CustomerChangeWire = closed(
  {
    nombre: optionalText(`One line without links. Up to ${maxNameLength} characters`),
    email: optionalText(`E-mail, which only one customer has. Up to ${maxEmailLength} characters`),
    telefono: optionalText("In any format of the business's country"),
    idioma: Type.Optional(oneOf(languages, 'Language of e-mails')),
    quitar: Type.Optional(
      Type.Array(oneOf(removable, 'A field'), {
        uniqueItems: true,
        description: 'Fields to empty; not together with a value for them',
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The `version` that the caller has seen; when the card has changed since, nothing is changed',
      }),
    ),
  },
  {
    description: 'The changes; absent fields stay unchanged',
    examples: [{ telefono: '699 11 22 33', version: 1 }],
  },
)

export const customerComponents = [CustomerWire, CustomerCardWire]

/** `q` or `telefono`; VALIDATION_ERROR for both, and for a phone that cannot be one. */
export function parseCustomerSearch(
  params: Params,
  { country }: { country: string },
): { text: string } | { phone: string } {
  const query = parseStoredText(params, 'q')
  const telephone = parseStoredText(params, 'telefono')
  if (telephone === null) return { text: query ?? '' }
  if (query !== null) failField('telefono', { keyword: 'not_together', limit: 'q' })
  return { phone: parsePhone(telephone, country) ?? failField('telefono', 'bad_phone') }
}

export function parseNewCustomer(
  body: Static<typeof NewCustomerWire>,
  { country }: { country: string },
): NewCustomer {
  const problems: FieldProblem[] = []
  const name = parseName(body.nombre, problems)
  const email = body.email === undefined ? '' : parseEmail(body.email, problems)
  const phone = parseTelephone(body.telefono, country, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { name, email, phone, language: body.idioma ?? null }
}

export function parseCustomerChange(
  body: Static<typeof CustomerChangeWire>,
  { country }: { country: string },
): Omit<CustomerUpdate, 'id'> {
  const problems: FieldProblem[] = []
  const name = body.nombre === undefined ? null : parseName(body.nombre, problems)
  const email = body.email === undefined ? null : parseEmail(body.email, problems)
  const phone = parseTelephone(body.telefono, country, problems)
  const removed = new Set(body.quitar)
  for (const field of removed) {
    if (body[field] !== undefined)
      problems.push({ field, problem: { keyword: 'not_together', limit: 'quitar' } })
  }
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    name,
    email: removed.has('email') ? '' : email,
    phone: removed.has('telefono') ? '' : phone,
    language: body.idioma ?? null,
    version: body.version ?? null,
  }
}

export const serializeCustomer = (customer: FoundCustomer): Static<typeof CustomerWire> => ({
  id: customer.id,
  nombre: customer.name,
  email: customer.email,
  telefono: customer.phone,
  contacto_visible: customer.contactVisible,
  idioma: customer.language,
  tiene_cuenta: customer.account !== null,
  puntos_saldo: customer.pointsBalance,
  reservas_totales: customer.bookings,
  bloqueado_en: customer.blockedAt?.toISOString() ?? null,
  created_at: customer.createdAt.toISOString(),
})

export const serializeCustomerCard = (
  card: CustomerCard,
  locale: Locale,
): Static<typeof CustomerCardWire> => ({
  ...serializeCustomer(card),
  version: card.version,
  fecha_nacimiento: card.account?.birthDate ?? null,
  acepta_marketing: card.acceptsMarketing,
  notas: card.notes.map(serializeNote),
  alergias: card.allergies,
  consentimientos: card.consents.map(serializeConsent),
  historial: serializeHistory(card.history, locale),
})

const serializeHistory = (history: CustomerCard['history'], locale: Locale) => ({
  visitas: history.visits,
  ausencias: history.noShows,
  cancelaciones: history.cancellations,
  proximas: history.upcoming,
  primera_visita: history.firstVisitAt?.toISOString() ?? null,
  ultima_visita: history.lastVisitAt?.toISOString() ?? null,
  proxima_visita: history.nextVisitAt?.toISOString() ?? null,
  gasto_visitas: toMajor(history.visitsCents),
  gasto_pedidos: toMajor(history.ordersCents),
  servicios: history.services.map((service) => ({
    servicio_id: service.serviceId,
    nombre: localize(service.name, locale),
    veces: service.visits,
    ultima_duracion: service.lastMinutes,
    duracion_media: service.averageMinutes,
    ultima_visita: service.lastVisitAt.toISOString(),
  })),
})
