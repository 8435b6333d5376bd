import {
  customerQueries,
  eventQueries,
  newBookingQueries,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import { minutesPerDay, type VisitPlan, zoneOf } from '@silla/slots'
import { actsForBusiness } from '../access/allow.ts'
import { bookingWindow } from '../availability/booking-window.ts'
import { visitPlan } from '../availability/visit-plan.ts'
import { newBookingCode } from '../bookings/booking-code.ts'
import { mailWaitSeconds, throwForBlocker, wantsMessages } from '../bookings/booking-limits.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findService } from '../catalog/find.ts'
import type { Clock } from '../clock.ts'
import { emailKey } from '../contact/email.ts'
import { enqueueFreeHold } from '../holds/free-hold.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { NewEntry, WaitlistInput } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { storedNewEntry } from '../stored-json.ts'
import { isDoneBySomebody } from './find-free-time.ts'
import { readEntry } from './read-entry.ts'
import { enqueueEntryEnd } from './waitlist-jobs.ts'

/** Live entries of one e-mail, one phone and one client address. */
const maxLivePerGuest = 3
const maxLivePerCustomer = 5
/** How many days an entry may span. */
const maxDays = 31

/**
 * Puts a customer on the waitlist (D40). Nothing is held for them until time is freed.
 */
export async function joinWaitlist(
  context: RequestContext,
  input: WaitlistInput,
): Promise<NewEntry> {
  const { tenant, clock } = context
  const catalog = await tenant.catalog()
  return tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedNewEntry, async () => {
      assertEntryPossible(catalog, input, clock)
      const now = clock.now()
      const customerId = context.identity.kind === 'customer' ? context.identity.customerId : null
      const contact = await contactOf(tx, customerId, input)
      const scopes = {
        emailKey: emailKey(contact.email),
        phone: contact.phone,
        clientAddress: input.clientAddress,
      }
      const phoneRequired = catalog.settings.phoneRequired || wantsMessages(input)
      const waitSeconds = mailWaitSeconds(context, { ...input, contact })
      await assertAllowed(tx, context, { phoneRequired, waitSeconds, ...scopes }, now)
      const zone = zoneOf(catalog.settings.timezone)
      const endsAt = new Date(zone.toEdge(input.lastDay + 1, 0) * 60_000)
      const code = newBookingCode()
      const [inserted] = await waitlistQueries.insertWaitlistEntry(tx, {
        ...input,
        ...scopes,
        ...{ code, endsAt, customerId, contact, createdAt: now },
        lineProfessionalIds: input.lines?.map((line) => line.professionalId) ?? null,
        messageChannels: catalog.messageChannels.filter((channel) =>
          input.messages?.channels.includes(channel),
        ),
        messageWording: input.messages?.wording ?? '',
      })
      const { id } = inserted as { id: number }
      const [row] = await waitlistQueries.findWaitlistEntry(tx, id)
      if (!row) throw new Error('an entry that was just written is missing')
      const payload = readEntry(row, catalog)
      await eventQueries.recordEvent(tx, { type: 'espera.creada', at: now, payload })
      await enqueueEntryEnd(tx, { id, endsAt })
      // the holds that were made while nobody waited have no job that ends them
      for (const hold of await waitlistQueries.listLiveHoldExpiries(tx, now))
        await enqueueFreeHold(tx, hold)
      return { id, code, state: 'waiting' }
    }),
  )
}

/**
 * Checks an entry before it is made, by the rules that the catalogue alone decides, in the order of D15.
 * Limits and blocked customers are found when it is made.
 */
export function assertEntryPossible(
  catalog: Catalog,
  input: Omit<WaitlistInput, 'clientAddress'>,
  clock: Clock,
): void {
  const { firstDay, lastDay, fromMinute, toMinute } = input
  if (firstDay > lastDay || lastDay - firstDay > maxDays) fail('INVALID_RANGE')
  if (fromMinute !== null && toMinute !== null && fromMinute >= toMinute) fail('INVALID_RANGE')
  const bookable = bookingWindow(catalog, clock)
  if (firstDay < bookable.firstDay) fail('DATE_IN_PAST')
  if (lastDay > bookable.lastDay) fail('DATE_TOO_FAR')
  for (const id of input.serviceIds)
    if (!findService(catalog, id).bookableOnline) fail('SERVICE_NOT_BOOKABLE')
  const length = { durationMinutes: null, serviceIds: input.serviceIds }
  const { professionalId, lines } = input
  const plan = visitPlan(catalog, { professionalId, length, lines })
  if (!isDoneBySomebody(plan)) fail('SERVICE_NOT_OFFERED')
  if (!canFit(catalog, plan, input)) fail('INVALID_RANGE')
}

/**
 * Whether the hours are as long as the visit on one of the days: where the clocks skip a part of them they are
 * shorter, and on a day with an hour more they may be longer.
 */
function canFit(
  { settings }: Catalog,
  { lines }: VisitPlan,
  {
    firstDay,
    lastDay,
    fromMinute,
    toMinute,
  }: Pick<WaitlistInput, 'firstDay' | 'lastDay' | 'fromMinute' | 'toMinute'>,
): boolean {
  if (toMinute === null) return true
  const shortest = sum(lines.map((line) => Math.min(...line.map(({ phases }) => sum(phases)))))
  const zone = zoneOf(settings.timezone)
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index)
  return days.some((day) => {
    const hours = zone.toEdge(day, toMinute) - zone.toEdge(day, fromMinute ?? 0)
    const extra = zone.toEdge(day + 1, 0) - zone.toEdge(day, 0) - minutesPerDay
    return hours + Math.max(0, extra) >= shortest
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

async function contactOf(
  tx: Tx,
  customerId: number | null,
  { contact }: WaitlistInput,
): Promise<{ name: string; email: string; phone: string }> {
  const phone = contact.phone ?? ''
  if (customerId === null) return { ...contact, phone }
  const [row] = await customerQueries.findCustomerWithAccount(tx, customerId)
  if (!row) fail('INVALID_TOKEN')
  return { name: row.name, email: row.email, phone: row.phone || phone }
}

/** Phone, blocked customers, emails and the limits. With its secret key a salon has no limits. */
async function assertAllowed(
  tx: Tx,
  { identity }: RequestContext,
  {
    phoneRequired,
    waitSeconds,
    ...scopes
  }: waitlistQueries.WaitlistScopes & { phoneRequired: boolean; waitSeconds: number | null },
  now: Date,
): Promise<void> {
  const { emailKey, phone, clientAddress } = scopes
  const [row] = await newBookingQueries.findBookingBlocker(tx, tx.businessId, {
    constraints: {
      customerId: identity.kind === 'customer' ? identity.customerId : null,
      emailKey,
      phoneRequired,
      mayBeBlocked: true,
      mailsBlocked: waitSeconds !== null,
      chosen: null,
      openLimit: null,
      unpaid: null,
      guest: null,
    },
    ...{ phone, points: 0, now },
  })
  if (row?.blocker) throwForBlocker(row.blocker, { waitSeconds })
  if (actsForBusiness(identity)) return
  await waitlistQueries.lockWaitlistScopes(tx, [
    `email ${emailKey}`,
    ...(phone ? [`phone ${phone}`] : []),
    ...(clientAddress ? [`address ${clientAddress}`] : []),
  ])
  const [live] = await waitlistQueries.countLiveEntries(tx, { ...scopes, now })
  const limit = identity.kind === 'customer' ? maxLivePerCustomer : maxLivePerGuest
  const most = Math.max(live?.byEmail ?? 0, live?.byPhone ?? 0, live?.byAddress ?? 0)
  if (most >= limit) fail('WAITLIST_LIMIT_REACHED')
}
