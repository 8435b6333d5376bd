import { businessMoveQueries, inTransaction, type Tx } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Moving, pause } from './moving.ts'

/**
 * Keeps the workers from starting jobs of the salon, and waits for those that run: what they have done, such
 * as an email, is in the copy.
 *
 * @throws ProvisioningError MOVE_NOT_CLOSED
 */
export async function parkUntilIdle(moving: Moving): Promise<void> {
  const { business, idleMilliseconds = 60_000 } = moving
  await inMovedSalon(moving, (tx) => businessMoveQueries.updateJobsParked(tx, true))
  const endsAt = performance.now() + idleMilliseconds
  for (;;) {
    const running = await inMovedSalon(moving, businessMoveQueries.parkJobs)
    if (running === 0) return
    if (performance.now() > endsAt)
      throw new ProvisioningError(
        'MOVE_NOT_CLOSED',
        `Jobs of ${business.slug} still run after ${idleMilliseconds / 1000} s. ` +
          'It is served here as before; run the command again to continue.',
      )
    await pause(idlePauseMilliseconds)
  }
}

const idlePauseMilliseconds = 100

/** Returns the jobs to the queue, unless the salon has left. */
export const unpark = (moving: Pick<Moving, 'source' | 'business'>): Promise<void> =>
  inMovedSalon(moving, async (tx) => {
    const move = await businessMoveQueries.lockMove(tx)
    if (move?.phase !== 'leaving') return
    await businessMoveQueries.updateJobsParked(tx, false)
    await businessMoveQueries.unparkJobs(tx)
  })

const inMovedSalon = <T>(
  { source, business }: Pick<Moving, 'source' | 'business'>,
  work: (tx: Tx) => PromiseLike<T>,
): Promise<T> =>
  inTransaction(source, async (registry) =>
    work(await businessMoveQueries.setMovedTenant(registry, business.businessId)),
  )
