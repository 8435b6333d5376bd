import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobQueries, openDatabase, openTenantDbs, startJobRunner } from '@silla/db'
import { startWorker } from '@silla/worker'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openReports } from '../support/reports.ts'
import { openSalon } from '../support/salon.ts'

const { urls } = await testDatabase()
const jobs = await jobsDatabase()
const nobody = { live: null, test: null, apiBase: null }

/** Makes a job due that its worker has just let go of. */
const letGo = (key: string) => jobs`
  select id from jobs.reschedule_jobs(
    array(select id from jobs._private_jobs where key = ${key} and attempts > 0 and locked_at is null), run_at => now())`

test('a worker that runs takes a job over, sends the letter and ends when it is told to', async () => {
  const mailbox = await openMailbox()
  const reports = openReports()
  const salon = await openSalon({ professionals: ['Ana'] })
  const lines: string[] = []
  const context = await startWorker(
    {
      databaseUrl: urls.worker,
      mail: { smtpUrl: mailbox.url, from: 'citas@silla.example' },
      processor: nobody,
      logLevel: 'info',
      metrics: { port: 0, host: '127.0.0.1' },
    },
    { onAttempt: reports.add, logTarget: { write: (line) => lines.push(line) } },
  )
  await salon.guest.book('Ana', '10:00')
  const sent = await reports.first(({ task }) => task === 'send-mail')
  assert.equal(sent.error, undefined)
  assert.equal(mailbox.mails.length, 1)
  const figures = await (await fetch(context.metricsUrl ?? '')).text()
  assert.match(figures, /silla_job_seconds_count\{task="send-mail",outcome="done"\} 1\n/)
  await context.stop()
  assert.ok(lines.some((line) => line.includes('"task":"send-mail"')))
  assert.ok(!lines.join('').includes('lucia@example.com'), 'the log names nobody')
})

test('a job that fails waits longer and longer, and says which try is its last', async () => {
  const reports = openReports()
  const broken = { broken: () => Promise.reject(new Error('not today')) }
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: broken,
    nightlyTask: 'broken',
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await jobs`select jobs.add_job('broken', max_attempts => 2, job_key => 'broken')`
  const first = await reports.first(({ attempt }) => attempt === 1)
  assert.deepEqual([first.isLast, String(first.error)], [false, 'Error: not today'])
  while ((await letGo('broken')).length === 0);
  const second = await reports.first(({ attempt }) => attempt === 2)
  assert.equal(second.isLast, true)
  await runner.stop()
  const [dead] =
    await jobs`select attempts, last_error from jobs._private_jobs where key = 'broken'`
  assert.deepEqual([dead?.attempts, dead?.lastError], [2, 'not today'])
})

test('a processor that does not answer keeps half of the places, and letters go out by the rest', async () => {
  const reports = openReports()
  const database = openDatabase({ url: urls.api, name: 'silla-test-runner' })
  const doors = openTenantDbs(database)
  const answers = Promise.withResolvers<void>()
  const input = (businessId: string, task: string) =>
    doors(businessId).transaction((tx) => jobQueries.enqueue(tx, { task, payload: {} }))
  const first = await openSalon()
  for (const { businessId } of [first, await openSalon(), await openSalon()]) {
    for (const task of ['send-refund', 'check-payment', 'close-payment'])
      await input(businessId, task)
  }
  await input(first.businessId, 'send-mail')
  const waits = () => answers.promise
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      'send-refund': waits,
      'check-payment': waits,
      'close-payment': waits,
      'send-mail': async () => {},
    },
    nightlyTask: 'send-mail',
    concurrency: 4,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await reports.first(({ task }) => task === 'send-mail')
  answers.resolve()
  await runner.stop()
  await database.close()
})

test('what a killed worker had begun is taken up by another, and what a living one does is left to it', async () => {
  const reports = openReports()
  for (const [key, pool] of [
    ['orphaned', 'pool-killed'],
    ['in-hand', 'pool-alive'],
  ] as const) {
    await jobs`select jobs.add_job(${key}, job_key => ${key})`
    await jobs`
      update jobs._private_jobs set locked_by = ${pool}, locked_at = now() - interval '1 minute', attempts = 1 where key = ${key}`
  }
  await jobs`insert into jobs.workers (pool_id, seen_at) values ('pool-alive', now())`
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { orphaned: async () => {}, 'in-hand': async () => {} },
    nightlyTask: 'in-hand',
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  const taken = await reports.first(({ task }) => task === 'orphaned')
  assert.equal(taken.attempt, 2)
  await runner.stop()
  const [left] = await jobs`select locked_by from jobs._private_jobs where key = 'in-hand'`
  assert.equal(left?.lockedBy, 'pool-alive')
})

test('a worker without its database, or as another role, does not start and says why', async () => {
  const settings = { mail: { smtpUrl: null, from: '' }, processor: nobody, logLevel: 'silent' }
  const nowhere = new URL(urls.worker)
  nowhere.port = '1'
  await assert.rejects(
    startWorker({ ...settings, databaseUrl: nowhere.href }),
    /ECONNREFUSED|connect/i,
  )
  await assert.rejects(
    startWorker({ ...settings, databaseUrl: urls.migrator }),
    /member of silla_owner|refusing to serve/,
  )
})
