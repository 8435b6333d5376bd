import {
  type InviteStaffInput,
  permissionsOf,
  type StaffMember,
  type StaffState,
  type StaffUpdate,
  staffStateOf,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { languages } from '@silla/locale'
import { type Static, Type } from 'typebox'
import { maxEmailLength, maxNameLength, parseEmail, parseName } from './contact.ts'
import { type Params, parseEnum } from './params.ts'
import { permissionOf, permissionWords, roleOf, roleWords } from './permissions.ts'
import {
  closed,
  count,
  identifier,
  nullable,
  oneOf,
  optionalText,
  text,
  timestamp,
} from './schema.ts'
import { StaffSessionWire } from './staff-session.ts'

// The people who work with Silla in a salon (D60, D65, D66).

export const staffStateWords = {
  invited: 'invitada',
  active: 'activa',
  deactivated: 'desactivada',
} as const satisfies Record<StaffState, string>

const roleNames = Object.values(roleWords)
const permissionNames = Object.values(permissionWords)

const permissionList = (description: string) =>
  Type.Array(oneOf(permissionNames, 'A permission'), { description })

export const StaffWire = closed(
  {
    id: identifier('The person'),
    nombre: text('Name'),
    email: text('E-mail'),
    rol: oneOf(roleNames, 'What they may do'),
    estado: oneOf(
      Object.values(staffStateWords),
      'Whether they have accepted, or were deactivated',
    ),
    peluquero_id: nullable(identifier('The professional whose agenda is their own; null: none')),
    peluquero_nombre: nullable(text('The name of that professional; null: none')),
    idioma: oneOf(languages, 'Language of e-mails to them'),
    permisos: permissionList('What they may do: those of the role, with these changes'),
    permisos_extra: permissionList('What they may do beyond their role'),
    permisos_retirados: permissionList('What they may not do in spite of their role'),
    invitada_en: timestamp('Time of the last invitation'),
    invitacion_caduca_en: nullable(
      timestamp('Until when the invitation that waits can be accepted; null: none waits'),
    ),
    aceptada_en: nullable(timestamp('When they accepted; null: not yet')),
    desactivada_en: nullable(timestamp('When they were deactivated; null: they were not')),
    version: count('Increases with each change'),
  },
  { $id: 'Persona', description: 'A person who works with Silla in the salon' },
)

export const NewStaffWire = closed(
  {
    nombre: text(`One line without links. Up to ${maxNameLength} characters`),
    email: text(`E-mail, to which the link is sent. Up to ${maxEmailLength} characters`),
    rol: oneOf(roleNames, 'What they may do'),
    peluquero_id: Type.Optional(identifier('The professional whose agenda is their own')),
    idioma: Type.Optional(
      oneOf(languages, 'Language of e-mails to them; default the main language of the business'),
    ),
  },
  {
    description: 'Somebody to invite',
    examples: [{ nombre: 'Lola Gil', email: 'lola@example.com', rol: 'recepcion' }],
  },
)

const removable = ['peluquero_id'] as const

export const StaffChangeWire = closed(
  {
    nombre: optionalText(`One line without links. Up to ${maxNameLength} characters`),
    rol: Type.Optional(oneOf(roleNames, 'What they may do')),
    peluquero_id: Type.Optional(identifier('The professional whose agenda is their own')),
    idioma: Type.Optional(oneOf(languages, 'Language of e-mails to them')),
    permisos_extra: Type.Optional(
      Type.Array(oneOf(permissionNames, 'A permission'), {
        uniqueItems: true,
        description: 'All that they may do beyond their role; `[]`: nothing',
      }),
    ),
    permisos_retirados: Type.Optional(
      Type.Array(oneOf(permissionNames, 'A permission'), {
        uniqueItems: true,
        description: 'All that they may not do in spite of their role; `[]`: nothing',
      }),
    ),
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
          'The `version` that the caller has seen; when the person has changed since, nothing is changed',
      }),
    ),
  },
  {
    description: 'The changes; absent fields stay unchanged',
    examples: [{ rol: 'recepcion', permisos_extra: ['caja.descuento'], version: 2 }],
  },
)

export const EndedStaffSessionWire = closed(
  { id: identifier('The session'), cerrada_en: timestamp('Time of its end') },
  { $id: 'SesionPersonalCerrada', description: 'A session that was ended' },
)

export const EndedStaffSessionsWire = closed(
  { cerradas: count('How many sessions were open and have ended') },
  { $id: 'SesionesPersonalCerradas', description: 'All sessions of a person, which were ended' },
)

export const staffComponents = [
  StaffWire,
  StaffSessionWire,
  EndedStaffSessionWire,
  EndedStaffSessionsWire,
]

/** `estado`; null: all but the deactivated. */
export function parseStaffState(params: Params): StaffState | null {
  const word = parseEnum(params, 'estado', Object.values(staffStateWords))
  const states = Object.keys(staffStateWords) as StaffState[]
  return states.find((state) => staffStateWords[state] === word) ?? null
}

export function parseNewStaff(body: Static<typeof NewStaffWire>): InviteStaffInput {
  const problems: FieldProblem[] = []
  const name = parseName(body.nombre, problems)
  const email = parseEmail(body.email, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    name,
    email,
    role: roleOf(body.rol),
    professionalId: body.peluquero_id ?? null,
    language: body.idioma ?? null,
  }
}

export function parseStaffChange(body: Static<typeof StaffChangeWire>): Omit<StaffUpdate, 'id'> {
  const problems: FieldProblem[] = []
  const name = body.nombre === undefined ? null : parseName(body.nombre, problems)
  const isRemoved = body.quitar?.includes('peluquero_id') ?? false
  if (isRemoved && body.peluquero_id !== undefined)
    problems.push({ field: 'peluquero_id', problem: { keyword: 'not_together', limit: 'quitar' } })
  const added = body.permisos_extra ?? []
  if (body.permisos_retirados?.some((word) => added.includes(word)))
    problems.push({
      field: 'permisos_retirados',
      problem: { keyword: 'not_together', limit: 'permisos_extra' },
    })
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    name,
    role: body.rol === undefined ? null : roleOf(body.rol),
    professionalId: isRemoved ? 'none' : (body.peluquero_id ?? null),
    language: body.idioma ?? null,
    permissionsAdded: body.permisos_extra?.map(permissionOf) ?? null,
    permissionsRemoved: body.permisos_retirados?.map(permissionOf) ?? null,
    version: body.version ?? null,
  }
}

export const serializeStaff = (person: StaffMember): Static<typeof StaffWire> => ({
  id: person.id,
  nombre: person.name,
  email: person.email,
  rol: roleWords[person.role],
  estado: staffStateWords[staffStateOf(person)],
  peluquero_id: person.professional?.id ?? null,
  peluquero_nombre: person.professional?.name ?? null,
  idioma: person.language,
  permisos: [...permissionsOf(person)].map((permission) => permissionWords[permission]),
  permisos_extra: person.permissionsAdded.map((permission) => permissionWords[permission]),
  permisos_retirados: person.permissionsRemoved.map((permission) => permissionWords[permission]),
  invitada_en: person.invitedAt.toISOString(),
  invitacion_caduca_en: person.invitationExpiresAt?.toISOString() ?? null,
  aceptada_en: person.acceptedAt?.toISOString() ?? null,
  desactivada_en: person.deactivatedAt?.toISOString() ?? null,
  version: person.version,
})

export const serializeEndedStaffSession = ({
  id,
  endedAt,
}: {
  id: number
  endedAt: Date
}): Static<typeof EndedStaffSessionWire> => ({ id, cerrada_en: endedAt.toISOString() })
