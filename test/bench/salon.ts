import { rateNames } from '@silla/core'
import type { Sql } from '@silla/db'
import { formatDate, formatTime } from '@silla/slots'
import { type SalonFixture, salonFileFor } from '../support/salon-fixture.ts'
import type { MeasuredCode } from './code.ts'
import { type Diary, findFreeTimes, findVisits, insertCustomers, insertVisits } from './diary.ts'

/** The connections that prepare a database. */
export interface Administration {
  code: Pick<MeasuredCode, 'core' | 'tenants'>
  admin: Sql
  owner: Sql
}

export interface BenchSalon {
  publishableHeaders: Record<string, string>
  secretHeaders: Record<string, string>
  professionalIds: number[]
  serviceId: number
  /** Inserts visits. */
  fill(part: DiaryPart): Promise<void>
  /** JSON bodies that create a booking, one for each free time, in random order. */
  newBookings(part: DiaryPart): Promise<string[]>
  /** Its upcoming bookings, in random order. */
  bookingIds(part: DiaryPart): Promise<number[]>
  /** A free time for each of them, with the same professional. */
  moves(part: DiaryPart): Promise<{ bookingId: number; body: string }[]>
}

export type DiaryPart = Omit<Diary, 'businessId' | 'professionalIds' | 'serviceId'> & {
  /** The first ones; all when absent. */
  professionals?: number
}

/** Days as a salon knows them: 11 visits of half an hour between 09:00 and 20:00. */
export const busyDays = { visitMinutes: 30, firstMinute: 9 * 60, timesPerDay: 22, visitsPerDay: 11 }

/**
 * Creates a salon with its keys.
 *
 * @param options.isLimited whether the default rate limits apply; otherwise requests are counted
 *   and never refused
 * @param options.hasAccount whether it can be paid online
 */
export async function openBenchSalon(
  { code, admin, owner }: Administration,
  slug: string,
  options: { fixture: SalonFixture; isLimited?: boolean; hasAccount?: boolean },
): Promise<BenchSalon> {
  await code.core.applySalon(admin, salonFileFor(slug, { timezone: 'UTC', ...options.fixture }))
  const [registered] = await owner<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = ${slug}`
  const { businessId } = registered as { businessId: string }
  if (!options.isLimited) {
    const rates = Object.fromEntries(rateNames.map((name) => [name, 1_000_000_000]))
    await admin`
      update registry.businesses set rates = ${admin.json(rates)}
      where business_id = ${businessId}`
  }
  if (options.hasAccount)
    await owner`
      insert into app.processor_accounts (
        business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
      values (${businessId}, 'acct_bench', false, 'active', true, now(), now())`
  const keyOf = async (kind: 'publishable' | 'secret') => {
    const { key } = await code.tenants.createKey(admin, businessId, {
      kind,
      name: 'bench',
      origins: [],
    })
    return { 'x-api-key': key }
  }
  const professionals = await owner<{ id: number }[]>`
    select id from app.professionals where business_id = ${businessId} order by position`
  const [service] = await owner<{ id: number }[]>`
    select id from app.services where business_id = ${businessId} order by position limit 1`
  const professionalIds = professionals.map(({ id }) => id)
  const serviceId = service?.id ?? 0
  const secretHeaders = await keyOf('secret')
  await insertCustomers(owner, businessId)
  const diaryOf = ({ professionals, ...part }: DiaryPart): Diary => ({
    ...part,
    businessId,
    serviceId,
    professionalIds: professionalIds.slice(0, professionals),
  })

  return {
    publishableHeaders: await keyOf('publishable'),
    secretHeaders,
    professionalIds,
    serviceId,
    fill: (part) => insertVisits(owner, diaryOf(part)),
    async newBookings(part) {
      const free = await findFreeTimes(owner, diaryOf(part))
      return free.map(({ professionalId, startsAt }, index) =>
        JSON.stringify({
          servicio_ids: [serviceId],
          peluquero_id: professionalId,
          ...localTime({ startsAt }),
          nombre: 'Bench',
          email: `guest-${index}@example.com`,
        }),
      )
    },
    async bookingIds(part) {
      const bookings = await findVisits(owner, diaryOf(part))
      return bookings.map(({ id }) => id)
    },
    async moves(part) {
      const free = await findFreeTimes(owner, diaryOf(part))
      const freeOf = Map.groupBy(free, ({ professionalId }) => professionalId)
      const bookings = await findVisits(owner, diaryOf(part))
      return bookings.flatMap(({ id, professionalId }) => {
        const to = freeOf.get(professionalId)?.pop()
        if (to === undefined) return []
        return [{ bookingId: id, body: JSON.stringify({ ...localTime(to), por_negocio: true }) }]
      })
    },
  }
}

/** The clocks of the salons show UTC. */
const localTime = ({ startsAt }: { startsAt: Date }) => ({
  fecha: formatDate(Math.floor(startsAt.getTime() / 86_400_000)),
  hora_inicio: formatTime(startsAt.getUTCHours() * 60 + startsAt.getUTCMinutes()),
})
