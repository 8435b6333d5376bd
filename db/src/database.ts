import { type ConnectionOptions, openPool, openRoleConnection } from './pool.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import type { TenantPools } from './tenant-db.ts'

/**
 * The connections of a serving process. Single reads share a few connections, on which the driver
 * pipelines them. Single writes have a larger pool, because each waits for the disk, and PostgreSQL
 * flushes commits that arrive together at once. A transaction has a connection to itself.
 */
export interface Database extends TenantPools {
  /**
   * For reading that takes minutes, on a connection of its own.
   *
   * @returns null when the business has one already, in whichever process
   */
  openSnapshot(businessId: string): Promise<Snapshot | null>
  close(): Promise<void>
}

const queryConnections = 3
const execConnections = 16
const pinnedConnections = 4

/** How many snapshots a process may have. */
export const snapshotsPerProcess = 2

/** What a busy API process opens, with the connection on which it listens. */
export const connectionsPerProcess =
  queryConnections + execConnections + pinnedConnections + snapshotsPerProcess + 1

export function openDatabase(options: ConnectionOptions): Database {
  const queryPool = openPool({ ...options, max: queryConnections })
  const execPool = openPool({ ...options, max: execConnections })
  const pinned = Array.from({ length: pinnedConnections }, () => openRoleConnection(options))
  return {
    queryPool,
    execPool,
    pinned,
    openSnapshot: (businessId) => openSnapshot(openRoleConnection(options), businessId),
    close: async () => {
      const pools = [queryPool, execPool].map((pool) => pool.end())
      await Promise.all([...pools, ...pinned.map((connection) => connection.end(0.5))])
    },
  }
}
