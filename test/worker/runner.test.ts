import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { jobQueries, mailQueries, openDatabase, openTenantDbs, startJobRunner } from '@silla/db'
import { openJobMetrics, startWorker } from '@silla/worker'
import { json } from '../architecture/sources.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openReports } from '../support/reports.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'
import { until } from '../support/until.ts'

const { urls } = await testDatabase()
const jobs = await jobsDatabase()
const noProcessor = { live: null, test: null, apiBase: null }

// a runner that was stopped leaves jobs behind, and the next one has tasks of the same names
beforeEach(async () => {
  await jobs`delete from jobs.outbox`
  await jobs`truncate jobs._private_jobs, jobs._private_job_queues, jobs.turns`
})

/** Makes a failed job due at once, as soon as its worker has unlocked it. */
const makeDue = (key: string) => jobs`
  select id from jobs.reschedule_jobs(run_at => now(), job_ids => array(
    select id from jobs._private_jobs where key = ${key} and attempts > 0 and locked_at is null))`

const settings = {
  databaseUrl: urls.worker,
  mail: { smtpUrl: null, from: 'citas@silla.example' },
  processor: noProcessor,
  secretsKeys: null,
  loopbackEndpoints: false,
  publicUrl: null,
  logLevel: 'info',
}

test('a worker runs a job, sends the email and stops on request', async () => {
  const mailbox = await openMailbox()
  const reports = openReports()
  const salon = await openSalon({ professionals: ['Ana'] })
  const log = openLogLines()
  const worker = await startWorker(
    {
      ...settings,
      mail: { ...settings.mail, smtpUrl: mailbox.url },
      metrics: { port: 0, host: '127.0.0.1' },
    },
    { onAttempt: reports.add, logTarget: log },
  )
  await salon.guest.book('Ana', '10:00')
  const sent = await reports.first(({ task }) => task === 'send-mail')
  assert.equal(sent.error, undefined)
  assert.equal(mailbox.mails.length, 1)
  await reports.first(({ task }) => task === 'position-events')
  const metrics = await (await fetch(worker.metricsUrl ?? '')).text()
  assert.match(metrics, /silla_job_seconds_count\{task="send-mail",outcome="done"\} 1\n/)
  assert.match(metrics, /silla_events_total\{type="reserva.creada"\} 1\n/)
  assert.match(metrics, /\nsilla_jobs_due \d+\n/)
  await worker.stop('SIGTERM')

  const { version } = json('services/worker/package.json')
  assert.partialDeepStrictEqual(log.find('worker started'), {
    level: 30,
    version,
    jobSlots: 4,
    deliverySlots: 32,
    metricsUrl: worker.metricsUrl,
  })
  const { milliseconds, ...job } = log.find('the job is done', { task: 'send-mail' })
  assert.partialDeepStrictEqual(job, { level: 30, attempt: 1, outcome: 'done' })
  assert.equal(job.businessId, salon.businessId)
  assert.equal(typeof milliseconds, 'number')
  assert.partialDeepStrictEqual(log.find('worker stopped'), { reason: 'SIGTERM', returnedJobs: 0 })
  assert.ok(!log.text().includes('lucia@example.com'), 'the log contains no address')
})

test('a job that fails is logged with its attempt and code, without what the error quotes', async () => {
  const reports = openReports()
  const salon = await openSalon({ professionals: ['Ana'] })
  const log = openLogLines()
  const worker = await startWorker(
    { ...settings, mail: { ...settings.mail, smtpUrl: 'smtp://127.0.0.1:1' } },
    { onAttempt: reports.add, logTarget: log },
  )
  await salon.guest.book('Ana', '10:00')
  await reports.first(({ task }) => task === 'send-mail')
  await worker.stop()
  assert.partialDeepStrictEqual(log.find('the job failed and will be retried'), {
    level: 40,
    task: 'send-mail',
    businessId: salon.businessId,
    attempt: 1,
    outcome: 'failed',
    code: 'ESOCKET',
  })
  assert.ok(!log.text().includes('lucia@example.com'), 'the log contains no address')
})

test('a runner that is stopped gives back the job that does not end', async () => {
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const endless = async () => {
    started.resolve()
    await end.promise
  }
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { endless },
    nightlyTask: 'endless',
    concurrency: 1,
    onAttempt: () => {},
    onError: (error) => assert.fail(String(error)),
  })
  await jobs`select jobs.add_job('endless', job_key => 'endless')`
  await started.promise
  const stopped = await runner.stop()
  const [job] = await jobs`
    select is_available and run_at <= now() as is_due from jobs._private_jobs where key = 'endless'`
  end.resolve()
  assert.deepEqual([stopped.returnedJobs, job?.isDue], [1, true])
  // in production the process ends; here the library, which gives itself no name, closes its
  // connections now
  const connections = () => jobs`
    select from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name = ''`
  await until(async () => (await connections()).length === 0)
})

test('a job that fails is retried, and the last attempt is reported as the last', async () => {
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
  await until(async () => (await makeDue('broken')).length > 0)
  const second = await reports.first(({ attempt }) => attempt === 2)
  assert.equal(second.isLast, true)
  await runner.stop()
  const [dead] =
    await jobs`select attempts, last_error from jobs._private_jobs where key = 'broken'`
  assert.deepEqual([dead?.attempts, dead?.lastError], [2, 'not today'])
})

test('D12: the error that a job leaves in the queue has no address or number of a customer', async () => {
  const answer = '550 5.1.1 <nina@example.com>: unknown; +34 612 987 654 neither'
  const reports = openReports()
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { refused: () => Promise.reject(new Error(answer)) },
    nightlyTask: 'refused',
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await jobs`select jobs.add_job('refused', max_attempts => 1, job_key => 'refused')`
  const { error } = await reports.first(({ isLast }) => isLast)
  assert.equal(String(error), `Error: ${answer}`)
  await runner.stop()
  const [dead] = await jobs`select last_error from jobs._private_jobs where key = 'refused'`
  assert.equal(dead?.lastError, '550 5.1.1 <***@***>: unknown; +*** neither')
})

test('a worker runs scheduled checks of payments soon after its start, and other jobs at their time', async () => {
  const reports = openReports()
  await jobs`select jobs.add_job('check-payment', '{"minutes": 10}',
    run_at => now() + interval '10 minutes')`
  await jobs`select jobs.add_job('check-payment', '{"minutes": 1}',
    run_at => now() + interval '1 minute')`
  await jobs`select jobs.add_job('later', job_key => 'later',
    run_at => now() + interval '10 minutes')`
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { 'check-payment': async () => {}, later: async () => {} },
    nightlyTask: 'later',
    catchUpTasks: ['check-payment'],
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await reports.first(({ payload }) => payload.minutes === 10)
  await runner.stop()
  assert.deepEqual(
    reports.received.map(({ payload }) => payload.minutes),
    [1, 10],
  )
  const [later] = await jobs`
    select run_at > now() + interval '9 minutes' as is_unchanged
    from jobs._private_jobs where key = 'later'`
  assert.equal(later?.isUnchanged, true)
})

test('jobs that wait for the processor occupy half of the slots, and emails use the others', async () => {
  const reports = openReports()
  const database = openDatabase({ url: urls.api, name: 'silla-test-runner' })
  const tenantDbs = openTenantDbs(database)
  const response = Promise.withResolvers<void>()
  const enqueue = (businessId: string, task: string) =>
    tenantDbs(businessId).transaction((tx) => jobQueries.enqueue(tx, { task, payload: {} }))
  const first = await openSalon()
  for (const { businessId } of [first, await openSalon(), await openSalon()]) {
    for (const task of ['send-refund', 'check-payment', 'close-payment'])
      await enqueue(businessId, task)
  }
  await enqueue(first.businessId, 'send-mail')
  const wait = () => response.promise
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      'send-refund': wait,
      'check-payment': wait,
      'close-payment': wait,
      'send-mail': async () => {},
    },
    nightlyTask: 'send-mail',
    concurrency: 4,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await reports.first(({ task }) => task === 'send-mail')
  response.resolve()
  await runner.stop()
  await database.close()
})

test('a long queue of refunds holds up no email', async (t) => {
  const reports = openReports()
  const database = openDatabase({ url: urls.api, name: 'silla-test-runner' })
  const { businessId } = await openSalon()
  await openTenantDbs(database)(businessId).transaction(async (tx) => {
    for (let refund = 0; refund < 20; refund++)
      await jobQueries.enqueue(tx, { task: 'send-refund', payload: { refund } })
    await jobQueries.enqueue(tx, { task: 'send-mail', payload: {} })
  })
  await jobs`select jobs.relay(100)`
  // nothing notifies the runner when it is due
  await jobs`select jobs.reschedule_jobs(run_at => now() + interval '0.3 s', job_ids => array(
    select job.id from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where task.identifier = 'send-mail' and job.run_at <= now()))`
  const ran: string[] = []
  const emailed = Promise.withResolvers<void>()
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      'send-refund': async ({ refund }) => {
        // from then on the email has to pass them
        if (ran.length >= 8) await emailed.promise
        ran.push(`refund ${refund}`)
      },
      'send-mail': async () => {
        ran.push('email')
        emailed.resolve()
      },
      nothing: async () => {},
    },
    nightlyTask: 'nothing',
    concurrency: 4,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  t.after(async () => {
    await runner.stop()
    await database.close()
  })
  // two refunds may end before either is reported
  await reports.first(() => ran.length >= 21)
  assert.ok(ran.indexOf('email') < 14, ran.join())
})

test('separate tasks and the others do not wait for each other, and both keep their heartbeat', async () => {
  const reports = openReports()
  const end = { common: Promise.withResolvers<void>(), separate: Promise.withResolvers<void>() }
  const started = { common: Promise.withResolvers<void>(), separate: Promise.withResolvers<void>() }
  const blocking = (kind: keyof typeof end) => async () => {
    started[kind].resolve()
    await end[kind].promise
  }
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { common: blocking('common'), 'common-too': async () => {} },
    nightlyTask: 'common',
    concurrency: 1,
    separate: [
      {
        tasks: { separate: blocking('separate'), 'separate-too': async () => {} },
        concurrency: 1,
      },
    ],
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await jobs`select jobs.add_job('common')`
  await started.common.promise
  await jobs`select jobs.add_job('separate-too')`
  await reports.first(({ task }) => task === 'separate-too')
  await jobs`select jobs.add_job('separate')`
  await started.separate.promise
  end.common.resolve()
  await jobs`select jobs.add_job('common-too')`
  await reports.first(({ task }) => task === 'common-too')
  const unknown = () => jobs`
    select from jobs._private_jobs job where job.locked_by is not null
      and not exists (select from jobs.workers worker where worker.pool_id = job.locked_by)`
  await until(async () => (await unknown()).length === 0)
  end.separate.resolve()
  await runner.stop()
})

test('a worker takes over the jobs of a killed worker, and not those of a running one', async () => {
  const reports = openReports()
  for (const [key, pool] of [
    ['orphaned', 'pool-killed'],
    ['running', 'pool-running'],
  ] as const) {
    await jobs`select jobs.add_job(${key}, job_key => ${key})`
    await jobs`
      update jobs._private_jobs
      set locked_by = ${pool}, locked_at = now() - interval '1 minute', attempts = 1
      where key = ${key}`
  }
  await jobs`insert into jobs.workers (pool_id, seen_at) values ('pool-running', now())`
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { orphaned: async () => {}, running: async () => {} },
    nightlyTask: 'running',
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  const takenOver = await reports.first(({ task }) => task === 'orphaned')
  assert.equal(takenOver.attempt, 2)
  await runner.stop()
  const [job] = await jobs`select locked_by from jobs._private_jobs where key = 'running'`
  assert.equal(job?.lockedBy, 'pool-running')
})

test('a job that was enqueued again while a killed worker ran it runs once and leaves nothing', async () => {
  const reports = openReports()
  const enqueue = () => jobs`select jobs.add_job('counted', job_key => 'counted')`
  await enqueue()
  await jobs`
    update jobs._private_jobs
    set locked_by = 'pool-lost', locked_at = now() - interval '1 minute', attempts = 1
    where key = 'counted'`
  await enqueue()
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: { counted: async () => {} },
    nightlyTask: 'counted',
    concurrency: 1,
    onAttempt: reports.add,
    onError: (error) => assert.fail(String(error)),
  })
  await reports.first(({ task }) => task === 'counted')
  const heartbeats = () => jobs`select from jobs.workers where pool_id <> 'pool-running'`
  await until(async () => (await heartbeats()).length > 0)
  await runner.stop()
  const left = await jobs`
    select job.id from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where task.identifier = 'counted'`
  assert.deepEqual([...left], [])
  assert.equal(reports.received.length, 1)
})

test('a job that was enqueued again while it ran, or after it was given up, is not given up', async () => {
  const enqueue = async () => {
    await jobs`
      insert into jobs.outbox (task, payload, max_attempts, job_key)
      values ('repeated', '{}', 25, 'repeated')`
    await jobs`select jobs.relay(100)`
  }
  const counts = async () => {
    const [state] = await jobs`
      select dead, failing from jobs.check(now() - interval '10 minutes', interval '1 minute')`
    const [stored] = await jobs`select count(*)::int as stored from jobs._private_jobs`
    return [state?.dead, state?.failing, stored?.stored]
  }
  await enqueue()
  await jobs`update jobs._private_jobs set locked_by = 'pool-busy', locked_at = now(), attempts = 1`
  await enqueue()
  assert.deepEqual(await counts(), [0, 0, 2])
  await jobs`
    update jobs._private_jobs set locked_by = null, locked_at = null, last_error = 'not today'
    where locked_at is not null`
  assert.deepEqual(await counts(), [0, 0, 2])
  await jobs`select jobs.record_heartbeat('a-worker', '{a-pool}', interval '1 hour')`
  assert.deepEqual(await counts(), [0, 0, 1])

  await jobs`update jobs._private_jobs set attempts = max_attempts, last_error = 'not today'`
  assert.deepEqual(await counts(), [1, 0, 1])
  await enqueue()
  assert.deepEqual(await counts(), [0, 0, 1])
  await jobs`delete from jobs.workers where pool_id = 'a-pool'`
})

test('a worker without its database, or with another role, does not start and reports the reason', async () => {
  const unreachable = new URL(urls.worker)
  unreachable.port = '1'
  await assert.rejects(
    startWorker({ ...settings, logLevel: 'silent', databaseUrl: unreachable.href }),
    /ECONNREFUSED|connect/i,
  )
  for (const databaseUrl of [urls.migrator, urls.api])
    await assert.rejects(
      startWorker({ ...settings, logLevel: 'silent', databaseUrl }),
      /refusing to serve as silla_(migrator|api): the URL of the role silla_worker is needed/,
    )
})

test('a heartbeat and the check of the queue read no job that only waits', async () => {
  await jobs`select jobs.add_job('waiting', run_at => now() + interval '1 day')
    from generate_series(1, 20)`
  // unlocks what earlier tests have left behind
  await jobs`select jobs.record_heartbeat('a-worker', '{a-pool}', interval '20 seconds')`
  const reads = await tableReads(urls.worker, async (tx) => {
    await tx`select jobs.record_heartbeat('a-worker', '{a-pool}', interval '20 seconds')`
    await tx`select from jobs.check(now(), interval '20 seconds')`
    await tx`select from jobs.find_backlog(10000)`
  })
  const { sequentialScans, rowsByIndex } = reads.get('jobs._private_jobs') ?? {}
  assert.equal(sequentialScans, 0)
  assert.ok((rowsByIndex ?? 20) < 20, `${rowsByIndex} jobs were read`)
})

test('the backlog has the jobs that are due and have not started, wherever they wait', async () => {
  assert.deepEqual(await jobQueries.findJobBacklog(jobs), { dueJobs: 0, oldestDueSeconds: 0 })
  await jobs`
    select jobs.add_job('due', run_at => now() - interval '1 hour', job_key => 'due' || each)
    from generate_series(1, 3) each`
  await jobs`select jobs.add_job('later', run_at => now() + interval '1 hour')`
  await jobs`update jobs._private_jobs set created_at = now() - interval '90 seconds'`
  await jobs`update jobs._private_jobs set locked_at = now() where key = 'due1'`
  await jobs`update jobs._private_jobs set attempts = max_attempts where key = 'due2'`
  await jobs`insert into jobs.outbox (task, payload, max_attempts, run_at) values
    ('waits', '{}', 25, null), ('waits', '{}', 25, now() + interval '1 hour')`
  const { dueJobs, oldestDueSeconds } = await jobQueries.findJobBacklog(jobs)
  assert.deepEqual([dueJobs, Math.floor(oldestDueSeconds / 10)], [2, 9])

  const metrics = openJobMetrics()
  metrics.readBacklog(async () => ({ dueJobs, oldestDueSeconds: 90 }))
  assert.match(
    await metrics.text(),
    /\nsilla_jobs_due 2\n[\s\S]*\nsilla_jobs_oldest_due_seconds 90\n/,
  )
  metrics.readBacklog(async () => null)
  assert.doesNotMatch(await metrics.text(), /\nsilla_jobs_(due|oldest)/)
})

/** Collects the lines of a log. */
function openLogLines() {
  const lines: string[] = []
  return {
    write: (line: string) => lines.push(line),
    text: () => lines.join(''),
    find(msg: string, facts: Record<string, unknown> = {}): Record<string, unknown> {
      const found = lines
        .map((line) => JSON.parse(line))
        .find(
          (line) =>
            line.msg === msg &&
            Object.entries(facts).every(([name, value]) => line[name] === value),
        )
      assert.ok(found, `no line "${msg}" in ${lines.join('')}`)
      return found
    },
  }
}

test('an email that somebody waits for overtakes a backlog, in which businesses take turns', async (t) => {
  const [storm, other] = [await openSalon(), await openSalon()]
  const database = openDatabase({ url: urls.api, name: 'silla-test-runner' })
  t.after(() => database.close())
  const tenantDbs = openTenantDbs(database)
  const remind = ({ businessId }: typeof storm, count: number) =>
    tenantDbs(businessId).transaction(async (tx) => {
      for (let made = 0; made < count; made++)
        await jobQueries.enqueue(tx, { task: 'remind-booking', payload: {} })
    })
  await remind(storm, 600)
  await remind(other, 2)
  await tenantDbs(storm.businessId).transaction((tx) =>
    mailQueries.requestMail(tx, {
      kind: 'code',
      to: 'lucia@example.com',
      language: 'es',
      payload: {},
      cause: 'waits',
      now: storm.clock.now(),
    } as never),
  )
  // as the relay does it: urgent ones are in the first batch, although 600 others were there before
  while ((await jobs`select jobs.relay(500) as moved`)[0]?.moved === 500);

  const order: unknown[] = []
  const enough = Promise.withResolvers<void>()
  const record = (task: string) => async (payload: { businessId?: unknown }) => {
    order.push([task, payload.businessId === storm.businessId ? 'storm' : 'other'])
    if (order.length === 4) enough.resolve()
  }
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      'remind-booking': record('remind-booking'),
      'send-mail': record('send-mail'),
      nothing: async () => {},
    },
    nightlyTask: 'nothing',
    concurrency: 1,
    onAttempt: () => {},
    onError: () => {},
  })
  await enough.promise
  await runner.stop()
  assert.deepEqual(order[0], ['send-mail', 'storm'])
  const [first, second, third] = order.slice(1, 4).map((each) => (each as string[])[1])
  assert.deepEqual([first, second].toSorted(), ['other', 'storm'])
  assert.equal(third, first)
})

test('behind 48,000 due reminders of one business, a code and the reminders of another business come next', async (t) => {
  const [storm, other] = [await openSalon(), await openSalon()]
  const database = openDatabase({ url: urls.api, name: 'silla-test-runner' })
  t.after(() => database.close())
  // each was scheduled alone, and the other business is the last
  await jobs`
    insert into jobs._private_jobs (task_id, payload, priority, run_at)
    select (select id from jobs._private_tasks where identifier = 'remind-booking'),
      json_build_object('businessId', case when number > 48000
        then ${other.businessId} else ${storm.businessId} end),
      1000, now() - interval '1 hour' + number * interval '1 millisecond'
    from generate_series(1, 48003) number`
  let [started, othersReminded, committedAt] = [0, 0, 0]
  const codeStarted = Promise.withResolvers<number>()
  const othersDone = Promise.withResolvers<void>()
  const runner = await startJobRunner({
    url: urls.worker,
    tasks: {
      async 'remind-booking'({ businessId }) {
        started++
        if (businessId === other.businessId && ++othersReminded === 3) othersDone.resolve()
        if (started === 200) await enqueueCode()
      },
      'send-mail': async () => codeStarted.resolve(performance.now() - committedAt),
      nothing: async () => {},
    },
    nightlyTask: 'nothing',
    concurrency: 4,
    onAttempt: () => {},
    onError: () => {},
  })
  t.diagnostic(`the code started after ${Math.round(await codeStarted.promise)} ms`)
  await othersDone.promise
  const waiting = await jobs`
    select count(*)::int as jobs from jobs._private_jobs where locked_at is null`
  await runner.stop()
  assert.ok(waiting[0]?.jobs > 40_000, `${waiting[0]?.jobs} jobs still wait`)

  async function enqueueCode() {
    await openTenantDbs(database)(storm.businessId).transaction((tx) =>
      mailQueries.requestMail(tx, {
        kind: 'code',
        to: 'lucia@example.com',
        language: 'es',
        payload: {},
        cause: 'behind a backlog',
        now: storm.clock.now(),
      } as never),
    )
    committedAt = performance.now()
  }
})
