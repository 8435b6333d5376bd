import {
  type BookingDetail,
  type Catalog,
  createBooking,
  type RequestContext,
  type SalonAgenda,
  salonAgenda,
  systemClock,
  type Tenant,
} from '@silla/core'
import { Refusal } from '@silla/errors'
import { type EpochDay, wallClock } from '@silla/slots'

/** A salon whose staff book, at the time that it is or was. */
export interface Desk {
  catalog: Catalog
  now: Date
  today: EpochDay
  /** The salon itself, at this time by its clock. */
  at(time: Date): RequestContext
  /** Of everybody, from a day until another one, which is not included. */
  agenda(from: EpochDay, until: EpochDay): Promise<SalonAgenda>
  /** @returns null when the time is not free */
  book(context: RequestContext, visit: DeskVisit): Promise<BookingDetail['booking'] | null>
}

export interface DeskVisit {
  name: string
  /** Empty: none. */
  email: string
  /** null: a customer whom the salon does not know */
  customerId: number | null
  lines: readonly { serviceId: number; professionalId: number }[]
  day: EpochDay
  startMinute: number
}

export async function openDesk(tenant: Tenant, now: Date): Promise<Desk> {
  const catalog = await tenant.catalog()
  const at = (time: Date): RequestContext => ({
    tenant,
    identity: { kind: 'business' },
    clock: { now: () => time },
    realClock: systemClock,
  })
  return {
    catalog,
    now,
    today: wallClock(now, catalog.settings.timezone).day,
    at,
    agenda: (from, until) =>
      salonAgenda(at(now), { from, days: until - from, professionalId: null }),
    async book(context, { name, email, customerId, lines, day, startMinute }) {
      const detail = await unlessRefused(
        createBooking(context, {
          serviceIds: lines.map(({ serviceId }) => serviceId),
          ...{ professionalId: null, lines, day, startMinute, customerId },
          byBusiness: context.identity.kind === 'business',
          contact: { name, email, phone: null },
          language: catalog.settings.mainLanguage,
          ...{ notes: '', usePoints: false },
        }),
      )
      return detail?.booking ?? null
    },
  }
}

/** A plan does not know everything: units of a resource may be taken, and a day may be over. */
export async function unlessRefused<Result>(done: Promise<Result>): Promise<Result | null> {
  try {
    return await done
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
