import { bookkeepingQueries, type payoutQueries, type Translated, withDeadline } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import type { BookkeepingLine } from '../model/bookkeeping.ts'
import type { RequestContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'
import { linesOf } from './bookkeeping-lines.ts'

/** Local days of the salon, both included, and how names are written. */
export interface BookkeepingInput {
  from: EpochDay
  to: EpochDay
  textOf(name: Translated): string
}

/** A part of the bookkeeping of some days, in the order of time. */
export interface BookkeepingPart {
  lines: BookkeepingLine[]
  /** Where the next part begins; null after the last. */
  next: payoutQueries.Place | null
}

/**
 * A part of the money that was moved in some days (D56): what the processor has booked on the salon's account,
 * as it was read last night, and what was taken at the desk. The net amounts of a payout add up to it.
 *
 * @param limit movements; one whose VAT differs has several lines
 * @throws INSUFFICIENT_SCOPE, PERMISSION_REQUIRED without `reports.salon`
 */
export async function readBookkeeping(
  context: RequestContext,
  { from, to, textOf }: BookkeepingInput,
  { after, limit }: { after: payoutQueries.Place | null; limit: number },
): Promise<BookkeepingPart> {
  allow(context, 'reports.salon')
  const { timezone } = (await context.tenant.catalog()).settings
  const zone = zoneOf(timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  const [rows] = await context.tenant.db.batch((tx) => [
    bookkeepingQueries.listMovements(tx, {
      ...{ from: midnight(from), before: midnight(to + 1), after },
      // one more shows whether there is a next part
      limit: limit + 1,
    }),
  ])
  const last = rows[limit - 1]
  const lines = await mapInSlices(openSlices(), rows.slice(0, limit), (row) =>
    linesOf(row, { timezone, textOf }),
  )
  return {
    lines: lines.flat(),
    next: rows.length > limit && last ? { at: last.createdAt, id: last.id } : null,
  }
}

/** Movements of a part of a file: more of them would still be in use when the garbage collector runs. */
const partMovements = 250

/** Each part: the request that they belong to may have waited before. */
const partMilliseconds = 3000

/**
 * The same, part after part up to the end: a file of any length needs the memory of one part.
 *
 * @param after where the first part begins; null: at the beginning
 */
export async function* readAllBookkeeping(
  context: RequestContext,
  input: BookkeepingInput,
  after: payoutQueries.Place | null = null,
): AsyncGenerator<BookkeepingLine[]> {
  let place = after
  do {
    const { lines, next } = await withDeadline(performance.now() + partMilliseconds, () =>
      readBookkeeping(context, input, { after: place, limit: partMovements }),
    )
    yield lines
    place = next
  } while (place !== null)
}
