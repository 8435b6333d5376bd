import type { OpenedChallenge, RegistrationInput, SignedIn } from '@silla/core'
import { maxPasswordLength, minPasswordLength } from '@silla/core'
import { type FieldProblem, fail, type Language, languages } from '@silla/errors'
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
    nombre: text(`Who registers. Up to ${maxNameLength} characters`),
    email: text(`Where the code is sent. Up to ${maxEmailLength} characters`),
    telefono: optionalText("Their phone, in any spelling the business's country uses"),
    password: password('The password to come'),
    idioma: Type.Optional(
      oneOf(languages, 'Language of their mail; without it that of the request'),
    ),
    acepta_marketing: optionalFlag('They want to hear of offers'),
  },
  { description: 'Who registers' },
)

/** Who registers; the language is the request's own unless they chose one. */
export function parseRegistration(
  body: Static<typeof RegistrationWire>,
  { country, language }: { country: string; language: Language },
): RegistrationInput {
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
    email: text('Whose account it is'),
    password: Type.Optional(password('Without it the code alone decides')),
  },
  { description: 'Who signs in' },
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
  description: '`otp_id` of the answer that began it',
  maxLength: 100,
})

export const CodeWire = closed(
  {
    otp_id: challengeId,
    codigo: Type.String({ description: 'The six digits of the mail', maxLength: 20 }),
  },
  { description: 'The code that came by mail' },
)
export const ResendWire = closed({ otp_id: challengeId }, { description: 'Who waits for a code' })
export const RefreshWire = closed(
  { refresh_token: refreshToken('The latest one') },
  { description: 'The session that goes on' },
)
export const LogOutWire = closed(
  { refresh_token: Type.Optional(refreshToken('Of the session that ends')) },
  { description: 'The session that ends' },
)

function refreshToken(description: string) {
  return Type.String({ description, maxLength: 200 })
}

export const ChallengeWire = closed(
  {
    otp_requerido: Type.Boolean({ description: 'Always true: a code follows by mail' }),
    otp_id: text('To be sent back with the code'),
    canal: oneOf(['email'], 'How the code travels'),
    expira_en: timestamp('When the code stops working'),
  },
  { $id: 'Otp', description: 'A sign-in that waits for its code' },
)

/** The same for everybody: whether there is an account is told by mail alone (D11). */
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
    refresh_token: text('Good for one renewal; keep it where no page of others can read it'),
    token_type: oneOf(['Bearer'], 'How the access token is shown'),
    expires_in: count('Seconds that the access token is good for'),
    refresh_expires_in: count('Seconds that the refresh token is good for'),
    cliente: closed(
      { id: identifier('The customer'), nombre: text('Name'), email: text('E-mail') },
      { description: 'Who signed in' },
    ),
  },
  { $id: 'Sesion', description: 'A session, and the tokens that prove it' },
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

export const LoggedOutWire = closed({
  sesion_cerrada: Type.Boolean({ description: 'Always true' }),
})

export const signInComponents = [ChallengeWire, SignedInWire]
