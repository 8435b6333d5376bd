import { businessQueries, inTransaction, messageQueries, type Sql, type Tx } from '@silla/db'
import { isTimeZone } from '@silla/slots'
import type { Clock } from '../clock.ts'
import { monthOf } from '../messages/message-months.ts'
import { findTemplateStates } from '../messages/read-templates.ts'
import { type MessageSender, MessageSenderError } from '../ports/message-sender.ts'
import { type CheckResult, type MessageFault, ok, problem, skip } from './check-result.ts'

/** A ceiling is near from this share on. */
const nearShare = 0.8

/** As WhatsApp knows them without their version: what customers get. */
const customerKinds = [
  ...['confirmed', 'rescheduled', 'cancelled', 'reminder'].map((kind) => `silla_booking_${kind}_`),
  'silla_waitlist_offer_',
]

/**
 * Whether the salons that send messages can (D77): the name that an SMS comes from is registered, WhatsApp has
 * approved the templates in the main language, and the ceiling of the month is not near. As silla_admin.
 *
 * @param providers what WhatsApp says of the templates is read from it; nothing is written
 */
export async function checkMessages(
  admin: Sql,
  clock: Clock,
  providers: readonly MessageSender[],
): Promise<CheckResult> {
  const owners = await messageQueries.listSenderOwners(admin)
  if (owners.length === 0) return skip('messages', 'noMessageSenders', {})
  const faults: { slug: string; fault: MessageFault }[] = []
  for (const { businessId, slug } of owners) {
    const stored = await inTransaction(admin, async (registry) =>
      readState(await businessQueries.setTenant(registry, businessId), clock),
    )
    for (const fault of await faultsOf(stored, providers)) faults.push({ slug, fault })
  }
  return faults.length === 0
    ? ok('messages', 'messagesReady', { count: owners.length })
    : problem('messages', 'messagesIncomplete', { faults })
}

/** null: the salon has no settings */
async function readState(tx: Tx, clock: Clock) {
  const [settings] = await messageQueries.findMessageSettings(tx)
  if (!settings) return null
  const isZoneKnown = isTimeZone(settings.timezone)
  const [used] = isZoneKnown
    ? await messageQueries.findMonth(tx, monthOf(clock.now(), settings.timezone))
    : []
  const senders = [...(await messageQueries.listSenders(tx))]
  return { ...settings, isZoneKnown, senders, segments: used?.segments ?? 0 }
}

async function faultsOf(
  state: Awaited<ReturnType<typeof readState>>,
  providers: readonly MessageSender[],
): Promise<MessageFault[]> {
  if (state === null) return []
  const { isZoneKnown, senders, segments, ceiling, language } = state
  const faults: MessageFault[] = []
  for (const row of senders) {
    const { channel, sender, registeredOn } = row
    if (channel === 'sms' && !sender.startsWith('+') && registeredOn === null)
      faults.push('sender_not_registered')
    if (channel !== 'whatsapp') continue
    const found = await findTemplateStates(row, providers).catch(orUnreadable)
    if (found === 'unreadable') faults.push('templates_unreadable')
    const templates = Object.entries(
      found === null || found === 'unreadable' ? row.templates : found,
    )
    const isApproved = (start: string) =>
      templates.some(([name, states]) => name.startsWith(start) && states[language] === 'approved')
    if (!customerKinds.every(isApproved)) faults.push('templates_not_approved')
  }
  if (!isZoneKnown) faults.push('time_zone_unknown')
  if (segments >= ceiling * nearShare) faults.push('ceiling_near')
  return faults
}

function orUnreadable(error: unknown): 'unreadable' {
  if (error instanceof MessageSenderError) return 'unreadable'
  throw error
}
