import type { Sql } from '@silla/db'
import { treeCpuMicroseconds } from '../processes.ts'
import type { CallTarget } from './calls.ts'

const salonsAtOnce = 4

/** Visits that are created, and as many that are completed and earn points, in a day of a salon. */
const visitsOfDay = 10

/** What the consistency checks of one night took; seconds. */
export interface NightSample {
  elapsed: number
  postgresCpu: number
}

/**
 * The consistency checks of all salons, which the worker does at night, and then the events of a
 * day: `silla db doctor` reads the bookings and customers that they name.
 */
export async function passNightAndDay(
  target: CallTarget,
  postgresPid: number,
): Promise<NightSample> {
  const { core } = target.code
  const businesses = await target.admin<{ businessId: string; slug: string }[]>`
    select business_id, slug from registry.businesses`
  const notices = { on() {}, onGap() {}, notify: async () => {}, close: async () => {} }
  const clock = core.systemClock
  const tenants = core.openTenants({ database: target.database, notices, clock })

  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const startedAt = performance.now()
  await each(businesses, async ({ businessId, slug }) => {
    const found = await repeatLate(() =>
      core.checkConsistency({ tenant: tenants.tenant(businessId, slug), clock, realClock: clock }),
    )
    if (found !== null) throw new Error(`${slug} is inconsistent: ${JSON.stringify(found)}`)
  })
  const sample = {
    elapsed: (performance.now() - startedAt) / 1000,
    postgresCpu: (treeCpuMicroseconds(postgresPid) - postgresBefore) / 1e6,
  }
  await each(businesses, ({ businessId }) => insertDay(target.admin, businessId))
  return sample
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const left = [...items]
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: salonsAtOnce }, run))
}

/** A job that takes too long fails and is retried, and finds more pages in memory. */
async function repeatLate<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== 'SERVICE_UNAVAILABLE' || attempt === 20) throw error
    }
  }
}

const insertDay = (admin: Sql, businessId: string) =>
  admin.begin(async (tx) => {
    await tx`select app.set_business(${businessId})`
    await tx`
      with visit as (
        (select id, code, customer_id, 'reserva.creada' as type from app.bookings
          where business_id = ${businessId} and starts_at > now() order by starts_at desc
          limit ${visitsOfDay})
        union all
        (select id, code, customer_id, 'reserva.completada' from app.bookings
          where business_id = ${businessId} and starts_at < now() order by starts_at desc
          limit ${visitsOfDay})),
      event as (
        select type, jsonb_build_object('id', id, 'code', code, 'customerId', customer_id) as payload
        from visit
        union all
        select 'puntos.ganados', jsonb_build_object('customerId', customer_id, 'bookingId', id)
        from visit where type = 'reserva.completada')
      insert into app.events (business_id, type, occurred_at, payload, position)
      select ${businessId}, type, now(), payload,
        (select max(position) from app.events where business_id = ${businessId})
          + row_number() over ()
      from event
      returning id`
    await tx`
      update app.event_positions set last_position = (
        select max(position) from app.events where business_id = ${businessId})
      where business_id = ${businessId}`
  })
