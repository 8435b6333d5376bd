import type { DatabaseUrls, Sql } from '@silla/db'
import type { FakeStripe } from '@silla/fake-stripe'
import type { Acknowledged } from './guests.ts'

/** The database in which acknowledgements are looked up. */
export interface Queried {
  /** Runs queries as a role on a connection of their own. */
  query<T>(role: keyof DatabaseUrls, work: (sql: Sql) => Promise<T>): Promise<T>
}

interface BookingRow {
  code: string
  state: string
  professionalId: number
  startsAt: Date
  endsAt: Date
  /** `2030-03-04T10:00` */
  localStart: string
  contactEmail: string
  receivedCents: number
  payments: number
}

/**
 * Compares the database with what was acknowledged to guests.
 *
 * @returns one line for each acknowledgement that was lost, and for each effect that happened twice
 */
export async function checkAcknowledged(
  database: Queried,
  acknowledged: Acknowledged,
): Promise<string[]> {
  // first the list, then the database: whatever is acknowledged meanwhile is not looked for
  const [bookings, payments, moves, cancellations] = [
    [...acknowledged.bookings],
    [...acknowledged.payments],
    [...acknowledged.moves],
    [...acknowledged.cancellations],
  ]
  const refused = new Set(acknowledged.refusedEmails)
  const rows = await database.query(
    'migrator',
    (sql) => sql<BookingRow[]>`
      select booking.code, booking.state, booking.professional_id, booking.starts_at,
        booking.ends_at, to_char(booking.local_start, 'YYYY-MM-DD"T"HH24:MI') as local_start,
        booking.contact_email,
        coalesce(sum(payment.received_cents), 0)::int as received_cents,
        count(payment.id) filter (where payment.received_cents > 0)::int as payments
      from bookings booking left join payments payment
        on payment.business_id = booking.business_id and payment.booking_id = booking.id
      group by booking.business_id, booking.id
      order by booking.professional_id, booking.starts_at`,
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const lost = [
    ...bookings
      .filter(({ codigo, email }) => byCode.get(codigo)?.contactEmail !== email)
      .map(({ codigo }) => `booking ${codigo} was acknowledged and is not there`),
    ...payments
      .filter(({ codigo, amountCents }) => byCode.get(codigo)?.receivedCents !== amountCents)
      .map(({ codigo }) => `the payment of ${codigo} was acknowledged and is not there`),
    ...moves
      .filter(
        ({ codigo, fecha, hora_inicio }) =>
          byCode.get(codigo)?.localStart !== `${fecha}T${hora_inicio}`,
      )
      .map(({ codigo }) => `the move of ${codigo} was acknowledged, and it is at another time`),
    ...cancellations
      .filter(({ codigo }) => byCode.get(codigo)?.state !== 'cancelled')
      .map(({ codigo }) => `the cancellation of ${codigo} was acknowledged and is not there`),
  ]
  const perGuest = Map.groupBy(rows, ({ contactEmail }) => contactEmail)
  const twice = [
    ...[...perGuest]
      .filter(([, list]) => list.length > 1)
      .map(([email, list]) => `${email} booked once and has ${list.length} bookings`),
    ...rows
      .filter(({ contactEmail }) => refused.has(contactEmail))
      .map(({ code }) => `booking ${code} was refused and is there`),
    ...rows.filter(({ payments }) => payments > 1).map(({ code }) => `${code} was paid twice`),
    ...overlaps(rows).map((code) => `booking ${code} overlaps another one`),
  ]
  return [...lost, ...twice]
}

/** Rows are sorted by professional and start. */
function overlaps(rows: readonly BookingRow[]): string[] {
  const active = rows.filter(({ state }) => state !== 'cancelled')
  return active
    .filter((row, index) => {
      const before = active[index - 1]
      return before?.professionalId === row.professionalId && before.endsAt > row.startsAt
    })
    .map(({ code }) => code)
}

/**
 * Checks that everything that was enqueued has been done: emails, and refunds of paid bookings that
 * were cancelled. Called when no job is left.
 *
 * @param processor null: the salon takes no payments
 */
export async function checkDone(
  database: Queried,
  processor: { stripe: FakeStripe; account: string } | null,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const { mails, refunds } = await database.query('migrator', async (sql) => ({
    mails: await sql<{ toEmail: string }[]>`
      select to_email from mails where kind = 'booking_confirmed' and state <> 'waiting'`,
    refunds: await sql<{ code: string; state: string }[]>`
      select booking.code, refund.state from refunds refund
      join payments payment on payment.business_id = refund.business_id and payment.id = refund.payment_id
      join bookings booking on booking.business_id = payment.business_id and booking.id = payment.booking_id`,
  }))
  const mailed = Map.groupBy(mails, ({ toEmail }) => toEmail)
  const paid = new Set(acknowledged.payments.map(({ codigo }) => codigo))
  const refunded = Map.groupBy(refunds, ({ code }) => code)
  const toRefund = acknowledged.cancellations.filter(({ codigo }) => paid.has(codigo))
  const sent = processor?.stripe.refunds(processor.account).length ?? 0
  return [
    ...acknowledged.bookings
      .filter(({ email }) => mailed.get(email)?.length !== 1)
      .map(({ codigo, email }) => `booking ${codigo}: ${mailed.get(email)?.length ?? 0} emails`),
    ...toRefund
      .filter(({ codigo }) => {
        const list = refunded.get(codigo) ?? []
        return list.length !== 1 || list[0]?.state !== 'completed'
      })
      .map(({ codigo }) => `${codigo} was cancelled and is not refunded once`),
    ...(sent === toRefund.length
      ? []
      : [`${sent} refunds were sent to the processor for ${toRefund.length} cancellations`]),
  ]
}
