import type { DemoBusiness } from '../demo-file.ts'
import type { ExampleApi, Send } from './example-api.ts'

export interface Session {
  accessToken: string
  refreshToken: string
}

interface SessionWire {
  access_token: string
  refresh_token: string
}

export const newCustomer = (email: string) => ({
  nombre: 'Nuria Gil',
  email,
  password: 'la silla junto a la ventana',
})

/** Requests an account; it exists when the code is verified, which is in an email. */
export const register = (send: Send, { publishableKey: key }: DemoBusiness, email: string) =>
  send<{ otp_id: string }>(
    { key },
    { method: 'POST', path: '/auth/registro/', body: newCustomer(email) },
  )

/** Makes an account for an email that has none. */
export async function signUp(
  { send, codeFor }: ExampleApi,
  business: DemoBusiness,
  email: string,
): Promise<Session> {
  const { otp_id } = await register(send, business, email)
  const codigo = await codeFor(business, email)
  return sessionOf(
    await send<SessionWire>(
      { key: business.publishableKey },
      { method: 'POST', path: '/auth/verify-otp/', body: { otp_id, codigo } },
    ),
  )
}

export const renew = async (
  { send }: ExampleApi,
  { publishableKey: key }: DemoBusiness,
  { refreshToken: refresh_token }: Session,
): Promise<Session> =>
  sessionOf(
    await send<SessionWire>(
      { key },
      { method: 'POST', path: '/auth/refresh/', body: { refresh_token } },
    ),
  )

const sessionOf = ({ access_token, refresh_token }: SessionWire): Session => ({
  accessToken: access_token,
  refreshToken: refresh_token,
})
