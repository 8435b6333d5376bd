import { createHash } from 'node:crypto'
import { salonDownloadQueries, type Tx } from '@silla/db'
import { later } from '../customers/challenge.ts'
import { staffIn } from '../staff/find-staff.ts'

/** What has become of the link with which an owner downloads everything of the salon. */
export interface SalonDownload {
  state: 'none' | 'valid' | 'expired' | 'revoked'
  /** Where the link is sent: the confirmed email of the owner who requests it. */
  email: string
  requestedAt: Date | null
  expiresAt: Date | null
  /** When the email was sent; null: it waits, or could not be sent. */
  sentAt: Date | null
  /** When the link was last used; null: never. */
  downloadedAt: Date | null
  /** From when another one can be requested; null: now. */
  nextAt: Date | null
}

const minSecondsBetween = 3600

export const hashDownloadToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest()

/** @throws STAFF_NOT_FOUND */
export async function readSalonDownload(
  tx: Tx,
  staffId: number,
  now: Date,
): Promise<SalonDownload> {
  const { email } = await staffIn(tx, staffId)
  const [row] = await salonDownloadQueries.findSalonDownload(tx, staffId)
  if (!row) {
    const nothing = { requestedAt: null, expiresAt: null, sentAt: null, downloadedAt: null }
    return { state: 'none', email, ...nothing, nextAt: null }
  }
  const { revokedAt, ...times } = row
  const next = later(row.requestedAt, minSecondsBetween)
  return { state: stateOf(row, now), email, ...times, nextAt: next > now ? next : null }
}

function stateOf(
  { revokedAt, expiresAt }: salonDownloadQueries.SalonDownloadRow,
  now: Date,
): SalonDownload['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'valid'
}
