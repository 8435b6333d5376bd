import { calendarQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { hashAddressToken, newAddressToken } from '@silla/tenants'
import { allow } from '../access/allow.ts'
import type { CalendarFeed } from '../model/calendar.ts'
import type { RequestContext } from '../request-context.ts'

const maxFeeds = 100

/**
 * Creates a calendar feed of the salon, or of one professional (D43). The token in its address is
 * returned this once: only its hash is stored.
 *
 * @param professionalId null: the whole salon
 */
export async function createCalendarFeed(
  context: RequestContext,
  professionalId: number | null,
): Promise<{ feed: CalendarFeed; token: string }> {
  allow(context, 'integrations')
  const token = newAddressToken()
  const createdAt = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await calendarQueries.lockCalendarFeeds(tx)
    const [professional = null] =
      professionalId === null
        ? []
        : await calendarQueries.shareActiveProfessional(tx, professionalId)
    if (professionalId !== null && professional === null) fail('PROFESSIONAL_NOT_FOUND')
    const [counted] = await calendarQueries.countCalendarFeeds(tx)
    if ((counted?.count ?? 0) >= maxFeeds) fail('CALENDAR_LIMIT_REACHED')
    const [inserted] = await calendarQueries.insertCalendarFeed(tx, { professionalId, createdAt })
    if (!inserted) throw new Error('no calendar feed was inserted')
    await calendarQueries.insertCalendarToken(tx, hashAddressToken(token), inserted.id)
    return { feed: { id: inserted.id, professional, createdAt }, token }
  })
}
