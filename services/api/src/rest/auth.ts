import {
  emailKey,
  logIn,
  logOut,
  register,
  renewSession,
  resendCode,
  verifyCode,
} from '@silla/core'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { querySchema } from '../wire/param-schemas.ts'
import { ref } from '../wire/schema.ts'
import {
  ChallengeWire,
  CodeWire,
  LoggedOutWire,
  LogInWire,
  LogOutWire,
  parseLogIn,
  parseRegistration,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  SignedInWire,
  serializeChallenge,
  serializeSignedIn,
} from '../wire/sign-in.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { tokenAccepted } from './security-schemes.ts'

const tags = ['Signing in']

/** Counted by address (D27); where an e-mail is named, by that too. */
const config = { limit: 'auth' } as const

/** From an e-mail to a session, and out of it again (D11). */
export function authRoutes(app: FastifyInstance, { credentials }: RestOptions): void {
  app.post<{ Body: Static<typeof RegistrationWire> }>(
    '/auth/registro/',
    {
      config,
      schema: {
        tags,
        summary: 'Register',
        description:
          'Sends a code to the e-mail; the account is made when it comes back. An e-mail that has an account gets another letter, and the answer is the same. Refused with WEAK_PASSWORD or RATE_LIMIT_EXCEEDED.',
        querystring: querySchema(),
        body: RegistrationWire,
        response: createdResponse(ref(ChallengeWire)),
      },
    },
    async (request, reply) => {
      const { country } = (await request.context.tenant.catalog()).business.address
      const input = parseRegistration(request.body, {
        country,
        language: request.languages.message,
      })
      await reply.limitAccount('auth', emailKey(input.email))
      return reply
        .code(201)
        .send(serializeChallenge(await register(request.context, credentials, input)))
    },
  )

  app.post<{ Body: Static<typeof LogInWire> }>(
    '/auth/login/',
    {
      config,
      schema: {
        tags,
        summary: 'Log in',
        description:
          'With a password, or with the e-mail alone; a code follows by mail either way. Without a password the answer is the same whether there is an account or not. Refused with INVALID_CREDENTIALS or RATE_LIMIT_EXCEEDED.',
        querystring: querySchema(),
        body: LogInWire,
        response: okResponse(ref(ChallengeWire)),
      },
    },
    async (request, reply) => {
      const query = { ...parseLogIn(request.body), language: request.languages.message }
      await reply.limitAccount('auth', emailKey(query.email))
      return serializeChallenge(await logIn(request.context, credentials, query))
    },
  )

  app.post<{ Body: Static<typeof CodeWire> }>(
    '/auth/verify-otp/',
    {
      config,
      schema: {
        tags,
        summary: 'Show the code',
        description:
          'Signs in, and makes the account of whoever was registering. A code works once, for ten minutes, and bears five tries. Refused with OTP_INVALID, OTP_EXPIRED or OTP_TOO_MANY_ATTEMPTS.',
        querystring: querySchema(),
        body: CodeWire,
        response: okResponse(ref(SignedInWire)),
      },
    },
    async (request) => {
      const { otp_id: challengeId, codigo: code } = request.body
      return serializeSignedIn(
        await verifyCode(request.context, credentials, { challengeId, code: code.trim() }),
      )
    },
  )

  app.post<{ Body: Static<typeof ResendWire> }>(
    '/auth/reenviar-otp/',
    {
      config,
      schema: {
        tags,
        summary: 'Send another code',
        description:
          'The new code kills the one before. Refused with OTP_INVALID, OTP_EXPIRED (an hour after it was begun), and with RATE_LIMIT_EXCEEDED within a minute of the last code or after five within an hour.',
        querystring: querySchema(),
        body: ResendWire,
        response: okResponse(ref(ChallengeWire)),
      },
    },
    async (request) =>
      serializeChallenge(
        await resendCode(request.context, credentials, { challengeId: request.body.otp_id }),
      ),
  )

  app.post<{ Body: Static<typeof RefreshWire> }>(
    '/auth/refresh/',
    {
      config,
      schema: {
        tags,
        summary: 'Renew the tokens',
        description:
          'A new pair for a refresh token, which is good for this once. One that comes again later than ten seconds after its use ends the session. Refused with INVALID_TOKEN or TOKEN_EXPIRED.',
        querystring: querySchema(),
        body: RefreshWire,
        response: okResponse(ref(SignedInWire)),
      },
    },
    async (request) =>
      serializeSignedIn(
        await renewSession(request.context, credentials, {
          refreshToken: request.body.refresh_token,
        }),
      ),
  )

  app.post<{ Body: Static<typeof LogOutWire> }>(
    '/auth/logout/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Log out',
        description:
          'Ends the session of the refresh token, and that of the access token if one is shown. Refused with AUTHENTICATION_REQUIRED when there is neither.',
        querystring: querySchema(),
        body: LogOutWire,
        response: okResponse(LoggedOutWire),
      },
    },
    async (request) => {
      await logOut(request.context, { refreshToken: request.body.refresh_token ?? null })
      return { sesion_cerrada: true }
    },
  )
}
