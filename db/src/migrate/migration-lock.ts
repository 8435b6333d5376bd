import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '../pool.ts'
import { begin } from '../transaction.ts'

/**
 * Runs work while no other process changes the schema; waits for one that does. Who waits and who
 * works hold no snapshot: `create index concurrently` waits for all older ones, and PostgreSQL would
 * not notice that the two wait for each other.
 *
 * @param migratorUrl a connection as silla_migrator
 * @param onWait called once if another process has the lock
 */
export async function withMigrationLock<T>(
  migratorUrl: string,
  onWait: (() => void) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const connection = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate-lock' })
  try {
    for (let tries = 1; ; tries += 1) {
      // The lock belongs to a transaction: a session lock would stay with a pooler's connection and
      // block all later migrations.
      const result = await begin(connection, async (tx) => {
        // without parameters, so by the simple protocol: the portal of the other one keeps a snapshot
        const [lock] = await tx.unsafe<{ acquired: boolean }[]>(
          `select pg_try_advisory_xact_lock(${migrationLock}) as acquired`,
        )
        return lock?.acquired ? { value: await work() } : null
      })
      if (result !== null) return result.value
      if (tries === 1) onWait?.()
      await delay(pauseMilliseconds)
    }
  } finally {
    await connection.end()
  }
}

/** The advisory lock of who changes the schema: an arbitrary number that all processes share. */
export const migrationLock = 7_455_201

const pauseMilliseconds = 200
