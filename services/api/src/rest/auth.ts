import { logIn, logOut, register, renewSession, resendCode, verifyCode } from '@silla/core'
import {
  ChallengeWire,
  CodeWire,
  LoggedOutWire,
  LogInWire,
  LogOutWire,
  parseLogIn,
  parseRegistration,
  querySchema,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  ref,
  SignedInWire,
  serializeChallenge,
  serializeSignedIn,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { signInAccount } from '../limits/sign-in-account.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import { tokenAccepted } from './security-schemes.ts'

const tags = ['Authentication']

/**
 * Rate limited by client address (D27), and by e-mail where the body has one. An access token plays
 * no role, so that a client may send an expired one. No slots are used: requests that wait for a
 * password's hash would keep the salon's availability from being answered.
 */
const config = {
  limit: 'auth',
  accessToken: 'ignored',
  weight: requestWeights.none,
  action: null,
} as const

/** Registration, sign-in and sign-out (D11). */
export function authRoutes(app: FastifyInstance, { credentials }: OperationOptions): void {
  app.post<{ Body: Static<typeof RegistrationWire> }>(
    '/auth/registro/',
    {
      config,
      schema: {
        tags,
        summary: 'Register',
        description:
          'Sends a code to the e-mail address; the account is created once the code is ' +
          'verified. When the address already has an account, a different e-mail is sent and ' +
          'the response is the same. Errors: WEAK_PASSWORD, RATE_LIMIT_EXCEEDED.',
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
      await reply.limitAccount('auth', signInAccount(input.email, 'code'))
      const challenge = await register(request.context, credentials, {
        ...input,
        clientAddress: request.clientAddress(),
      })
      return reply.code(201).send(serializeChallenge(challenge))
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
          'With a password, or with the e-mail address alone; a code is sent by e-mail in both ' +
          'cases. Without a password the response is the same whether or not the account ' +
          'exists; if not, the e-mail says how to make one. Errors: INVALID_CREDENTIALS, RATE_LIMIT_EXCEEDED.',
        querystring: querySchema(),
        body: LogInWire,
        response: okResponse(ref(ChallengeWire)),
      },
    },
    async (request, reply) => {
      const input = parseLogIn(request.body)
      const method = input.password === null ? 'code' : 'password'
      await reply.limitAccount('auth', signInAccount(input.email, method))
      return serializeChallenge(
        await logIn(request.context, credentials, {
          ...input,
          language: request.languages.message,
          clientAddress: request.clientAddress(),
        }),
      )
    },
  )

  app.post<{ Body: Static<typeof CodeWire> }>(
    '/auth/verify-otp/',
    {
      config,
      schema: {
        tags,
        summary: 'Verify a code',
        description:
          'Signs in, and creates the account when the code belongs to a registration. A code ' +
          'works once, is valid for ten minutes and allows five attempts, fewer after many wrong ' +
          'codes for the same e-mail. Errors: OTP_INVALID, OTP_EXPIRED, OTP_TOO_MANY_ATTEMPTS.',
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
          'The new code invalidates the previous one. Errors: OTP_INVALID, OTP_EXPIRED (an ' +
          'hour after the sign-in was started), RATE_LIMIT_EXCEEDED (within a minute of the ' +
          'last code, or after too many codes within an hour).',
        querystring: querySchema(),
        body: ResendWire,
        response: okResponse(ref(ChallengeWire)),
      },
    },
    async (request) =>
      serializeChallenge(
        await resendCode(request.context, credentials, {
          challengeId: request.body.otp_id,
          clientAddress: request.clientAddress(),
        }),
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
          'Returns new tokens for a refresh token, which works once. Using it again more than ' +
          'ten seconds later ends the session. Errors: INVALID_TOKEN, TOKEN_EXPIRED.',
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
      config: { accessToken: 'may_be_expired', action: null },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Log out',
        description:
          'Ends the session of the refresh token, and that of the access token when one is ' +
          'sent and has not expired. Errors: AUTHENTICATION_REQUIRED without either.',
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
