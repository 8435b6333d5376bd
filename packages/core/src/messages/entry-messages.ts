import {
  customerConsentQueries,
  customerQueries,
  messageQueries,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import type { MessageChoice } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import type { BookingMessages } from './booking-messages.ts'

type Entry = waitlistQueries.WaitlistEntryRow

/**
 * By which messages an entry of the waitlist gets its offers (D77): those that were agreed to with it, or by
 * its customer with the number.
 *
 * @throws WAITLIST_NOT_FOUND
 */
export const entryMessages = (
  { tenant }: Pick<RequestContext, 'tenant'>,
  code: string,
): Promise<BookingMessages> =>
  tenant.db.transaction(async (tx) => (await readEntryMessages(tx, code)).messages)

/**
 * Records by which channels the customer of an entry agrees to messages; one that is left out is withdrawn,
 * from the entry and from what they agreed to before with the number.
 *
 * @throws WAITLIST_NOT_FOUND
 */
export async function chooseEntryMessages(
  { tenant, realClock }: Pick<RequestContext, 'tenant' | 'realClock'>,
  { code, channels, wording }: MessageChoice & { code: string },
): Promise<void> {
  await tenant.db.transaction(async (tx) => {
    const { entry, customerId, agreed, messages } = await readEntryMessages(tx, code)
    const { available, phone } = messages
    const chosen = available.filter((channel) => channels.includes(channel))
    if (available.length === 0) return
    await waitlistQueries.updateEntryMessages(tx, {
      ...{ id: entry.id, channels: chosen, wording: chosen.length > 0 ? wording : '' },
    })
    const withdrawn = agreed.filter((kind) => !channels.includes(kind))
    if (customerId === null || withdrawn.length === 0) return
    await customerQueries.lockCustomer(tx, customerId)
    for (const kind of withdrawn)
      await customerConsentQueries.insertConsent(tx, {
        ...{ customerId, kind, granted: false, means: 'online', wording: '', phone },
        ...{ recordedBy: 'customer', staffId: null, recordedAt: realClock.now() },
      })
  })
}

async function readEntryMessages(tx: Tx, code: string) {
  const [entry] = await waitlistQueries.findWaitlistEntryByCode(tx, code)
  if (!entry) return fail('WAITLIST_NOT_FOUND')
  const { phone } = entry.contact
  const [senders, [customer]] = await Promise.all([
    messageQueries.listSenders(tx),
    waitlistQueries.findCustomerOfEntry(tx, entry.id),
  ])
  const customerId = customer?.id ?? null
  const consents =
    customerId === null ? [] : await messageQueries.listConsentedChannels(tx, { customerId, phone })
  const agreed = consents.map(({ channel }) => channel)
  const available = isLive(entry) && phone !== '' ? senders.map(({ channel }) => channel) : []
  const messages: BookingMessages = {
    available,
    chosen: available.filter(
      (channel) => entry.messageChannels.includes(channel) || agreed.includes(channel),
    ),
    phone,
    phoneVisible: false,
  }
  return { entry, customerId, agreed, messages }
}

const isLive = ({ state }: Entry): boolean => state === 'waiting' || state === 'offered'
