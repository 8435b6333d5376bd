import assert from 'node:assert/strict'
import { testDatabase } from './database.ts'

/** Resolves when so many transactions of this file's database wait for a lock. */
export async function untilWaiting(count: number): Promise<void> {
  const { witness } = await testDatabase()
  const deadline = performance.now() + 10_000
  const waiting = () => witness`
    select pid from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() group by pid`
  while ((await waiting()).length < count)
    assert.ok(performance.now() < deadline, `${count} transactions wait for a lock`)
}
