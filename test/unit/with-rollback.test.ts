import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRollback } from '../../packages/core/src/with-rollback.ts'

/** As a database does: `run` fails with the error of the callback, after it was rolled back. */
async function transaction<T>(log: string[], run: () => Promise<T>): Promise<T> {
  try {
    const result = await run()
    log.push('commit')
    return result
  } catch (error) {
    log.push('rollback')
    throw error
  }
}

test('a transaction that is rolled back returns its result, and the others commit', async () => {
  const log: string[] = []
  const taken = await withRollback<string>((rollBack) =>
    transaction(log, async () => rollBack('taken')),
  )
  const written = await withRollback<string>(() => transaction(log, async () => 'written'))
  assert.deepEqual([taken, written, ...log], ['taken', 'written', 'rollback', 'commit'])
})

test('a result is returned by the call whose transaction is rolled back, from any depth', async () => {
  const log: string[] = []
  const result = await withRollback<string>((rollBackOuter) =>
    transaction(log, async () => {
      await withRollback<string>(() => transaction(log, async () => rollBackOuter('outer')))
      return 'not reached'
    }),
  )
  assert.deepEqual([result, ...log], ['outer', 'rollback', 'rollback'])
})

test('an error of the transaction stays an error, also after a rollback was requested', async () => {
  const failed = new Error('the connection is lost')
  const lost = withRollback<string>(async (rollBack) => {
    await transaction([], async () => rollBack('taken')).catch(() => {})
    throw failed
  })
  await assert.rejects(lost, failed)
})
