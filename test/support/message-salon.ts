import { setMessageSender } from '@silla/core'
import type { TestSalon } from './salon.ts'
import { staffOf } from './staff.ts'

let count = 0

/** Has a salon send messages by both channels, from senders that no other salon of the file has (D77). */
export async function addMessageSenders(
  salon: TestSalon,
): Promise<{ sms: string; whatsapp: string }> {
  const staff = await staffOf(salon)
  const number = String(++count).padStart(6, '0')
  const senders = { sms: `+34910${number}`, whatsapp: `100000${number}` }
  for (const channel of ['sms', 'whatsapp'] as const)
    await setMessageSender(staff, { channel, sender: senders[channel], registeredOn: null })
  return senders
}
