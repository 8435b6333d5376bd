import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBackgroundWork, type LocalQueue } from '../../db/src/job-library-internals.ts'
import { startJobRunner } from '../../db/src/job-runner.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'

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

test('the library takes jobs with the query that Silla replaces', async () => {
  const { urls } = await testDatabase()
  const jobs = await jobsDatabase()
  await jobs`
    select jobs.add_job('replaced', json_build_object('businessId', business),
      run_at => now() - make_interval(hours => hours))
    from (values ('a', 3), ('a', 2), ('b', 1)) waiting (business, hours)`
  const order: unknown[] = []
  const done = Promise.withResolvers<void>()
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      night: async () => {},
      async replaced({ businessId }) {
        if (order.push(businessId) === 3) done.resolve()
      },
    },
    nightlyTask: 'night',
    concurrency: 1,
    onAttempt: () => {},
    onError: (error) => assert.fail(String(error)),
  })
  await done.promise
  await runner.stop()
  assert.deepEqual(order, ['a', 'b', 'a'], 'graphile-worker has changed: see takeJobsInTurns')
})
