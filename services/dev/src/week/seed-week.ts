import {
  type Clock,
  createCustomer,
  createNote,
  openTenants,
  systemClock,
  type Tenant,
} from '@silla/core'
import { type Listener, openDatabase } from '@silla/db'
import { weekdayOf } from '@silla/slots'
import type { DemoBusiness } from '../demo-file.ts'
import { addBlocks, addRequest, addVisitOfTwo, addWaiting } from './around-visits.ts'
import { bookVisits } from './book-visits.ts'
import { type Desk, openDesk } from './desk.ts'
import { peopleOfSalon, type WeekPeople } from './week-people.ts'

/**
 * Fills the present week of demo salons, and a little of the one before, as their staff would have done it:
 * what is over took place, was missed or was cancelled, and today somebody has come in. Nothing is mailed
 * to customers, who have phones, but for one who waits for a salon to confirm their visit.
 *
 * @param url of the API's role
 */
export async function seedWeek(
  url: string,
  businesses: readonly Pick<DemoBusiness, 'id' | 'slug'>[],
  clock: Clock = systemClock,
): Promise<void> {
  if (businesses.length === 0) return
  const database = openDatabase({ url, name: 'silla-demo-week' })
  try {
    const tenants = openTenants({ database, notices: noNotifications, clock: systemClock })
    const now = clock.now()
    await Promise.all(businesses.map(({ id, slug }) => seedSalon(tenants.tenant(id, slug), now)))
  } finally {
    await database.close()
  }
}

async function seedSalon(tenant: Tenant, now: Date): Promise<void> {
  const people = peopleOfSalon[tenant.slug]
  if (!people) return
  const desk = await openDesk(tenant, now)
  const { today, catalog } = desk
  const monday = today - weekdayOf(today) + 1
  const days = { from: monday, until: Math.max(monday + 7, today + daysAhead) }
  const customers = await addCustomers(desk, people)
  await addBlocks(desk, people, days)
  await addVisitOfTwo(desk, people, days)
  await bookVisits(desk, { people, customers, days, seed: tenant.slug })
  await addWaiting(desk, people)
  if (catalog.settings.confirmsByHand) await addRequest(desk, people)
}

/** A week that is nearly over goes on into the next one. */
const daysAhead = 4

/** @returns their ids by name */
async function addCustomers(
  { at, now }: Desk,
  { known, phoneOf, notes }: WeekPeople,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [index, name] of known.entries()) {
    const customer = { name, email: '', phone: phoneOf(index), language: null }
    const { id } = await createCustomer(at(now), customer)
    ids.set(name, id)
    const note = notes[index]
    if (note) await createNote(at(now), null, { customerId: id, ...note })
  }
  return ids
}

/** The catalogue was written before, and nothing changes it meanwhile. */
const noNotifications: Listener = {
  on: () => {},
  onGap: () => {},
  notify: async () => {},
  close: async () => {},
}
