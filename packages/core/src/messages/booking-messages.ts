import {
  bookingQueries,
  customerConsentQueries,
  customerQueries,
  type MessageChannel,
  messageQueries,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { type AccessLevel, accessLevel, canAccess } from '../bookings/booking-access.ts'
import type { RequestContext } from '../request-context.ts'

/** Where messages about a customer's bookings go (D77). */
export interface BookingMessages {
  /** What the salon can send by; none where the booking has no phone number. */
  available: MessageChannel[]
  /** Those that the customer has agreed to with the number of the booking. */
  chosen: MessageChannel[]
  /** E.164; may be empty. */
  phone: string
  /** Whether the caller may see the number. */
  phoneVisible: boolean
}

interface BookingProof {
  bookingId: number
  /** Proof of possession; with a code the caller is a guest. */
  code: string | null
}

/**
 * Which messages the customer of a booking gets.
 *
 * @throws as `accessLevel`; BOOKING_NOT_FOUND
 */
export async function bookingMessages(
  context: RequestContext,
  proof: BookingProof,
): Promise<BookingMessages> {
  const level = accessLevel(context, proof.code, 'bookings.manage')
  return context.tenant.db.transaction(
    async (tx) => (await readMessages(tx, context, proof, level)).messages,
  )
}

/**
 * Records which messages the customer of a booking agrees to; channels that are left out are withdrawn. It
 * is for the number of the booking, and ends no consent of other customers with that number: nobody has
 * proven that it is theirs.
 *
 * @param choice.wording what they read when they agreed; may be empty
 * @throws as `accessLevel`; BOOKING_NOT_FOUND
 */
export async function chooseBookingMessages(
  context: RequestContext,
  {
    channels,
    wording,
    ...proof
  }: BookingProof & { channels: readonly MessageChannel[]; wording: string },
): Promise<BookingMessages> {
  const level = accessLevel(context, proof.code, 'bookings.manage')
  const { identity, realClock } = context
  const byBusiness = level === 'business'
  return context.tenant.db.transaction(async (tx) => {
    const { customerId, messages } = await readMessages(tx, context, proof, level)
    const { available, chosen, phone } = messages
    await customerQueries.lockCustomer(tx, customerId)
    for (const kind of available) {
      const granted = channels.includes(kind)
      if (granted === chosen.includes(kind)) continue
      await customerConsentQueries.insertConsent(tx, {
        ...{ customerId, kind, granted, wording: granted ? wording : '', phone },
        means: byBusiness ? 'in_person' : 'online',
        recordedBy: byBusiness ? 'business' : 'customer',
        staffId: byBusiness && identity.kind === 'staff' ? identity.staffId : null,
        recordedAt: realClock.now(),
      })
      if (!granted)
        await waitlistQueries.withdrawEntryChannel(tx, {
          ...{ phone, channel: kind, customerId, others: false },
        })
    }
    return { ...messages, chosen: available.filter((channel) => channels.includes(channel)) }
  })
}

async function readMessages(
  tx: Tx,
  context: RequestContext,
  { bookingId, code }: BookingProof,
  level: AccessLevel,
): Promise<{ customerId: number; messages: BookingMessages }> {
  const [booking] = await bookingQueries.findBookingById(tx, bookingId, ownProfessionalId(context))
  if (!booking || !canAccess(context, code, booking)) return fail('BOOKING_NOT_FOUND')
  const { customerId } = booking
  const { phone } = booking.contact
  const [senders, chosen] = await Promise.all([
    messageQueries.listSenders(tx),
    messageQueries.listConsentedChannels(tx, { customerId, phone }),
  ])
  const available = phone === '' ? [] : senders.map(({ channel }) => channel)
  const messages = {
    ...{ available, chosen: chosen.map(({ channel }) => channel), phone },
    phoneVisible: level !== 'guest',
  }
  return { customerId, messages }
}
