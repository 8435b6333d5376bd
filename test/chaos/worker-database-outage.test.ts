import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startJobRunner } from '@silla/db'
import { startWorker } from '@silla/worker'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { deliveriesTo, insertEndpoint } from '../support/event-endpoints.ts'
import { openEventReceiver } from '../support/event-receiver.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openReports } from '../support/reports.ts'
import { openSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { until } from '../support/until.ts'
import { tapWire, type WireTap } from '../support/wire-tap.ts'

// Only the worker's connections break: the API continues and enqueues jobs.

let tap: WireTap

before(async () => {
  const { urls } = await testDatabase()
  tap = await tapWire(urls.worker)
  atEnd(tap.close)
})

test('a worker continues after a database outage: every email is sent, and none twice', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const mailbox = await openMailbox()
  const reports = openReports()
  const worker = await startWorker(
    {
      databaseUrl: tap.url,
      mail: { smtpUrl: mailbox.url, from: 'citas@silla.example' },
      processor: { live: null, test: null, apiBase: null },
      secretsKeys: null,
      loopbackEndpoints: false,
      publicUrl: null,
      logLevel: 'silent',
    },
    { onAttempt: reports.add },
  )
  atEnd(worker.stop)
  const addresses: string[] = []
  const book = async (time: string) => {
    const email = `guest${time.replace(':', '')}@example.com`
    dataOf(await salon.guest.book('Ana', time, { email }), 201)
    addresses.push(email)
  }
  /** Counts emails, not jobs: a job whose result was lost is attempted again and finds it sent. */
  const allSent = () =>
    reports.until((received) => {
      const done = received.filter(({ task, error }) => task === 'send-mail' && error === undefined)
      return new Set(done.map(({ payload }) => payload.mailId)).size === addresses.length
    })

  await book('10:00')
  await allSent()
  tap.goDown()
  for (const time of ['11:00', '12:00', '13:00']) await book(time)
  tap.recover()
  await allSent()
  await book('14:00')
  await allSent()

  assert.deepEqual(mailbox.mails.flatMap(({ recipients }) => recipients).sort(), addresses)
  const { witness } = await testDatabase()
  const states =
    await witness`select distinct state from mails where business_id = ${salon.businessId}`
  assert.deepEqual([...states], [{ state: 'sent' }])
  await worker.stop()
})

test('D42: an event whose delivery cannot be recorded in an outage is delivered again with the same id', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const reports = openReports()
  const worker = await startWorker(
    {
      databaseUrl: tap.url,
      mail: { smtpUrl: null, from: '' },
      processor: { live: null, test: null, apiBase: null },
      secretsKeys: testSecrets.secretsKeys,
      loopbackEndpoints: true,
      publicUrl: null,
      logLevel: 'silent',
    },
    { onAttempt: reports.add },
  )
  atEnd(worker.stop)
  receiver.answer((response) => {
    tap.goDown()
    response.end()
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await reports.first(({ task, error }) => task === 'deliver-events' && error !== undefined)
  tap.recover()
  await receiver.until(2)
  const recorded = async () => (await deliveriesTo(endpoint)).map(({ state }) => state)
  await until(async () => (await recorded()).length > 0)
  assert.deepEqual(await recorded(), ['delivered'])
  const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(first, second)
  await worker.stop()
})

test('a worker runs jobs again after an outage in which the results of two jobs were lost, one after the other', async () => {
  const reports = openReports()
  const running = { first: openJob(), second: openJob(), third: openJob() }
  const lost = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const results = lost.values()
  const runner = await startJobRunner({
    url: tap.url,
    tasks: {
      first: running.first.run,
      second: running.second.run,
      third: running.third.run,
      later: async () => {},
    },
    nightlyTask: 'later',
    concurrency: 3,
    onAttempt: reports.add,
    onError(error) {
      if (/Failed to complete jobs/.test(String(error))) results.next().value?.resolve()
    },
  })
  atEnd(runner.stop)
  const jobs = await jobsDatabase()
  for (const task of Object.keys(running)) await jobs`select jobs.add_job(${task})`
  await Promise.all(Object.values(running).map(({ started }) => started))
  tap.goDown()
  running.first.end()
  await lost[0].promise
  running.second.end()
  await lost[1].promise
  tap.recover()
  await jobs`select jobs.add_job('later')`
  running.third.fail()

  await reports.first(({ task }) => task === 'later')
  // a job whose result was lost runs again; the one that failed waits for its next attempt
  await until(async () => {
    const left = await jobs`
      select from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
      where task.identifier in ('first', 'second') or job.locked_at is not null`
    return left.length === 0
  })
  await runner.stop()
})

/** A job that runs until the test ends it. */
function openJob() {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  return {
    started: started.promise,
    end: () => ended.resolve(),
    fail: () => ended.reject(new Error('this job fails')),
    async run() {
      started.resolve()
      await ended.promise
    },
  }
}

test('jobs that end during a database outage are retried after it, and stopping does not wait for the database', async () => {
  const reports = openReports()
  const started: Record<string, PromiseWithResolvers<void>> = {
    ends: Promise.withResolvers(),
    fails: Promise.withResolvers(),
  }
  const cut = Promise.withResolvers<void>()
  const lost = { complete: Promise.withResolvers<void>(), fail: Promise.withResolvers<void>() }
  const runner = await startJobRunner({
    url: tap.url,
    tasks: {
      async ends() {
        started.ends?.resolve()
        await cut.promise
      },
      async fails(_payload, { attempt }) {
        started.fails?.resolve()
        await cut.promise
        if (attempt === 1) throw new Error('the database was down')
      },
    },
    nightlyTask: 'ends',
    concurrency: 2,
    onAttempt: reports.add,
    onError(error) {
      if (/Failed to complete jobs/.test(String(error))) lost.complete.resolve()
      if (/Failed to fail jobs/.test(String(error))) lost.fail.resolve()
    },
  })
  atEnd(runner.stop)
  const jobs = await jobsDatabase()
  for (const task of ['ends', 'fails']) await jobs`select jobs.add_job(${task}, job_key => ${task})`
  await Promise.all(Object.values(started).map(({ promise }) => promise))
  tap.goDown()
  cut.resolve()
  await Promise.all([lost.complete.promise, lost.fail.promise])
  tap.recover()

  for (const task of ['ends', 'fails']) {
    const again = await reports.first((report) => report.task === task && report.attempt === 2)
    assert.equal(again.error, undefined, task)
  }
  await until(async () => {
    const left = await jobs`select 1 from jobs._private_jobs where key in ('ends', 'fails')`
    return left.length === 0
  })
  assert.equal(reports.received.length, 4)
  tap.goDown()
  await runner.stop()
  tap.recover()
})

test('a worker with a job that waits for a slot can be stopped while the database is down', async () => {
  const running = { long: openJob(), next: openJob() }
  const runner = await startJobRunner({
    url: tap.url,
    tasks: { long: running.long.run, next: running.next.run },
    nightlyTask: 'next',
    concurrency: 2,
    onAttempt: () => {},
    onError: () => {},
  })
  const jobs = await jobsDatabase()
  await jobs`select jobs.add_job('long')`
  await running.long.started
  // the free slot takes as many jobs as there are slots: one runs, and one waits
  await jobs`select jobs.add_job('next') from generate_series(1, 2)`
  const taken = () => jobs`
    select from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where task.identifier = 'next' and job.locked_at is not null`
  await until(async () => (await taken()).length === 2)
  await running.next.started
  tap.goDown()
  // an error that the library does not handle would fail the test
  assert.deepEqual(await runner.stop(), { returnedJobs: 2 })
  tap.recover()
  running.long.end()
  running.next.end()
})
