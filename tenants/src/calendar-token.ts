import { calendarQueries, movedBusinessQueries, type Sql } from '@silla/db'
import { hashAddressToken, isAddressToken } from './address-token.ts'
import type { Principal } from './api-key-cache.ts'

/** A calendar app with the address of a feed. */
export interface CalendarReader {
  feedId: number
  /** It has the access of a visitor, and that to the feed. */
  visitor: Principal
}

/**
 * The feed of a token (D43). null: it is malformed, unknown or revoked, or its business is suspended.
 * Nothing is cached, so that a revoked feed is unknown to every process at once.
 *
 * @param registry the pool for registry.find_calendar_feed
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findCalendarReader(
  registry: Sql,
  token: string,
): Promise<CalendarReader | null> {
  if (!isAddressToken(token)) return null
  const found = await calendarQueries.findFeedByToken(registry, hashAddressToken(token))
  if (found === null) return null
  const { feedId, ...business } = found
  return {
    feedId,
    visitor: { ...business, keyId: '', kind: 'publishable', name: '', origins: [], forPage: false },
  }
}

/** The origin at which the address with this token is served now; null: it has not moved from here. */
export const findMovedAddress = async (registry: Sql, token: string): Promise<string | null> =>
  isAddressToken(token)
    ? movedBusinessQueries.findMovedHash(registry, hashAddressToken(token))
    : null
