import type { apiKeyQueries } from '@silla/db'
import type { KeyKind } from './api-key.ts'

/** A stored key as it can be shown: everything but its text. */
export interface KeySummary {
  keyId: string
  kind: KeyKind
  state: 'active' | 'expired' | 'revoked'
  name: string
  /** The start of the key, and its last four characters. */
  prefix: string
  lastFour: string
  /** Origins a browser may use it from; empty: any, or those of the platform with `forPage`. */
  origins: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  /** The key that this one replaced. */
  rotatedFrom: string | null
  /** It is part of the salon's booking page, and works on the platform's own origins only. */
  forPage: boolean
}

/** A new key with its text, which is not available later. */
export interface CreatedKey extends KeySummary {
  key: string
}

/** `now` in milliseconds since 1970. */
export function summaryOf(stored: apiKeyQueries.StoredApiKey, now: number): KeySummary {
  return {
    keyId: stored.keyId,
    kind: stored.kind,
    state: stateOf(stored, now),
    name: stored.name,
    prefix: stored.prefix,
    lastFour: stored.lastFour,
    origins: stored.origins,
    createdAt: stored.createdAt,
    expiresAt: stored.expiresAt,
    revokedAt: stored.revokedAt,
    rotatedFrom: stored.rotatedFrom,
    forPage: stored.pageKey !== null,
  }
}

/** Whether a key can still be used; `now` in milliseconds since 1970. */
export const isActive = (stored: apiKeyQueries.StoredApiKey, now: number): boolean =>
  stateOf(stored, now) === 'active'

function stateOf(
  { expiresAt, revokedAt }: apiKeyQueries.StoredApiKey,
  now: number,
): KeySummary['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'active'
}
