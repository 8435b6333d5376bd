import { customerQueries, eventQueries, type Profile, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { CustomerChange } from '../model/event.ts'

/**
 * Appends an event with the profile of a customer, as this transaction has written it, and returns
 * that profile (D31).
 *
 * @throws INVALID_TOKEN when there is no account
 */
export async function recordCustomerEvent(
  tx: Tx,
  type: 'cliente.registrado' | 'cliente.actualizado',
  { id, now }: { id: number; now: Date },
): Promise<Profile> {
  const [profile = fail('INVALID_TOKEN')] = await customerQueries.findCustomerWithAccount(tx, id)
  const { id: customerId, ...rest } = profile
  const payload: CustomerChange = { customerId, ...rest }
  await eventQueries.recordEvent(tx, { type, at: now, payload })
  return profile
}
