import type { OpenedChallenge, RegistrationInput, SignedIn } from '@silla/core'
import { maxPasswordLength, minPasswordLength } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Language, languages } from '@silla/locale'
import { type Static, Type } from 'typebox'
import { maxEmailLength, maxNameLength, parseEmail, parseName, parseTelephone } from './contact.ts'
import {
  closed,
  count,
  identifier,
  oneOf,
  optionalFlag,
  optionalText,
  text,
  timestamp,
} from './schema.ts'

const password = (description: string) =>
  Type.String({
    description: `${description}, ${minPasswordLength} to ${maxPasswordLength} characters`,
    maxLength: maxPasswordLength,
  })

export const RegistrationWire = closed(
  {
    nombre: text(`Name, one line without links. Up to ${maxNameLength} characters`),
    email: text(`E-mail, to which the code is sent. Up to ${maxEmailLength} characters`),
    telefono: optionalText("Phone, in any format of the business's country"),
    password: password('New password'),
    idioma: Type.Optional(
      oneOf(languages, 'Language of e-mails; default the language of the request'),
    ),
    acepta_marketing: optionalFlag('Whether they accept marketing'),
  },
  { description: 'A new account' },
)

/** The body of a registration; its language defaults to that of the request. */
export function parseRegistration(
  body: Static<typeof RegistrationWire>,
  { country, language }: { country: string; language: Language },
): Omit<RegistrationInput, 'clientAddress'> {
  const problems: FieldProblem[] = []
  const name = parseName(body.nombre, problems)
  const email = parseEmail(body.email, problems)
  const phone = parseTelephone(body.telefono, country, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    name,
    email,
    phone: phone ?? '',
    password: body.password,
    language: body.idioma ?? language,
    acceptsMarketing: body.acepta_marketing ?? false,
  }
}

export const LogInWire = closed(
  {
    email: text('E-mail of the account'),
    password: Type.Optional(password('Optional: without it the code alone signs in')),
  },
  { description: 'A sign-in' },
)

export function parseLogIn(body: Static<typeof LogInWire>): {
  email: string
  password: string | null
} {
  const problems: FieldProblem[] = []
  const email = parseEmail(body.email, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { email, password: body.password ?? null }
}

const challengeId = Type.String({
  description: '`otp_id` of the response that started the sign-in',
  maxLength: 100,
})

export const CodeWire = closed(
  {
    otp_id: challengeId,
    codigo: Type.String({ description: 'The six digits of the e-mail', maxLength: 20 }),
  },
  { description: 'The code of the e-mail' },
)
export const ResendWire = closed({ otp_id: challengeId }, { description: 'A started sign-in' })
export const RefreshWire = closed(
  { refresh_token: refreshToken('The latest refresh token') },
  { description: 'A session' },
)
export const LogOutWire = closed(
  { refresh_token: Type.Optional(refreshToken('Refresh token of the session')) },
  { description: 'The session to end' },
)

function refreshToken(description: string) {
  return Type.String({ description, maxLength: 200 })
}

export const ChallengeWire = closed(
  {
    otp_requerido: Type.Boolean({ description: 'Always true: a code is sent by e-mail' }),
    otp_id: text('To be sent with the code'),
    canal: oneOf(['email'], 'How the code is sent'),
    expira_en: timestamp('When the code expires'),
  },
  { $id: 'Otp', description: 'A sign-in that waits for its code' },
)

/** The same whether or not the account exists; only the e-mail reveals that (D11). */
export const serializeChallenge = ({
  challengeId,
  expiresAt,
}: OpenedChallenge): Static<typeof ChallengeWire> => ({
  otp_requerido: true,
  otp_id: challengeId,
  canal: 'email',
  expira_en: expiresAt.toISOString(),
})

export const SignedInWire = closed(
  {
    access_token: text('For the header `Authorization: Bearer ...`'),
    refresh_token: text('Valid for one renewal; store it where other pages cannot read it'),
    token_type: oneOf(['Bearer'], 'Type of the access token'),
    expires_in: count('Lifetime of the access token in seconds'),
    refresh_expires_in: count('Lifetime of the refresh token in seconds'),
    cliente: closed(
      { id: identifier('The customer'), nombre: text('Name'), email: text('E-mail') },
      { description: 'The customer' },
    ),
  },
  { $id: 'Sesion', description: 'A session and its tokens' },
)

export const serializeSignedIn = (signedIn: SignedIn): Static<typeof SignedInWire> => ({
  access_token: signedIn.accessToken,
  refresh_token: signedIn.refreshToken,
  token_type: 'Bearer',
  expires_in: signedIn.accessSeconds,
  refresh_expires_in: signedIn.refreshSeconds,
  cliente: {
    id: signedIn.customer.id,
    nombre: signedIn.customer.name,
    email: signedIn.customer.email,
  },
})

export const LoggedOutWire = closed(
  { sesion_cerrada: Type.Boolean({ description: 'Always true' }) },
  { $id: 'SesionCerrada', description: 'A session that was ended' },
)

export const signInComponents = [ChallengeWire, SignedInWire, LoggedOutWire]
