import { connectionOperator } from '../connection-operator.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { SupportAccessRow } from '../types/support.ts'
import type { Language, Page } from '../types/values.ts'

interface NewSupportAccess {
  reason: string
  canWrite: boolean
  isEmergency: boolean
  now: Date
  /** null: it has to be approved */
  approvedAt: Date | null
  expiresAt: Date
}

/** The operator is that of the connection, as in the audit log. */
export const insertSupportAccess = (tx: Tx, access: NewSupportAccess): Query<{ id: number }> => tx`
  insert into support_accesses (
    business_id, requested_by, reason, can_write, is_emergency, requested_at, approved_at, expires_at)
  values (
    ${tx.businessId}, ${connectionOperator(tx)},
    ${access.reason}, ${access.canWrite}, ${access.isEmergency}, ${access.now},
    ${access.approvedAt}, ${access.expiresAt})
  returning id`

export const findSupportAccess = (tx: Tx, id: number): Query<SupportAccessRow> => tx`
  ${supportColumns(tx)} and access.id = ${id}`

/** Latest first. */
export const listSupportAccesses = (tx: Tx, { offset, limit }: Page): Query<SupportAccessRow> => tx`
  ${supportColumns(tx)}
  order by access.requested_at desc, access.id desc offset ${offset} limit ${limit}`

export const countSupportAccesses = (tx: Tx): Query<{ count: number }> => tx`
  select count(*)::int as count from support_accesses where business_id = ${tx.businessId}`

/** Those that wait for an owner or are in use, latest first. */
export const listLiveSupportAccesses = (tx: Tx, now: Date): Query<SupportAccessRow> => tx`
  ${supportColumns(tx)} and access.ended_at is null and access.refused_at is null
    and access.expires_at > ${now}
  order by access.requested_at desc, access.id desc`

const supportColumns = (tx: Tx) => tx`
  select access.id, access.requested_by, access.reason, access.can_write, access.is_emergency,
    access.requested_at, access.approved_at, approver.name as approver_name, access.refused_at,
    access.expires_at, access.entered_at, access.ended_at, ender.name as ender_name
  from support_accesses access
  left join staff approver
    on approver.business_id = ${tx.businessId} and approver.id = access.approved_by
  left join staff ender on ender.business_id = ${tx.businessId} and ender.id = access.ended_by
  where access.business_id = ${tx.businessId}`

/** Locks it until the transaction ends; requests of support that change something wait. */
export const lockSupportAccess = (tx: Tx, id: number): Query<{ id: number }> => tx`
  select id from support_accesses where business_id = ${tx.businessId} and id = ${id} for update`

export const updateSupportApproved = (
  tx: Tx,
  input: { id: number; staffId: number; now: Date; expiresAt: Date },
): Query<object> => tx`
  update support_accesses
  set approved_at = ${input.now}, approved_by = ${input.staffId}, expires_at = ${input.expiresAt}
  where business_id = ${tx.businessId} and id = ${input.id}`

export const updateSupportRefused = (
  tx: Tx,
  input: { id: number; staffId: number; now: Date },
): Query<object> => tx`
  update support_accesses set refused_at = ${input.now}, refused_by = ${input.staffId}
  where business_id = ${tx.businessId} and id = ${input.id}`

/** @param input.staffId null: an operator */
export const updateSupportEnded = (
  tx: Tx,
  input: { id: number; staffId: number | null; now: Date },
): Query<object> => tx`
  update support_accesses set ended_at = ${input.now}, ended_by = ${input.staffId}
  where business_id = ${tx.businessId} and id = ${input.id}`

export const updateSupportEntered = (
  tx: Tx,
  input: { id: number; tokenHash: Buffer; now: Date },
): Query<object> => tx`
  update support_accesses set token_hash = ${input.tokenHash}, entered_at = ${input.now}
  where business_id = ${tx.businessId} and id = ${input.id}`

/** An access that has not ended, by its token. */
export interface EnteredSupportAccess {
  id: number
  requestedBy: string
  canWrite: boolean
  expiresAt: Date
}

export const findEnteredSupport = (tx: Tx, tokenHash: Buffer): Query<EnteredSupportAccess> => tx`
  select id, requested_by, can_write, expires_at from support_accesses
  where business_id = ${tx.businessId} and token_hash = ${tokenHash} and ended_at is null`

/** Who decides about an access. */
export interface SalonOwner {
  id: number
  name: string
  email: string
  language: Language
}

/** The owners who have accepted their invitation. */
export const listOwners = (tx: Tx): Query<SalonOwner> => tx`
  select id, name, email, language from staff
  where business_id = ${tx.businessId} and role = 'owner' and accepted_at is not null
    and deactivated_at is null
  order by id`

/** Notes that access was requested, for `listBusinessesWithSupport`. As silla_admin. */
export const updateSupportRequested = (tx: Tx, now: Date): Query<object> => tx`
  update registry.businesses set support_requested_at = ${now}
  where business_id = ${tx.businessId}`

/** The salons to which access was requested after a time, by slug. As silla_admin. */
export const listBusinessesWithSupport = (
  sql: Sql,
  after: Date,
): Query<{ businessId: string; slug: string }> => sql`
  select business_id, slug from registry.businesses
  where support_requested_at > ${after} order by slug`

/** What `listLiveSupportAccesses` finds in these salons, by slug. As silla_admin. */
export const listLiveSupportOfBusinesses = (
  sql: Sql,
  businessIds: readonly string[],
  now: Date,
): Query<SupportAccessRow & { slug: string }> => sql`
  select slug, id, requested_by, reason, can_write, is_emergency, requested_at, approved_at,
    approver_name, refused_at, expires_at, entered_at, ended_at, ender_name
  from app.list_live_support(${businessIds}, ${now})`

/** For platform staff, who read the registry. */
export const findBusinessStatus = (tx: Tx): Query<{ status: 'active' | 'suspended' }> => tx`
  select status from registry.businesses where business_id = ${tx.businessId}`
