import { blockQueries, catalogQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { minutesPerDay, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { replayOnError, withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Block, BlockInput, BlockObstacle, LocalTime } from '../model/block.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { storedBlock } from '../stored-json.ts'
import { recordBlockEvent } from './block-event.ts'

const maxDays = 31

/**
 * Takes time of a professional, or of units of a resource type, out of the diary (D41). Nothing may
 * be in the way, and either the whole time is taken or nothing of it.
 */
export async function createBlock(context: RequestContext, input: BlockInput): Promise<Block> {
  businessOnly(context)
  return replayOnError(context, storedBlock, async () => {
    let catalog = await context.tenant.catalog()
    for (let tries = 0; tries < maxTries; tries++) {
      const block = plannedBlock(catalog, input, context.clock.now())
      try {
        return await insertBlock(context, catalog, input, block)
      } catch (error) {
        if (!(error instanceof StaleCatalog)) throw error
        catalog = await context.tenant.catalogAt(error.currentVersion)
      }
    }
    throw new Error(`the catalogue of ${context.tenant.slug} changes faster than time is blocked`)
  })
}

const maxTries = 5

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

const insertBlock = (
  context: RequestContext,
  catalog: Catalog,
  { subject: wanted }: BlockInput,
  block: PlannedBlock,
): Promise<Block> =>
  context.tenant.db.transaction(async (tx) => {
    const [current] = await catalogQueries.shareCatalogVersion(tx)
    if (current?.catalogVersion !== catalog.version)
      throw new StaleCatalog(current?.catalogVersion ?? 0)
    return withIdempotency(context, tx, storedBlock, async () => {
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

/** The block was planned with another version of the catalogue; nothing is written. */
class StaleCatalog extends Error {
  readonly currentVersion: number

  constructor(currentVersion: number) {
    super('the catalogue has changed')
    this.currentVersion = currentVersion
  }
}
