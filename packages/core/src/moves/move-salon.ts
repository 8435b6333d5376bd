import { businessMoveQueries, businessQueries } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { BusinessNotFoundError } from '../business/provisioning-error.ts'
import { systemClock } from '../clock.ts'
import { assertMovable } from './assert-movable.ts'
import { copyUntilSame, openCopy } from './copy-salon.ts'
import { type MoveOptions, type MoveStep, type Moving, withClaim } from './moving.ts'
import { parkUntilIdle, unpark } from './park-jobs.ts'
import {
  closeForWriting,
  deleteHere,
  endRedirects,
  giveUpSalon,
  openThere,
} from './switch-salon.ts'
import { assertNoNewProblems, assertSameSalon, findNewProblems } from './verify-copy.ts'

/** A salon that was moved. */
export interface MovedSalon {
  slug: string
  businessId: string
  /** Where it is served now. */
  url: string
  /** Rows that were compared one with one, in all tables; null: an earlier run had compared them. */
  rows: number | null
  /** How long it took no changes; null: an earlier run had closed it. */
  closedMilliseconds: number | null
}

/**
 * Moves a salon to another deployment while it is served (decision 0089): copies it, follows its changes,
 * closes it for writing for some seconds, compares, and lets the other one serve. Running it again after an
 * interruption continues. As silla_admin of both.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND, MOVE_RUNNING, MOVE_VERSIONS_DIFFER, MOVE_CLOCKS_DIFFER,
 *   MOVE_WEBHOOK_MISSING, MOVE_NOT_SUPPORTED, MOVE_CONFLICT, MOVE_NOT_CLOSED, MOVE_DIFFERS,
 *   SECRET_NOT_READABLE; SERVICE_UNAVAILABLE when one of the databases is down
 */
export async function moveSalon(slug: string, options: MoveOptions): Promise<MovedSalon> {
  const found = await businessQueries.findBusinessBySlug(options.source, slug)
  if (found === null) return earlierMove(slug, options)
  return withClaim(options, found, async (backend) => {
    const business = await findBusiness(
      businessQueries.findBusinessBySlug(options.source, slug),
      slug,
    )
    const moving: Moving = { ...options, clock: options.clock ?? systemClock, business, backend }
    const begun = await businessMoveQueries.findMove(options.source, business.businessId)
    if (begun?.phase === 'left') {
      await openThere(moving, begun)
      await deleteHere(moving, begun)
      return moved(moving, begun)
    }
    await assertMovable(moving)
    const move = await openCopy(moving, begun)
    await onStep(moving, 'copied')
    const { rows, closedAt } = await closeSalon(moving, move).catch(async (error) => {
      // the relay of a worker does it as well, if this process has ended
      await unpark(moving).catch(() => {})
      throw error
    })
    await openThere(moving, move)
    const closedMilliseconds = Math.round(performance.now() - closedAt)
    await onStep(moving, 'arrived')
    await deleteHere(moving, move)
    await onStep(moving, 'deleted')
    return { ...moved(moving, move), rows, closedMilliseconds }
  })
}

/**
 * @returns how many rows are the same in both, and when the salon was closed, as performance.now()
 * @throws ProvisioningError
 */
async function closeSalon(
  moving: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<{ rows: number; closedAt: number }> {
  const comparedMilliseconds = await copyUntilSame(moving, move)
  // that of equal rows finds the same: before the salon is closed, because it takes as long as comparing them
  const isSuspicious = (await findNewProblems(moving)).length > 0
  await onStep(moving, 'followed')
  await parkUntilIdle(moving)
  await onStep(moving, 'parked')
  const closedAt = performance.now()
  const mostMilliseconds = leastClosedMilliseconds + 3 * comparedMilliseconds
  await closeForWriting(moving, mostMilliseconds)
  await onStep(moving, 'closed')
  const rows = await assertSameSalon(moving, move, mostMilliseconds)
  if (isSuspicious) await assertNoNewProblems(moving)
  await onStep(moving, 'compared')
  await endRedirects(moving)
  await giveUpSalon(moving)
  await onStep(moving, 'left')
  return { rows, closedAt }
}

/** How long a salon may be closed at least until it is open again, without what comparing it takes. */
const leastClosedMilliseconds = 30_000

const onStep = async (moving: Moving, step: MoveStep): Promise<void> => moving.onStep?.(step)

const moved = (
  { business: { slug, businessId } }: Moving,
  { url }: businessMoveQueries.BusinessMove,
): MovedSalon => ({ slug, businessId, url, rows: null, closedMilliseconds: null })

/** The last step of an earlier run may have been the deletion. */
async function earlierMove(slug: string, { source, receiver }: MoveOptions): Promise<MovedSalon> {
  const earlier = await businessMoveQueries.findEarlierMove(source, slug)
  if (earlier === null || !(await businessMoveQueries.isRegistered(receiver, earlier.businessId)))
    throw new BusinessNotFoundError(slug)
  return { slug, ...earlier, rows: null, closedMilliseconds: null }
}
