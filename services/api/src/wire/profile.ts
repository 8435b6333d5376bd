import type { Profile, ProfileUpdate } from '@silla/core'
import { maxPasswordLength, minPasswordLength } from '@silla/core'
import { type FieldProblem, fail, languages } from '@silla/errors'
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
    telefono: text('Phone in E.164, or empty'),
    idioma: oneOf(languages, 'Language of their mail'),
    fecha_nacimiento: nullable(date('Date of birth')),
    acepta_marketing: flag('They want to hear of offers'),
    email_verificado: flag('The e-mail is theirs'),
    puntos_saldo: count('Points they hold'),
    reservas_totales: count(
      'Bookings they ever made, also those made as a guest and those that were cancelled',
    ),
    created_at: timestamp('Since when the business knows them'),
  },
  { $id: 'Perfil', description: 'What the business knows of a customer, as the customer sees it' },
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
    nombre: optionalText(`Up to ${maxNameLength} characters`),
    telefono: optionalText("In any spelling the business's country uses"),
    idioma: Type.Optional(oneOf(languages, 'Language of their mail')),
    fecha_nacimiento: optionalText('Date of birth, YYYY-MM-DD'),
    acepta_marketing: optionalFlag('They want to hear of offers'),
    password: Type.Optional(
      Type.String({
        description: `A new password, ${minPasswordLength} to ${maxPasswordLength} characters`,
        maxLength: maxPasswordLength,
      }),
    ),
    password_actual: Type.Optional(
      Type.String({
        description:
          'The present password, unless the token was given for a code within the last ten minutes',
        maxLength: maxPasswordLength,
      }),
    ),
  },
  { description: 'What changes; what is left out stays' },
)

/** What a customer changes; a date of birth has to lie in the past. */
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

function parseBirthDate(written: string, today: EpochDay): string {
  const day = requireDate(written)
  if (day > today) fail('VALIDATION_ERROR', { problems: [outside('too_large', formatDate(today))] })
  if (day < (parseDate(earliestBirth) ?? 0))
    fail('VALIDATION_ERROR', { problems: [outside('too_small', earliestBirth)] })
  return formatDate(day)
}

const outside = (keyword: 'too_large' | 'too_small', limit: string): FieldProblem => ({
  field: 'fecha_nacimiento',
  problem: { keyword, limit },
})

export const ErasureWire = closed({
  id: identifier('The row that the books keep'),
  borrado_en: timestamp('When'),
})

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
