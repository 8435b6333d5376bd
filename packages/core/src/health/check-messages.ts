import { businessQueries, inTransaction, messageQueries, type Sql, type Tx } from '@silla/db'
import type { Clock } from '../clock.ts'
import { monthOf } from '../messages/message-months.ts'
import { type CheckResult, type MessageFault, ok, problem, skip } from './check-result.ts'

/** A ceiling is near from this share on. */
const nearShare = 0.8

/** As WhatsApp knows them without their version: what customers get. */
const customerKinds = ['confirmed', 'rescheduled', 'cancelled', 'reminder'].map(
  (kind) => `silla_booking_${kind}_`,
)

/**
 * Whether the salons that send messages can (D77): the name that an SMS comes from is registered, WhatsApp has
 * approved the templates in the main language, and the ceiling of the month is not near. As silla_admin.
 */
export async function checkMessages(admin: Sql, clock: Clock): Promise<CheckResult> {
  const owners = await messageQueries.listSenderOwners(admin)
  if (owners.length === 0) return skip('messages', 'noMessageSenders', {})
  const faults: { slug: string; fault: MessageFault }[] = []
  for (const { businessId, slug } of owners)
    await inTransaction(admin, async (registry) => {
      const tx = await businessQueries.setTenant(registry, businessId)
      for (const fault of await faultsOf(tx, clock)) faults.push({ slug, fault })
    })
  return faults.length === 0
    ? ok('messages', 'messagesReady', { count: owners.length })
    : problem('messages', 'messagesIncomplete', { faults })
}

async function faultsOf(tx: Tx, clock: Clock): Promise<MessageFault[]> {
  const [settings] = await messageQueries.findMessageSettings(tx)
  if (!settings) return []
  const { timezone, ceiling, language } = settings
  const senders = await messageQueries.listSenders(tx)
  const [used] = await messageQueries.findMonth(tx, monthOf(clock.now(), timezone))
  const faults: MessageFault[] = []
  for (const { channel, sender, registeredOn, templates } of senders) {
    if (channel === 'sms' && !sender.startsWith('+') && registeredOn === null)
      faults.push('sender_not_registered')
    const isApproved = (start: string) =>
      Object.entries(templates).some(
        ([name, states]) => name.startsWith(start) && states[language] === 'approved',
      )
    if (channel === 'whatsapp' && !customerKinds.every(isApproved))
      faults.push('templates_not_approved')
  }
  if ((used?.segments ?? 0) >= ceiling * nearShare) faults.push('ceiling_near')
  return faults
}
