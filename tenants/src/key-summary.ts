import type { apiKeyQueries } from '@silla/db'
import type { KeyKind } from './api-key.ts'

/** A stored key as it may be shown: everything but the key itself. */
export interface KeySummary {
  keyId: string
  kind: KeyKind
  state: 'active' | 'expired' | 'revoked'
  name: string
  /** What the key begins with, and its last four characters. */
  prefix: string
  lastFour: string
  /** Origins a browser may use it from; empty: any. */
  origins: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  /** The key that this one replaced. */
  rotatedFrom: string | null
}

/** A key on the only occasion that its text is known. */
export interface CreatedKey extends KeySummary {
  key: string
}

/** `now` in milliseconds since 1970. */
export function summaryOf(stored: apiKeyQueries.StoredApiKey, now: number): KeySummary {
  const {
    keyId,
    kind,
    name,
    prefix,
    lastFour,
    origins,
    createdAt,
    expiresAt,
    revokedAt,
    rotatedFrom,
  } = stored
  const state = stateOf(stored, now)
  return {
    keyId,
    kind,
    state,
    name,
    prefix,
    lastFour,
    origins,
    createdAt,
    expiresAt,
    revokedAt,
    rotatedFrom,
  }
}

/** A key that can still be used; `now` in milliseconds since 1970. */
export const isActive = (stored: apiKeyQueries.StoredApiKey, now: number): boolean =>
  stateOf(stored, now) === 'active'

function stateOf(
  { expiresAt, revokedAt }: apiKeyQueries.StoredApiKey,
  now: number,
): KeySummary['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'active'
}
