import type {
  Catalog,
  NewPasskeyAnswer,
  OpenedStaffSession,
  OwnSession,
  Passkey,
  PasskeyAnswer,
  ShownInvitation,
  StaffIdentity,
  StaffSalon,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseEmail, parseName } from './contact.ts'
import { permissionWords, roleWords } from './permissions.ts'
import { closed, flag, identifier, text, timestamp } from './schema.ts'
import { settingNames } from './settings-names.ts'

// The bodies of requests that sign staff in, and what they return (D61, D62). What browsers make of a
// passkey has the names of WebAuthn.

const credential = (response: Record<string, ReturnType<typeof Type.String>>) =>
  Type.Object({
    id: Type.String(),
    rawId: Type.String(),
    type: Type.Literal('public-key'),
    response: Type.Object(response, { additionalProperties: true }),
    clientExtensionResults: Type.Object({}, { additionalProperties: true }),
  })

export const PasskeyAnswerWire = closed(
  {
    credencial: credential({
      clientDataJSON: Type.String(),
      authenticatorData: Type.String(),
      signature: Type.String(),
    }),
  },
  { description: 'A passkey that was used' },
)

export const NewPasskeyWire = closed(
  {
    nombre: text('By which the person recognizes it'),
    credencial: credential({ clientDataJSON: Type.String(), attestationObject: Type.String() }),
  },
  { description: 'A passkey that was made' },
)

export const StaffEmailWire = closed({ email: text('E-mail') }, { description: 'An e-mail' })

export const StaffCodeWire = closed(
  { codigo_id: text('Of the request for the code'), codigo: text('Six digits') },
  { description: 'A code from an e-mail' },
)

export const RecoveryWire = closed(
  { email: text('E-mail'), codigo: text('One of the ten recovery codes') },
  { description: 'A recovery code' },
)

export const InvitationWire = closed(
  { invitacion: text('What follows # in the link of the e-mail') },
  { description: 'An invitation' },
)

export const PasskeyNameWire = closed(
  { nombre: text('By which the person recognizes it') },
  { description: 'The name of a passkey' },
)

export const SalonWire = closed(
  { negocio_id: text('The salon to go on in') },
  { description: 'A salon' },
)

export const parsePasskeyAnswer = ({
  credencial,
}: Static<typeof PasskeyAnswerWire>): PasskeyAnswer => credencial as unknown as PasskeyAnswer

export const parseNewPasskey = ({
  nombre,
  credencial,
}: Static<typeof NewPasskeyWire>): { name: string; answer: NewPasskeyAnswer } => ({
  name: parsePasskeyName({ nombre }),
  answer: credencial as unknown as NewPasskeyAnswer,
})

export function parsePasskeyName({ nombre }: Static<typeof PasskeyNameWire>): string {
  const problems: FieldProblem[] = []
  const name = parseName(nombre, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return name
}

export function parseStaffEmail({ email }: { email: string }): string {
  const problems: FieldProblem[] = []
  const parsed = parseEmail(email, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return parsed
}

/** An invitation, for the person who has its link. */
export const serializeShownInvitation = ({
  name,
  role,
  salonName,
  expiresAt,
}: ShownInvitation) => ({
  nombre: name,
  rol: roleWords[role],
  negocio: salonName,
  caduca_en: expiresAt.toISOString(),
})

/** @param withToken for an app; a browser gets the token as a cookie, which no script can read */
export const serializeOpenedSession = (
  { sessionId, expiresAt, token }: OpenedStaffSession,
  withToken: boolean,
) => ({
  sesion_id: sessionId,
  caduca_en: expiresAt.toISOString(),
  ...(withToken && { token }),
})

export const StaffSessionWire = closed(
  {
    id: identifier('The session'),
    dispositivo: text('Browser and system: `Firefox, Windows`; `API` for an app'),
    compartido: flag('Whether the device is one that the salon shares'),
    iniciada_en: timestamp('Time of the sign-in'),
    vista_en: timestamp('Time of the last request, to some minutes'),
    caduca_en: timestamp('When it ends at the latest'),
    actual: flag('Whether it is the session that makes this request'),
  },
  { $id: 'SesionPersonal', description: 'A session of a person of the salon' },
)

export const serializeOwnSession = (session: OwnSession): Static<typeof StaffSessionWire> => ({
  id: session.id,
  dispositivo: session.deviceName,
  compartido: session.kind === 'desk',
  iniciada_en: session.authenticatedAt.toISOString(),
  vista_en: session.lastSeenAt.toISOString(),
  caduca_en: session.expiresAt.toISOString(),
  actual: session.isCurrent,
})

export const serializePasskey = ({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  nombre: name,
  sincronizada: backedUp,
  creada_en: createdAt.toISOString(),
  usada_en: lastUsedAt?.toISOString() ?? null,
})

export const serializeStaffSalon = ({ businessId, slug, name }: StaffSalon) => ({
  negocio_id: businessId,
  slug,
  nombre: name,
})

/** Who is signed in, and what they may do. */
export const serializeSignedInStaff = (
  person: {
    id: number
    name: string
    email: string
    role: keyof typeof roleWords
    passkeys: number
    hasPin: boolean
  },
  { sessionId, permissions, professionalId, passkeyAt, device }: StaffIdentity,
  /** `page`: the address of its booking page; null: it has none */
  salon: StaffSalon & { page: string | null },
  catalog: Catalog,
) => ({
  persona: {
    id: person.id,
    nombre: person.name,
    email: person.email,
    rol: roleWords[person.role],
    peluquero_id: professionalId,
    permisos: [...permissions].map((permission) => permissionWords[permission]),
    passkeys: person.passkeys,
    tiene_pin: person.hasPin,
  },
  negocio: {
    ...serializeStaffSalon(salon),
    gestion: settingNames.rules.managedBy.words?.[catalog.settings.managedBy],
    pagina_url: salon.page,
    primeros_pasos: firstSteps(catalog),
  },
  sesion: {
    id: sessionId,
    compartida: device === 'desk',
    passkey_en: passkeyAt?.toISOString() ?? null,
  },
})

/** What a new salon has done already of what it needs before customers can book. */
const firstSteps = ({ openings, services, professionals, settings }: Catalog) => ({
  horarios: openings.some(({ opensMinute }) => opensMinute !== null),
  servicios: services.length > 0,
  profesionales: professionals.some(
    ({ serviceIds, shifts }) => serviceIds.length > 0 && shifts.length > 0,
  ),
  pagina: settings.onlinePage,
  cobros: settings.acceptsOnlinePayments,
})
