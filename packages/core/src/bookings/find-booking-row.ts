import { bookingListQueries } from '@silla/db'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * A booking as it is now, as the database returns it; undefined where there is none, or the caller's own
 * agenda has it not. One round trip of one statement.
 */
export async function findBookingRow(
  context: RequestContext,
  by: { id: number } | { code: string },
): Promise<bookingListQueries.ListedBookingRow | undefined> {
  const { db } = context.tenant
  const professionalId = ownProfessionalId(context)
  const [row] = await db.query((sql) =>
    bookingListQueries.findBookingRow(sql, db.businessId, { by, professionalId }),
  )
  return row?.booking
}
