import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  eventQueries,
  jobQueries,
  mailQueries,
  openDatabase,
  openPool,
  openTenantDbs,
} from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { patientLimits } from '../support/in-time.ts'
import { openSalon } from '../support/salon.ts'

const { urls } = await testDatabase()
const database = openDatabase({ url: urls.api, name: 'silla-test-enqueue' })
const asWorker = openPool({ url: urls.worker, max: 1, name: 'silla-test-jobs' })
atEnd(() => Promise.all([database.close(), asWorker.end({ timeout: 1 })]))
const tenantDbs = openTenantDbs(database, patientLimits)

/** The jobs that a worker would find. */
async function jobsOf(businessId: string) {
  await asWorker`select jobs.relay(1000)`
  return asWorker`
    select task.identifier as task, job.payload, job.key, job.run_at,
      queue.queue_name as queue, job.max_attempts
    from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    left join jobs._private_job_queues queue on queue.id = job.job_queue_id
    where job.payload ->> 'businessId' = ${businessId} order by job.id`
}

test('a job is committed or rolled back with its transaction', async () => {
  const { businessId } = await openSalon()
  const db = tenantDbs(businessId)
  await db.transaction((tx) =>
    jobQueries.enqueue(tx, { task: 'prune', payload: { nothing: true } }),
  )
  const failed = db.transaction(async (tx) => {
    await jobQueries.enqueue(tx, { task: 'prune', payload: { nothing: false } })
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  assert.deepEqual(
    (await jobsOf(businessId)).map(({ task, payload }) => [task, payload]),
    [['prune', { nothing: true, businessId }]],
  )
})

test('a job belongs to the business of its transaction, whatever its payload contains', async () => {
  const [ours, theirs] = [await openSalon(), await openSalon()]
  const runAt = new Date('2030-01-01T00:00:00Z')
  const job = {
    task: 'prune',
    payload: { businessId: theirs.businessId },
    key: 'night',
    runAt,
  }
  await tenantDbs(theirs.businessId).transaction((tx) =>
    jobQueries.enqueue(tx, { task: 'prune', payload: {}, key: 'night' }),
  )
  await tenantDbs(ours.businessId).transaction((tx) => jobQueries.enqueue(tx, job))
  assert.deepEqual(
    (await jobsOf(ours.businessId)).map(({ key, runAt }) => [key, runAt]),
    [[`${ours.businessId}:night`, runAt]],
  )
  assert.equal(
    (await jobsOf(theirs.businessId)).length,
    1,
    'the same key of another business is another job',
  )
})

test('enqueueing again with the same key reschedules the waiting job', async () => {
  const { businessId } = await openSalon()
  const [early, late] = [new Date('2030-01-01T00:00:00Z'), new Date('2030-02-01T00:00:00Z')]
  for (const runAt of [early, late]) {
    await tenantDbs(businessId).transaction((tx) =>
      jobQueries.enqueue(tx, { task: 'prune', payload: {}, key: 'night', runAt }),
    )
  }
  assert.deepEqual(
    (await jobsOf(businessId)).map((job) => job.runAt),
    [late],
  )
})

test('of several with the same key the one that was enqueued last wins, whatever its id', async () => {
  const { businessId } = await openSalon()
  // as on a cluster, where each node takes ids from a range of its own
  await asWorker`
    insert into jobs.outbox (id, task, payload, max_attempts, job_key, enqueued_at)
    overriding system value
    select ${2 ** 48}::bigint + row.id, 'prune', ${asWorker.json({ businessId })}::jsonb || row.payload,
      25, ${businessId}::text, row.enqueued_at
    from (values
      (2, '{"n": 1}'::jsonb, timestamptz '2030-01-01T00:00:00Z'),
      (1, '{"n": 2}'::jsonb, timestamptz '2030-01-01T00:00:01Z')) as row (id, payload, enqueued_at)`
  assert.deepEqual(
    (await jobsOf(businessId)).map(({ payload }) => payload.n),
    [2],
  )
})

test('enqueued many times with the same key before the relay runs, it is one job', async () => {
  const { businessId } = await openSalon()
  const payloads = [1, 2, 3].map((round) => ({ round }))
  for (const payload of payloads) {
    await tenantDbs(businessId).transaction((tx) =>
      jobQueries.enqueue(tx, { task: 'prune', payload, key: 'night' }),
    )
  }
  assert.deepEqual(
    (await jobsOf(businessId)).map(({ payload }) => payload.round),
    [3],
  )
})

test('dequeueing removes waiting jobs of the business with the transaction, and no running one', async () => {
  const [{ businessId }, other] = [await openSalon(), await openSalon()]
  const db = tenantDbs(businessId)
  const runAt = new Date('2030-01-01T00:00:00Z')
  for (const { businessId } of [db, other])
    await tenantDbs(businessId).transaction(async (tx) => {
      for (const key of ['kept', 'running', 'waiting'])
        await jobQueries.enqueue(tx, { task: 'prune', payload: {}, key, runAt })
    })
  const keysOf = async (salon: { businessId: string }) =>
    (await jobsOf(salon.businessId)).map(({ key }) => key.split(':')[1])
  assert.deepEqual(await keysOf({ businessId }), ['kept', 'running', 'waiting'])
  await asWorker`
    update jobs._private_jobs set locked_at = now(), locked_by = 'a worker'
    where key = ${`${businessId}:running`}`

  const failed = db.transaction(async (tx) => {
    await jobQueries.dequeue(tx, ['kept'])
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  await db.transaction((tx) => jobQueries.dequeue(tx, ['running', 'waiting', 'unknown']))
  assert.deepEqual(await keysOf({ businessId }), ['kept', 'running'])
  assert.deepEqual(await keysOf(other), ['kept', 'running', 'waiting'])

  // the last of several changes wins
  await db.transaction(async (tx) => {
    await jobQueries.dequeue(tx, ['waiting', 'kept'])
    await jobQueries.enqueue(tx, { task: 'prune', payload: {}, key: 'waiting' })
  })
  assert.deepEqual(await keysOf({ businessId }), ['running', 'waiting'])
})

test('a job cannot be enqueued without a tenant', async () => {
  const enqueue = () => database.queryPool`select app.enqueue('prune', '{}', null, null)`
  await assert.rejects(
    async () => await enqueue(),
    /app\.business_id|invalid input syntax for type uuid/,
  )
})

test('the api and admin roles can enqueue jobs and cannot read them', async () => {
  const asAdmin = openPool({ url: urls.cli, max: 1, name: 'silla-test' })
  for (const role of [database.queryPool, asAdmin]) {
    await assert.rejects(async () => await role`select id from jobs.outbox`, /permission denied/)
    await assert.rejects(
      async () => await role`select id from jobs._private_jobs`,
      /permission denied/,
    )
    await assert.rejects(async () => await role`select jobs.add_job('prune')`, /permission denied/)
    await assert.rejects(async () => await role`select jobs.relay(1)`, /permission denied/)
  }
  await asAdmin.end({ timeout: 1 })
})

test('the event and the email of a booking are enqueued like those of every other cause', async () => {
  const salon = await openSalon()
  const { data } = await salon.guest.book('Ana', '10:00')
  const booked = (await jobsOf(salon.businessId)).filter(({ task }) => !task.endsWith('-booking'))
  await asWorker`delete from jobs._private_jobs`
  const now = salon.clock.now()
  await tenantDbs(salon.businessId).transaction(async (tx) => {
    await eventQueries.recordEvent(tx, { type: 'reserva.creada', at: now, payload: {} })
    await mailQueries.requestMail(tx, {
      kind: 'booking_confirmed',
      to: data.cliente.email,
      language: 'es',
      payload: {},
      cause: 'another cause',
      now,
    })
  })
  const others = await jobsOf(salon.businessId)
  const withoutIds = ({ payload, runAt, ...job }: (typeof booked)[number]) => ({
    ...job,
    fields: Object.keys(payload),
    isDueNow: runAt <= new Date(),
  })
  assert.equal(booked.length, 2)
  assert.deepEqual(booked.map(withoutIds), others.map(withoutIds))
})

test('each cause has one email', async () => {
  const { businessId, clock } = await openSalon()
  const mail = {
    kind: 'code',
    to: 'lucia@example.com',
    language: 'es',
    payload: { code: '123456' },
    cause: 'code:1',
    now: clock.now(),
  } as const
  const request = () => tenantDbs(businessId).transaction((tx) => mailQueries.requestMail(tx, mail))
  const [[first], [second]] = [await request(), await request()]
  assert.ok(first?.id)
  assert.equal(second?.id, null)
  assert.deepEqual(
    (await jobsOf(businessId)).map(({ task, payload, maxAttempts }) => [
      task,
      payload,
      maxAttempts,
    ]),
    [['send-mail', { mailId: first.id, businessId }, 9]],
  )
})

test('an endpoint has a queue for each kind of job, and slow endpoints share eight', async () => {
  const { businessId } = await openSalon()
  const db = tenantDbs(businessId)
  const enqueue = (endpointId: number, isSlow: boolean) =>
    db.transaction(async (tx) => {
      for (const task of ['deliver-events', 'retry-deliveries']) {
        const key = `${task}:${endpointId}`
        await jobQueries.enqueue(tx, { task, payload: { endpointId, isSlow }, key })
      }
    })
  await enqueue(1, false)
  for (let endpointId = 2; endpointId < 40; endpointId++) await enqueue(endpointId, true)
  const jobs = await jobsOf(businessId)
  const isSlow = ({ payload }: (typeof jobs)[number]) => payload.isSlow
  assert.deepEqual(
    jobs
      .filter((job) => !isSlow(job))
      .map(({ queue }) => queue)
      .sort(),
    [`${businessId}:deliver-events:1`, `${businessId}:retry-deliveries:1`],
  )
  const shared = new Set(jobs.filter(isSlow).map(({ queue }) => queue))
  assert.deepEqual(
    [...shared].sort(),
    Array.from({ length: 8 }, (_, index) => `slow-endpoints:${index}`),
  )
})

test('a job that delivers events keeps its place when it is enqueued again', async () => {
  const { businessId } = await openSalon()
  const db = tenantDbs(businessId)
  const enqueue = async () => {
    await db.transaction(async (tx) => {
      for (const task of ['deliver-events', 'retry-deliveries'])
        await jobQueries.enqueue(tx, { task, payload: { endpointId: 1 }, key: `${task}:1` })
    })
    return new Map((await jobsOf(businessId)).map(({ task, runAt }) => [task, runAt.getTime()]))
  }
  const [first, second] = [await enqueue(), await enqueue()]
  assert.equal(second.get('deliver-events'), first.get('deliver-events'))
  assert.notEqual(second.get('retry-deliveries'), first.get('retry-deliveries'))
})
