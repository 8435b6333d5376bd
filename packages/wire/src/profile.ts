import type { Profile, ProfileUpdate } from '@silla/core'
import { maxPasswordLength, minPasswordLength } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { languages } from '@silla/locale'
import { type EpochDay, formatDate, parseDate } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { maxNameLength, parseName, parseTelephone } from './contact.ts'
import { requireDate } from './dates.ts'
import {
  closed,
  count,
  date,
  flag,
  identifier,
  nullable,
  oneOf,
  optionalFlag,
  optionalText,
  text,
  timestamp,
} from './schema.ts'

export const ProfileWire = closed(
  {
    id: identifier('The customer'),
    nombre: text('Name'),
    email: text('E-mail; it cannot be changed'),
    telefono: text('Phone in E.164, empty when there is none'),
    idioma: oneOf(languages, 'Language of e-mails'),
    fecha_nacimiento: nullable(date('Date of birth')),
    acepta_marketing: flag('Whether they accept marketing'),
    email_verificado: flag('Whether the e-mail is verified'),
    puntos_saldo: count('Points balance'),
    reservas_totales: count(
      'Number of all bookings, including those made as a guest and cancelled ones',
    ),
    created_at: timestamp('Creation time of the customer record'),
  },
  { $id: 'Perfil', description: 'The profile of a customer, for that customer' },
)

export const serializeProfile = (profile: Profile): Static<typeof ProfileWire> => ({
  id: profile.id,
  nombre: profile.name,
  email: profile.email,
  telefono: profile.phone,
  idioma: profile.language,
  fecha_nacimiento: profile.birthDate,
  acepta_marketing: profile.acceptsMarketing,
  email_verificado: profile.emailVerified,
  puntos_saldo: profile.pointsBalance,
  reservas_totales: profile.bookings,
  created_at: profile.createdAt.toISOString(),
})

export const ProfileChangeWire = closed(
  {
    nombre: optionalText(`One line without links. Up to ${maxNameLength} characters`),
    telefono: optionalText("In any format of the business's country"),
    idioma: Type.Optional(oneOf(languages, 'Language of e-mails')),
    fecha_nacimiento: optionalText('Date of birth, YYYY-MM-DD'),
    acepta_marketing: optionalFlag('Whether they accept marketing'),
    password: Type.Optional(
      Type.String({
        description: `A new password, ${minPasswordLength} to ${maxPasswordLength} characters`,
        maxLength: maxPasswordLength,
      }),
    ),
    password_actual: Type.Optional(
      Type.String({
        description:
          'The current password; not needed when the token was obtained with a code within the ' +
          'last ten minutes',
        maxLength: maxPasswordLength,
      }),
    ),
  },
  { description: 'The changes; absent fields stay unchanged' },
)

/** The body of a profile change; a date of birth must not be in the future. */
export function parseProfileChange(
  body: Static<typeof ProfileChangeWire>,
  { country, today }: { country: string; today: EpochDay },
): ProfileUpdate {
  const problems: FieldProblem[] = []
  const name = body.nombre === undefined ? null : parseName(body.nombre, problems)
  const phone = parseTelephone(body.telefono, country, problems)
  if (body.password_actual !== undefined && body.password === undefined) {
    problems.push({ field: 'password', problem: 'required' })
  }
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    name,
    phone,
    language: body.idioma ?? null,
    birthDate:
      body.fecha_nacimiento === undefined ? null : parseBirthDate(body.fecha_nacimiento, today),
    acceptsMarketing: body.acepta_marketing ?? null,
    password: body.password ?? null,
    currentPassword: body.password_actual ?? null,
  }
}

const earliestBirth = '1900-01-01'

function parseBirthDate(text: string, today: EpochDay): string {
  const day = requireDate(text)
  if (day > today)
    fail('VALIDATION_ERROR', { problems: [outOfRange('too_large', formatDate(today))] })
  if (day < (parseDate(earliestBirth) ?? 0))
    fail('VALIDATION_ERROR', { problems: [outOfRange('too_small', earliestBirth)] })
  return formatDate(day)
}

const outOfRange = (keyword: 'too_large' | 'too_small', limit: string): FieldProblem => ({
  field: 'fecha_nacimiento',
  problem: { keyword, limit },
})

export const ErasureWire = closed(
  {
    id: identifier('The id of the anonymous customer record that remains'),
    borrado_en: timestamp('Time of the erasure'),
  },
  { $id: 'CuentaBorrada', description: 'An account that was erased' },
)

export const profileComponents = [ProfileWire, ErasureWire]

export const serializeErasure = ({
  id,
  erasedAt,
}: {
  id: number
  erasedAt: Date
}): Static<typeof ErasureWire> => ({
  id,
  borrado_en: erasedAt.toISOString(),
})
