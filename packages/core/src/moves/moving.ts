import { businessMoveQueries, type businessQueries, type Sql } from '@silla/db'
import type { ArchiveKeys } from '../archives/archive-keys.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Clock } from '../clock.ts'
import type { SecretsKeys } from '../credentials/seal.ts'
import type { Progress } from '../provisioning/write-salon.ts'

/** The steps of a move, each when it is complete. */
export type MoveStep =
  | 'copied'
  | 'followed'
  | 'parked'
  | 'closed'
  | 'compared'
  | 'left'
  | 'arrived'
  | 'deleted'

/** The connections of a move. */
export interface MoveConnections {
  /** The database that the salon leaves, as silla_admin. */
  source: Sql
  /** The same, with one connection: it holds the locks. */
  lock: Sql
  /** The database where it will be served, as silla_admin. */
  receiver: Sql
}

export interface MoveOptions extends MoveConnections {
  /** The origin at which the salon is served afterwards. */
  url: string
  /** Random, for this process: secrets are on their way under them. */
  archiveKeys: ArchiveKeys
  /** SECRETS_KEY of both; null: it is not set. */
  sourceKeys: SecretsKeys | null
  receiverKeys: SecretsKeys | null
  /** How long jobs that run may take until the salon is closed. */
  idleMilliseconds?: number
  clock?: Clock
  onProgress?: Progress
  onStep?: (step: MoveStep) => void | Promise<void>
}

/** A move that nobody else works on. */
export interface Moving extends MoveOptions {
  clock: Clock
  business: businessQueries.RegisteredBusiness
  /** The server process that has its lock. */
  backend: number
}

/**
 * Runs work while nobody else can move this business, and releases all locks then.
 *
 * @throws ProvisioningError MOVE_RUNNING
 */
export async function withClaim<T>(
  { lock }: Pick<MoveConnections, 'lock'>,
  { slug, businessId }: { slug: string; businessId: string },
  work: (backend: number) => Promise<T>,
): Promise<T> {
  const backend = await claim()
  try {
    return await work(backend)
  } finally {
    await businessMoveQueries.releaseLocks(lock).catch(() => {})
  }

  /** A worker has the lock for a moment when it looks whether somebody moves the salon. */
  async function claim(): Promise<number> {
    for (let attempt = 0; attempt < claimAttempts; attempt++) {
      if (attempt > 0) await pause(claimPauseMilliseconds)
      const backend = await businessMoveQueries.claimMove(lock, businessId)
      if (backend !== null) return backend
    }
    throw new ProvisioningError(
      'MOVE_RUNNING',
      `Another process moves ${slug}. Wait until it has ended, or end it.`,
    )
  }
}

const claimAttempts = 20
const claimPauseMilliseconds = 50

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
