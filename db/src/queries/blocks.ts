import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Block } from '../types/block.ts'
import type { Page, Translated } from '../types/values.ts'

/** Its claims are inserted with `claimBlock`. */
export const insertBlock = (
  tx: Tx,
  block: Pick<Block, 'startsAt' | 'endsAt' | 'reason' | 'createdAt'> & BlockSubject,
): Query<{ id: number }> => tx`
  insert into blocks (
    business_id, professional_id, resource_type_id, unit_number, resource_ids, starts_at, ends_at,
    reason, created_at)
  values (${tx.businessId}, ${block.professionalId}, ${block.resourceTypeId}, ${block.unitNumber},
    ${block.resourceIds}::bigint[], ${block.startsAt}, ${block.endsAt}, ${block.reason},
    ${block.createdAt})
  returning id`

/** The units that a salon has of a resource type, by number; none for an unknown handle. */
export const listUnits = (
  tx: Tx,
  handle: string,
): Query<{ resourceTypeId: number; name: Translated; id: number; number: number }> => tx`
  select type.id as resource_type_id, type.name, unit.id, unit.number
  from resource_types type
  join resource_units unit
    on unit.business_id = ${tx.businessId} and unit.resource_type_id = type.id and unit.active
  where type.business_id = ${tx.businessId} and type.handle = ${handle} and type.active
  order by unit.number`

/** False: something else has a part of the time, and the transaction must be rolled back. */
export const claimBlock = (tx: Tx, block: BlockedTime & { id: number }): Query<{ free: boolean }> =>
  tx`
  select app.claim_block(
    ${tx.businessId}, ${block.id}, ${block.resourceIds}::bigint[], ${block.startsAt},
    ${block.endsAt}, ${block.now}) as free`

/** What takes a part of the time, bookings first; nothing when it has become free. */
export const findBlockObstacle = (
  tx: Tx,
  { resourceIds, startsAt, endsAt, now }: BlockedTime,
): Query<BlockObstacle> => tx`
  select claim.kind, claim.owner_id, claim.expires_at, booking.code
  from claims claim
  left join bookings booking
    on booking.business_id = ${tx.businessId} and booking.id = claim.owner_id
      and claim.owner_kind = 'booking'
  where claim.business_id = ${tx.businessId} and claim.resource_id = any(${resourceIds}::bigint[])
    and claim.starts_at > ${dayBefore(startsAt)} and claim.starts_at < ${endsAt}
    and claim.ends_at > ${startsAt} and (claim.expires_at is null or claim.expires_at > ${now})
  order by claim.kind = 'booking' desc, claim.starts_at, claim.id
  limit 1`

/** Blocks that overlap a period, by start. */
export const listBlocks = (tx: Tx, input: BlockFilter & Page): Query<Block> => tx`
  ${blockColumns(tx)}
  where block.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by block.starts_at, block.created_at, block.id
  offset ${input.offset} limit ${input.limit}`

export const findBlockById = (tx: Tx, id: number): Query<Block> => tx`
  ${blockColumns(tx)} where block.business_id = ${tx.businessId} and block.id = ${id}`

/** A block with what it blocks; the condition follows. */
const blockColumns = (tx: Tx) => tx`
  select block.id, block.starts_at, block.ends_at, block.reason, block.created_at,
    case when professional.id is not null then
      jsonb_build_object('id', professional.id, 'name', professional.name) end as professional,
    case when type.id is not null then jsonb_build_object(
      'handle', type.handle, 'name', type.name, 'unitNumber', block.unit_number) end as resource
  from blocks block
  left join professionals professional
    on professional.business_id = ${tx.businessId} and professional.id = block.professional_id
  left join resource_types type
    on type.business_id = ${tx.businessId} and type.id = block.resource_type_id`

export const countBlocks = (tx: Tx, input: BlockFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from blocks block
  where block.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}`

const matchesFilter = (tx: Tx, { professionalId, resource, from, before }: BlockFilter) => tx`
  block.starts_at > ${longestBlockBefore(from)} and block.ends_at > ${from}
  and ${before === null ? tx`true` : tx`block.starts_at < ${before}`}
  and ${professionalId === null ? tx`true` : tx`block.professional_id = ${professionalId}`}
  and ${
    resource === null
      ? tx`true`
      : tx`block.resource_type_id in (
          select type.id from resource_types type
          where type.business_id = ${tx.businessId} and type.handle = ${resource})`
  }`

/**
 * Deletes a block; returns no row when there is none.
 *
 * @param professionalId whose it is; null: anybody's
 */
export const deleteBlock = (
  tx: Tx,
  id: number,
  professionalId: number | null,
): Query<{ id: number }> => tx`
  delete from blocks
  where business_id = ${tx.businessId} and id = ${id}
    ${professionalId === null ? tx`` : tx`and professional_id = ${professionalId}`}
  returning id`

/** Releases the time of a block. */
export const deleteBlockClaims = (tx: Tx, id: number): Query<object> => tx`
  delete from claims
  where business_id = ${tx.businessId} and owner_kind = 'block' and owner_id = ${id}`

/** What is blocked: a professional, one unit of a resource type, or all its units (null). */
export interface BlockSubject {
  professionalId: number | null
  resourceTypeId: number | null
  unitNumber: number | null
  /** Those of the professional or the units. */
  resourceIds: number[]
}

export interface BlockedTime {
  resourceIds: number[]
  startsAt: Date
  endsAt: Date
  now: Date
}

export interface BlockObstacle {
  kind: 'booking' | 'hold' | 'block'
  /** The booking, hold or block. */
  ownerId: number
  /** When a hold ends. */
  expiresAt: Date | null
  /** The code of a booking. */
  code: string | null
}

export interface BlockFilter {
  /** null: any */
  professionalId: number | null
  /** The handle of a resource type; null: any */
  resource: string | null
  from: Date
  /** null: no limit */
  before: Date | null
}

/** A claim lasts at most 24 hours, a block at most 32 days: a start before that ends too early. */
const dayBefore = (at: Date) => new Date(at.getTime() - 24 * 3_600_000)
const longestBlockBefore = (at: Date) => new Date(at.getTime() - 32 * 24 * 3_600_000)
