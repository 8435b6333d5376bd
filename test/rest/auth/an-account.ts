import { dataOf } from '../../support/assertions.ts'
import { codeFor } from '../../support/emails.ts'
import type { TestSalon } from '../../support/salon.ts'

/** Somebody with an account and a password, and the way to the code that was last sent to them. */
export const marta = {
  nombre: 'Marta Ruiz',
  email: 'marta@example.com',
  password: 'la silla junto a la ventana',
}

/** Registers as people do, and gives what signing in answered. */
export async function hasAccount(salon: TestSalon, who = marta) {
  const { otp_id } = dataOf(await salon.guest.post('/auth/registro/', who), 201)
  return shows(salon, otp_id, who.email)
}

/** Logs in with the password and the code that follows. */
export async function logsIn(
  salon: TestSalon,
  { email, password }: { email: string; password?: string } = marta,
) {
  const { otp_id } = dataOf(await salon.guest.post('/auth/login/', { email, password }))
  return shows(salon, otp_id, email)
}

/** Shows the code that was last sent to an e-mail. */
export async function shows(salon: TestSalon, otp_id: string, email: string) {
  return dataOf(
    await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: await codeFor(salon, email) }),
  )
}

export const bearer = (access_token: string) => ({ authorization: `Bearer ${access_token}` })

/** A code that is not the one given. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
