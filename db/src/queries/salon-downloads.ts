import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** The link with which an owner downloads everything of the salon. */
export interface SalonDownloadRow {
  requestedAt: Date
  expiresAt: Date
  revokedAt: Date | null
  downloadedAt: Date | null
  /** When its email was sent; null: it waits, or could not be sent. */
  sentAt: Date | null
}

export const findSalonDownload = (tx: Tx, staffId: number): Query<SalonDownloadRow> => tx`
  select download.requested_at, download.expires_at, download.revoked_at, download.downloaded_at,
    mail.sent_at
  from salon_downloads download
  left join mails mail
    on mail.business_id = ${tx.businessId} and mail.id = download.mail_id
  where download.business_id = ${tx.businessId} and download.staff_id = ${staffId}`

/** Another one replaces it, and the link before stops working. */
export const upsertSalonDownload = (
  tx: Tx,
  download: {
    staffId: number
    tokenHash: Buffer
    mailId: number | null
    now: Date
    expiresAt: Date
  },
): Query<object> => tx`
  insert into salon_downloads (
    business_id, staff_id, token_hash, mail_id, requested_at, expires_at)
  values (
    ${tx.businessId}, ${download.staffId}, ${download.tokenHash}, ${download.mailId},
    ${download.now}, ${download.expiresAt})
  on conflict on constraint salon_downloads_person do update
  set token_hash = excluded.token_hash, mail_id = excluded.mail_id,
    requested_at = excluded.requested_at, expires_at = excluded.expires_at, revoked_at = null,
    downloaded_at = null`

/** The link of a person with this token that was not revoked; it stays as it is until the transaction ends. */
export const lockSalonDownload = (
  tx: Tx,
  { staffId, tokenHash }: { staffId: number; tokenHash: Buffer },
): Query<{ expiresAt: Date }> => tx`
  select expires_at from salon_downloads
  where business_id = ${tx.businessId} and staff_id = ${staffId} and token_hash = ${tokenHash}
    and revoked_at is null
  for no key update`

export const updateSalonDownloaded = (
  tx: Tx,
  { staffId, now }: { staffId: number; now: Date },
): Query<object> => tx`
  update salon_downloads set downloaded_at = ${now}
  where business_id = ${tx.businessId} and staff_id = ${staffId}`

/** Returns the link if it could still be used. */
export const updateSalonDownloadRevoked = (
  tx: Tx,
  { staffId, now }: { staffId: number; now: Date },
): Query<{ id: number }> => tx`
  update salon_downloads set revoked_at = ${now}
  where business_id = ${tx.businessId} and staff_id = ${staffId} and revoked_at is null
    and expires_at > ${now}
  returning id`

/** Of somebody who works here no more. */
export const deleteSalonDownload = (tx: Tx, staffId: number): Query<object> => tx`
  delete from salon_downloads where business_id = ${tx.businessId} and staff_id = ${staffId}`
