import { logIn, logOut, register, renewSession, resendCode, verifyCode } from '@silla/core'
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
} from '@silla/wire'
import { signInAccount } from '../limits/sign-in-account.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

/**
 * What signing in has in common. It is rate limited by client address (D27), and by e-mail where the
 * body has one. No slots are used: requests that wait for a password's hash would keep the salon's
 * availability from being answered.
 */
const signIn = {
  tag: 'Authentication',
  access: 'signIn',
  audit: null,
  limit: 'auth',
  weight: 'none',
} as const

/** Registration, sign-in and sign-out (D11). */
export const authOperations = [
  operation({
    ...signIn,
    name: 'sesiones.registro',
    summary: 'Register',
    description:
      'Sends a code to the e-mail address; the account is created once the code is verified. When ' +
      'the address already has an account, a different e-mail is sent and the response is the same.',
    rest: { method: 'POST', path: '/auth/registro/', status: 201 },
    graphql: { field: 'registro', input: 'Registro' },
    body: {
      schema: RegistrationWire,
      parse: (body, { catalog, locale }) =>
        parseRegistration(body, {
          country: catalog.business.address.country,
          language: locale.message,
        }),
    },
    result: one(ChallengeWire),
    errors: {
      RATE_LIMIT_EXCEEDED: 'too many requests, or too many codes for the e-mail within an hour',
      WEAK_PASSWORD: 'the password is easy to guess',
    },
    async run(context, { body }) {
      await context.limitAccount('auth', signInAccount(body.email, 'code'))
      return register(context, context.options.credentials, {
        ...body,
        clientAddress: context.clientAddress(),
      })
    },
    respond: serializeChallenge,
  }),

  operation({
    ...signIn,
    name: 'sesiones.login',
    summary: 'Log in',
    description:
      'With a password, or with the e-mail address alone; a code is sent by e-mail in both cases. ' +
      'Without a password the response is the same whether or not the account exists; if not, the ' +
      'e-mail says how to make one.',
    rest: { method: 'POST', path: '/auth/login/' },
    graphql: { field: 'login', input: 'Acceso' },
    body: { schema: LogInWire, parse: parseLogIn },
    result: one(ChallengeWire),
    errors: {
      RATE_LIMIT_EXCEEDED: 'too many requests, or too many codes for the e-mail within an hour',
      INVALID_CREDENTIALS: 'a wrong password, or no account with this e-mail',
    },
    async run(context, { body }) {
      const method = body.password === null ? 'code' : 'password'
      await context.limitAccount('auth', signInAccount(body.email, method))
      return logIn(context, context.options.credentials, {
        ...body,
        language: context.locale.message,
        clientAddress: context.clientAddress(),
      })
    },
    respond: serializeChallenge,
  }),

  operation({
    ...signIn,
    name: 'sesiones.verificar',
    summary: 'Verify a code',
    description:
      'Signs in, and creates the account when the code belongs to a registration. A code works ' +
      'once, is valid for ten minutes and allows five attempts, fewer after many wrong codes for ' +
      'the same e-mail.',
    rest: { method: 'POST', path: '/auth/verify-otp/' },
    graphql: { field: 'verificar_otp', input: 'CodigoOtp' },
    body: {
      schema: CodeWire,
      parse: ({ otp_id, codigo }) => ({ challengeId: otp_id, code: codigo.trim() }),
    },
    result: one(SignedInWire),
    errors: {
      OTP_INVALID: 'wrong code, code already used, or unknown `otp_id`',
      OTP_EXPIRED: 'the code is older than ten minutes',
      OTP_TOO_MANY_ATTEMPTS: 'the code allows no more attempts; request another one',
    },
    run: (context, { body }) => verifyCode(context, context.options.credentials, body),
    respond: serializeSignedIn,
  }),

  operation({
    ...signIn,
    name: 'sesiones.reenviar',
    summary: 'Send another code',
    description: 'The new code invalidates the previous one.',
    rest: { method: 'POST', path: '/auth/reenviar-otp/' },
    graphql: { field: 'reenviar_otp', input: 'ReenvioOtp' },
    body: { schema: ResendWire, parse: ({ otp_id }) => otp_id },
    result: one(ChallengeWire),
    errors: {
      OTP_INVALID: 'unknown `otp_id`, or signed in already',
      OTP_EXPIRED: 'the sign-in was started an hour ago',
      RATE_LIMIT_EXCEEDED:
        'within a minute of the last code, or too many codes for the e-mail within an hour',
    },
    run: (context, { body: challengeId }) =>
      resendCode(context, context.options.credentials, {
        challengeId,
        clientAddress: context.clientAddress(),
      }),
    respond: serializeChallenge,
  }),

  operation({
    ...signIn,
    name: 'sesiones.renovar',
    summary: 'Renew the tokens',
    description:
      'Returns new tokens for a refresh token, which works once. Using it again more than ten ' +
      'seconds later ends the session.',
    rest: { method: 'POST', path: '/auth/refresh/' },
    graphql: { field: 'renovar_sesion', input: 'RenovacionSesion' },
    body: { schema: RefreshWire, parse: ({ refresh_token }) => refresh_token },
    result: one(SignedInWire),
    errors: {
      INVALID_TOKEN: 'unknown, used before, or its session has ended',
      TOKEN_EXPIRED: 'older than thirty days',
    },
    run: (context, { body: refreshToken }) =>
      renewSession(context, context.options.credentials, { refreshToken }),
    respond: serializeSignedIn,
  }),

  operation({
    name: 'sesiones.cerrar',
    tag: signIn.tag,
    summary: 'Log out',
    description:
      'Ends the session of the refresh token, and that of the access token when one is sent and ' +
      'has not expired.',
    rest: { method: 'POST', path: '/auth/logout/' },
    graphql: { field: 'cerrar_sesion', input: 'CierreSesion', isInputOptional: true },
    access: 'signOut',
    audit: null,
    body: { schema: LogOutWire, parse: ({ refresh_token }) => refresh_token ?? null },
    result: one(LoggedOutWire),
    errors: { AUTHENTICATION_REQUIRED: 'neither token' },
    run: (context, { body: refreshToken }) => logOut(context, { refreshToken }),
    respond: () => ({ sesion_cerrada: true }),
  }),
]
