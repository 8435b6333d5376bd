import { createHash } from 'node:crypto'
import {
  bookingRowQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  demoActivityQueries as queries,
  type Sql,
  type Tx,
} from '@silla/db'
import { findBusiness } from '../../business/business-summary.ts'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { type CurrentState, currentState, requireEntry } from '../current-state.ts'
import type { SalonFile } from '../salon-file/salon-file.ts'
import { localDay, type PlacedVisit, placeVisits } from './place-visits.ts'
import { visitHistory } from './visit-history.ts'

/**
 * Adds the bookings and reviews of a demo salon's file: past visits with their outcome, upcoming
 * ones with a claim on their time. What was added before stays as it is. The days of new bookings
 * count from today.
 *
 * @returns the number of bookings and reviews added
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_A_DEMO, NOT_VALID when a booking cannot be
 *   placed
 */
export function seedDemoActivity(
  admin: Sql,
  file: SalonFile,
  clock: Clock = systemClock,
): Promise<{ bookings: number; reviews: number }> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(
      businessQueries.lockBusinessBySlug(tx, file.slug),
      file.slug,
    )
    if (business.mode !== 'demo') {
      throw new ProvisioningError(
        'NOT_A_DEMO',
        `${file.slug} is a ${business.mode} salon. ` +
          'Sample bookings can only be added to a demo salon.',
      )
    }
    const tenantTx = await businessQueries.setTenant(tx, business.businessId)
    const current = await currentState(tenantTx, business)
    const creationDay = localDay(current.salon, business.createdAt)
    return {
      bookings: await addBookings(tenantTx, file, current, clock.now()),
      reviews: await addReviews(tenantTx, file, current, creationDay),
    }
  })
}

async function addBookings(
  tx: Tx,
  file: SalonFile,
  current: CurrentState,
  now: Date,
): Promise<number> {
  const all = (file.demo?.bookings ?? []).map((booking, index) => ({
    ...booking,
    code: demoBookingCode(file.slug, index),
  }))
  const taken = new Set(
    (
      await queries.listTakenCodes(
        tx,
        all.map(({ code }) => code),
      )
    ).map(({ code }) => code),
  )
  const missing = all.filter(({ code }) => !taken.has(code))
  if (missing.length === 0) return 0
  const visits = placeVisits(missing, current, await queries.listClaims(tx, now), now)
  await writeVisits(tx, visits, current, now)
  return visits.length
}

async function writeVisits(
  tx: Tx,
  visits: readonly PlacedVisit[],
  { salon }: CurrentState,
  now: Date,
): Promise<void> {
  const histories = visits.map((visit) => ({ visit, ...visitHistory(visit, salon, now) }))
  const customers = await queries.upsertCustomers(tx, [
    ...new Map(histories.map(({ customer }) => [customer.email, customer])).values(),
  ])
  const customerIds = new Map(customers.map(({ email, id }) => [email, id]))
  const inserted = await queries.insertBookings(
    tx,
    histories.map(({ booking, customer }) => ({
      ...booking,
      customerId: requireEntry(customerIds, customer.email),
    })),
  )
  const ids = new Map(inserted.map(({ code, id }) => [code, id]))
  const rows = histories.map((history) => ({
    ...history,
    id: requireEntry(ids, history.booking.code),
  }))
  await bookingRowQueries.insertBookingLines(
    tx,
    rows.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, bookingId: id }))),
  )
  await bookingRowQueries.insertTransitions(
    tx,
    rows.flatMap(({ id, transitions }) =>
      transitions.map((transition) => ({ ...transition, bookingId: id })),
    ),
  )
  const claims = rows.flatMap(({ id, claims }) =>
    claims.map((claim) => ({ ...claim, ownerId: id })),
  )
  if ((await bookingRowQueries.insertClaims(tx, claims)).length < claims.length) {
    throw new Error('a time was booked while the demo bookings were added: run the command again')
  }
}

/** The days of reviews count from the salon's creation, so that a review keeps its date. */
async function addReviews(
  tx: Tx,
  file: SalonFile,
  current: CurrentState,
  creationDay: number,
): Promise<number> {
  const rows = (file.demo?.reviews ?? []).map((review) => ({
    professionalId: requireEntry(current.professionals, review.professionalHandle).id,
    customerName: review.customerName,
    rating: review.rating,
    comment: review.comment,
    day: creationDay + review.inDays,
  }))
  const added = rows.length > 0 ? await queries.insertReviews(tx, rows) : []
  if (added.length > 0) await catalogQueries.touchCatalog(tx)
  return added.length
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The code of a demo salon's nth booking. It is always the same, so that seeding twice adds nothing
 * and the documentation can refer to a booking.
 */
function demoBookingCode(slug: string, index: number): string {
  const digest = createHash('sha256').update(`${slug}/${index}`).digest()
  return Array.from(digest.subarray(0, 10), (byte) => alphabet[byte & 31]).join('')
}
