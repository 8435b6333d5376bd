import { healthQueries, inTransaction, type Sql } from '@silla/db'
import type { Clock } from '../ports/clock.ts'
import { lateMilliseconds } from './examine-work.ts'
import { type Finding, fine, wrong } from './finding.ts'

type Row = Awaited<ReturnType<typeof healthQueries.examinedBusinesses>>[number]
type Ailment = Exclude<keyof Row, 'slug' | 'timezone'>

/** What the books of all businesses say, and the time zones they are in. Some seconds where there are very many. */
export async function examineBooks(admin: Sql, clock: Clock): Promise<{ findings: Finding[]; timezones: string[] }> {
  const late = new Date(clock.now().getTime() - lateMilliseconds)
  const rows = await inTransaction(admin, async (tx) => [...(await healthQueries.examinedBusinesses(tx, late))])
  const findings = (Object.keys(ailments) as Ailment[]).map((ailment) => findingOf(ailment, rows))
  return { findings, timezones: [...new Set(rows.map(({ timezone }) => timezone))].sort() }
}

function findingOf(ailment: Ailment, rows: readonly Row[]): Finding {
  const { check, well, ill, fix } = ailments[ailment]
  const sick = rows.filter((row) => row[ailment] > 0)
  if (sick.length === 0) return fine(check, well)
  const shown = sick.slice(0, mostShown).map((row) => `${row.slug} (${row[ailment]})`)
  const more = sick.length > mostShown ? ` and ${sick.length - mostShown} businesses more` : ''
  return wrong(check, `${ill}: ${shown.join(', ')}${more}.`, fix)
}

const mostShown = 5

const ailments: Record<Ailment, { check: string; well: string; ill: string; fix: string }> = {
  lapsed_bookings: {
    check: 'bookings',
    well: 'No booking waits past its time.',
    ill: 'Bookings that nobody paid or confirmed in time still wait',
    fix: 'The worker lets go of them by its nightly round: is it running? Else silla bookings cancel.',
  },
  lapsed_holds: {
    check: 'holds',
    well: 'No chair is held for a booking that is cancelled.',
    ill: 'Chairs are held for bookings that are cancelled',
    fix: 'This should not be: keep the rows of claims for whoever looks into it, then delete them.',
  },
  lapsed_orders: {
    check: 'orders',
    well: 'No order waits past its time.',
    ill: 'Orders that nobody paid in time still hold products',
    fix: 'The worker lets go of them by its nightly round: is it running?',
  },
  points_drift: {
    check: 'points',
    well: 'Every balance of points is the sum of its movements.',
    ill: 'Customers hold other points than their movements add up to',
    fix: 'The movements are right: find what wrote customers.points_balance, then set it to their sum.',
  },
  stock_drift: {
    check: 'stock',
    well: 'What is taken of each product is what orders hold.',
    ill: 'Products are taken that no order holds, or the other way round',
    fix: 'The orders are right: find what wrote products.taken, then set it to what they hold.',
  },
  waiting_mails: {
    check: 'mail',
    well: 'No letter waits to be sent.',
    ill: 'Letters wait to be sent',
    fix: 'Is the worker running, and does its SMTP_URL lead somewhere? silla mail list --state waiting.',
  },
  failed_mails: {
    check: 'failed-mail',
    well: 'No letter was given up.',
    ill: 'Letters were given up',
    fix: 'Look at silla mail list --state failed, mend the cause, then silla mail retry.',
  },
  waiting_events: {
    check: 'events',
    well: 'Every event can be read.',
    ill: 'Events wait for their number and cannot be read',
    fix: 'The worker gives it to them: is it running?',
  },
}
