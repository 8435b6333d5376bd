import { createHash } from 'node:crypto'
import {
  businessQueries,
  inTransaction,
  demoActivityQueries as queries,
  type Sql,
  salonWriteQueries,
  type Tx,
} from '@silla/db'
import { formatDate } from '@silla/slots'
import { type Clock, systemClock } from '../../clock.ts'
import { findBusiness } from '../business-summary.ts'
import { type CurrentState, currentState, requireEntry } from '../current-state.ts'
import { ProvisioningError } from '../provisioning-error.ts'
import type { SalonFile } from '../salon-file/salon-file.ts'
import { dayOfInstant, type PlacedVisit, placeVisits } from './place-visits.ts'
import { visitHistory } from './visit-history.ts'

/**
 * Fills a demo salon with the bookings and reviews of its file: past visits with their outcome,
 * coming ones that hold their time. What is there already stays; days count from today for what is
 * new.
 *
 * @returns how many bookings and reviews were added
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_A_DEMO, NOT_VALID when a booking finds no place
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
        `${file.slug} is a ${business.mode} salon: its bookings are real.`,
      )
    }
    const own = await businessQueries.setTenant(tx, business.businessId)
    const record = await currentState(own, business)
    const birthday = dayOfInstant(record.salon, business.createdAt)
    return {
      bookings: await addBookings(own, file, record, clock.now()),
      reviews: await addReviews(own, file, record, birthday),
    }
  })
}

async function addBookings(
  tx: Tx,
  file: SalonFile,
  record: CurrentState,
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
  const requested = all.filter(({ code }) => !taken.has(code))
  if (requested.length === 0) return 0
  const visits = placeVisits(requested, record, await queries.listClaimedSpans(tx, now), now)
  await writeVisits(tx, visits, record, now)
  return visits.length
}

async function writeVisits(
  tx: Tx,
  visits: readonly PlacedVisit[],
  { salon }: CurrentState,
  now: Date,
): Promise<void> {
  const stories = visits.map((visit) => ({ visit, ...visitHistory(visit, salon, now) }))
  const customers = await queries.upsertCustomers(tx, [
    ...new Map(stories.map(({ customer }) => [customer.email, customer])).values(),
  ])
  const customerIds = new Map(customers.map(({ email, id }) => [email, id]))
  const added = await queries.insertBookings(
    tx,
    stories.map(({ booking, customer }) => ({
      ...booking,
      customerId: requireEntry(customerIds, customer.email),
    })),
  )
  const ids = new Map(added.map(({ code, id }) => [code, id]))
  const owned = stories.map((work) => ({ ...work, id: requireEntry(ids, work.booking.code) }))
  await queries.insertBookingLines(
    tx,
    owned.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, bookingId: id }))),
  )
  await queries.insertTransitions(
    tx,
    owned.flatMap(({ id, transitions }) => transitions.map((move) => ({ ...move, bookingId: id }))),
  )
  const claims = owned.flatMap(({ id, claim }) =>
    claim === null ? [] : [{ ...claim, ownerId: id }],
  )
  if ((await queries.insertClaims(tx, claims)).length < claims.length) {
    throw new Error('somebody booked a time while the demo was being filled: try again')
  }
}

/** A review keeps its day: it counts from the day the salon was made. */
async function addReviews(
  tx: Tx,
  file: SalonFile,
  record: CurrentState,
  birthday: number,
): Promise<number> {
  const rows = (file.demo?.reviews ?? []).map((review) => ({
    professionalId: requireEntry(record.professionals, review.professionalHandle).id,
    customerName: review.customerName,
    rating: review.rating,
    comment: review.comment,
    day: formatDate(birthday + review.inDays),
  }))
  const added = rows.length > 0 ? await queries.insertReviews(tx, rows) : []
  if (added.length > 0) await salonWriteQueries.touchCatalog(tx)
  return added.length
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The code of a demo salon's nth booking: always the same, so that filling it twice adds nothing
 * and docs can name one.
 */
function demoBookingCode(slug: string, index: number): string {
  const digest = createHash('sha256').update(`${slug}/${index}`).digest()
  return Array.from(digest.subarray(0, 10), (byte) => alphabet[byte & 31]).join('')
}
