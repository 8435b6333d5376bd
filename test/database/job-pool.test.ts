import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJobPool } from '../../db/src/job-pool.ts'
import { testDatabase } from '../support/database.ts'

test('a connection that is released twice is back in the pool, once', async () => {
  const { urls } = await testDatabase()
  const errors: Error[] = []
  const pool = openJobPool({ connectionString: urls.worker, max: 1 }, (error) => errors.push(error))
  const release = await new Promise<() => void>((resolve, reject) =>
    pool.connect((error, _client, done) => (error ? reject(error) : resolve(done))),
  )
  release()
  const held = await pool.connect()
  release()
  assert.deepEqual([pool.totalCount, pool.idleCount], [1, 0], 'it is not idle while it is used')
  held.release()
  await pool.end()
  assert.deepEqual(errors, [])
})

test('a connection that a pool which has ended refuses can be released like any other', async () => {
  const { urls } = await testDatabase()
  const pool = openJobPool({ connectionString: urls.worker, max: 1 }, () => {})
  await pool.end()
  const [error, release] = await new Promise<[Error | undefined, () => void]>((resolve) =>
    pool.connect((failure, _client, done) => resolve([failure, done])),
  )
  assert.match(String(error), /after calling end/)
  release()
})
