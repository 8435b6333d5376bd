import { blockQueries, catalogQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { minutesPerDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { replayOnError, withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Block, BlockInput, BlockObstacle, LocalTime } from '../model/block.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBlock } from '../stored-json.ts'
import { recordBlockEvent } from './block-event.ts'

const maxDays = 31

/**
 * Takes time of a professional, or of units of a resource type, out of the diary (D41). Nothing may
 * be in the way, and either the whole time is taken or nothing of it.
 */
export async function createBlock(context: RequestContext, input: BlockInput): Promise<Block> {
  allow(context, 'bookings.manage')
  // units of a resource are nobody's own
  assertOwnAgenda(context, [
    'professionalId' in input.subject ? input.subject.professionalId : null,
  ])
  return replayOnError(context, storedBlock, async () => {
    let catalog = await context.tenant.catalog()
    const attempts = planningAttempts(context.tenant.slug)
    for (;;) {
      const block = plannedBlock(catalog, input, context.clock.now())
      const inserted = await insertBlock(context, catalog, input, block)
      if (inserted.outcome === 'blocked') return inserted.block
      attempts.countStale()
      catalog = await context.tenant.catalogAt(inserted.catalogVersion)
    }
  })
}

function plannedBlock(catalog: Catalog, { from, to, reason }: BlockInput, now: Date): PlannedBlock {
  const zone = zoneOf(catalog.settings.timezone)
  const instant = ({ day, minute }: LocalTime) =>
    new Date((zone.toInstant(day, minute) ?? fail('INVALID_TIME')) * 60_000)
  const [startsAt, endsAt] = [instant(from), instant(to)]
  const wallMinutes = (to.day - from.day) * minutesPerDay + to.minute - from.minute
  if (wallMinutes <= 0 || wallMinutes > maxDays * minutesPerDay) fail('INVALID_RANGE')
  if (endsAt <= now) fail('DATE_IN_PAST')
  return { startsAt, endsAt, reason, createdAt: now }
}

type PlannedBlock = Pick<Block, 'startsAt' | 'endsAt' | 'reason' | 'createdAt'>

/** `stale`: it was planned with another version of the catalogue; nothing is written. */
type InsertedBlock =
  | { outcome: 'blocked'; block: Block }
  | { outcome: 'stale'; catalogVersion: number }

const insertBlock = (
  context: RequestContext,
  catalog: Catalog,
  { subject: wanted }: BlockInput,
  block: PlannedBlock,
): Promise<InsertedBlock> =>
  context.tenant.db.transaction(async (tx) => {
    const [current] = await catalogQueries.shareCatalogVersion(tx)
    if (current?.catalogVersion !== catalog.version)
      return { outcome: 'stale', catalogVersion: current?.catalogVersion ?? 0 }
    const created = await withIdempotency(context, tx, storedBlock, async () => {
      const { subject, professional, resource } = await findSubject(tx, catalog, wanted)
      const [inserted] = await blockQueries.insertBlock(tx, { ...block, ...subject })
      if (!inserted) throw new Error('no block was inserted')
      const time = {
        resourceIds: subject.resourceIds,
        startsAt: block.startsAt,
        endsAt: block.endsAt,
        now: block.createdAt,
      }
      const [claimed] = await blockQueries.claimBlock(tx, { id: inserted.id, ...time })
      if (!claimed?.free)
        fail('SLOT_NOT_AVAILABLE', { extra: { obstacle: await obstacleTo(tx, time) } })
      const created: Block = { id: inserted.id, professional, resource, ...block }
      await recordBlockEvent(tx, 'bloqueo.creado', created, catalog, block.createdAt)
      return created
    })
    return { outcome: 'blocked', block: created }
  })

/** The professional or the units to block, as they are stored and as they are shown. */
async function findSubject(
  tx: Tx,
  catalog: Catalog,
  wanted: BlockInput['subject'],
): Promise<Pick<Block, 'professional' | 'resource'> & { subject: blockQueries.BlockSubject }> {
  if ('professionalId' in wanted) {
    const { id, name } = findProfessional(catalog, wanted.professionalId)
    return {
      subject: { professionalId: id, resourceTypeId: null, unitNumber: null, resourceIds: [id] },
      professional: { id, name },
      resource: null,
    }
  }
  const { resource: handle, unitNumber } = wanted
  const all = await blockQueries.listUnits(tx, handle)
  const units = all.filter(({ number }) => unitNumber === null || number === unitNumber)
  const [unit] = units
  if (unit === undefined) fail('RESOURCE_NOT_FOUND')
  const { resourceTypeId, name } = unit
  return {
    subject: {
      professionalId: null,
      resourceTypeId,
      unitNumber,
      resourceIds: units.map(({ id }) => id),
    },
    professional: null,
    resource: { handle, name, unitNumber },
  }
}

/** null: it has gone since. */
async function obstacleTo(tx: Tx, time: blockQueries.BlockedTime): Promise<BlockObstacle | null> {
  const [found] = await blockQueries.findBlockObstacle(tx, time)
  if (found?.code) return { kind: 'booking', id: found.ownerId, code: found.code }
  if (found?.expiresAt) return { kind: 'hold', expiresAt: found.expiresAt }
  return found?.kind === 'block' ? { kind: 'block', id: found.ownerId } : null
}
