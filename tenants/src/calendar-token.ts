import { hash, randomBytes } from 'node:crypto'
import { calendarQueries, movedBusinessQueries, type Sql } from '@silla/db'
import type { Principal } from './api-key-cache.ts'

/**
 * Generates the token in the address of a calendar feed (D43): 32 characters of base32, which are 160
 * random bits. Only its hash is stored, so the address must be given to the salon now.
 */
export function newCalendarToken(): string {
  let token = ''
  for (const byte of randomBytes(tokenLength)) token += alphabet.charAt(byte & 31)
  return token
}

/** The SHA-256 that a token is stored as. */
export const hashCalendarToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A calendar app with the address of a feed. */
export interface CalendarReader {
  feedId: number
  /** It has the access of a visitor, and that to the feed. */
  visitor: Principal
}

/**
 * The feed of a token. null: it is malformed, unknown or revoked, or its business is suspended.
 * Nothing is cached, so that a revoked feed is unknown to every process at once.
 *
 * @param registry the pool for registry.find_calendar_feed
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findCalendarReader(
  registry: Sql,
  token: string,
): Promise<CalendarReader | null> {
  if (!tokenShape.test(token)) return null
  const found = await calendarQueries.findFeedByToken(registry, hashCalendarToken(token))
  if (found === null) return null
  const { feedId, ...business } = found
  return {
    feedId,
    visitor: { ...business, keyId: '', kind: 'publishable', name: '', origins: [], forPage: false },
  }
}

/** The origin at which the calendar with this token is served now; null: it has not moved from here. */
export const findMovedCalendar = async (registry: Sql, token: string): Promise<string | null> =>
  tokenShape.test(token)
    ? movedBusinessQueries.findMovedHash(registry, hashCalendarToken(token))
    : null

const tokenLength = 32
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenShape = /^[a-z2-7]{32}$/
