import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBackgroundWork, type LocalQueue } from '../../db/src/job-library-internals.ts'
import { startJobRunner } from '../../db/src/job-runner.ts'
import { testDatabase } from '../support/database.ts'

test('the queue of the library has the method that Silla calls', async () => {
  const { urls } = await testDatabase()
  const errors: unknown[] = []
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { night: async () => {} },
    nightlyTask: 'night',
    concurrency: 1,
    onAttempt: () => {},
    onError: (error) => errors.push(error),
  })
  await runner.stop()
  assert.deepEqual(errors, [])
})

test('a queue without that method is an error that says what follows from it', () => {
  assert.throws(
    () => addBackgroundWork({} as LocalQueue, Promise.resolve()),
    /^Error: graphile-worker has changed: its queue has no method background\. Stopping the worker/,
  )
})
