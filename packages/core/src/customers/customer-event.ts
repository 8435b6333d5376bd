import { customerQueries, eventQueries, type Profile, type Tx } from '@silla/db'
import type { CustomerChange } from '../model/event.ts'

/**
 * Appends an event with the profile of a customer, with an account or without one, as this transaction
 * has written it, and returns that profile (D31).
 */
export async function recordCustomerEvent(
  tx: Tx,
  type: 'cliente.creado' | 'cliente.registrado' | 'cliente.actualizado',
  { id, now }: { id: number; now: Date },
): Promise<Profile> {
  const [profile] = await customerQueries.findProfile(tx, id)
  if (!profile) throw new Error(`there is no customer ${id} to record an event about`)
  const { id: customerId, ...rest } = profile
  const payload: CustomerChange = { customerId, ...rest }
  await eventQueries.recordEvent(tx, { type, at: now, payload })
  return profile
}
