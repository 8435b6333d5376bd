import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog, listJobs, listMails, retryJob, retryMails } from '@silla/core'
import { jobQueries, type Sql } from '@silla/db'
import { pageText } from '../../cli/src/format/list-page.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { tableReads } from '../support/table-reads.ts'
import { type RunResult, runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const mailbox = await openMailbox()
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli })

test('a dead job is listed, retried, and then succeeds', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.book('Ana', '10:00')
  await runJobs(salon)
  const jobs = await jobsDatabase()
  const payload = jobs.json({ businessId: salon.businessId, bookingId: data.id })
  const [job] =
    await jobs`select id from jobs.add_job('complete-booking', ${payload}::json, max_attempts => 1)`
  await jobs`select id from jobs.permanently_fail_jobs(array[${job?.id}::bigint], 'the chair broke')`

  const dead = await silla('jobs', 'list', '--dead', '--business', salon.slug)
  assert.match(
    dead.stdout,
    new RegExp(`^${job?.id} +complete-booking +${salon.slug} +dead +1/1 .* the chair broke$`, 'm'),
  )
  const all = await silla('jobs', 'list', '--business', salon.slug)
  assert.match(all.stdout, /^\d+ +complete-booking +\S+ +waiting +0\/\d+ +2030-03-05 10:30$/m)
  const listed = (await silla('jobs', 'list', '--dead', '--json')).json()
  assert.deepEqual(
    [listed.total, listed.jobs[0].state, listed.jobs[0].lastError],
    [1, 'dead', 'the chair broke'],
  )
  const { jobs: second, total } = await listJobs(admin, {
    slug: salon.slug,
    onlyDead: false,
    offset: 1,
    limit: 1,
  })
  assert.deepEqual([second[0]?.state, total], ['waiting', 2])
  await assert.rejects(retryJob(admin, second[0]?.id ?? 0), {
    message: /is waiting: only a failed job can be retried/,
  })

  const every = { businessId: salon.businessId, onlyDead: false }
  assert.deepEqual(
    [...(await jobQueries.countJobs(admin, { ...every, atMost: 1 }))],
    [{ count: 1 }],
  )

  const again = await silla('jobs', 'retry', String(job?.id), '--json')
  assert.deepEqual(again.json(), { job: { id: Number(job?.id), task: 'complete-booking' } })
  salon.setTime('2030-03-05T12:00')
  await runJobs(salon)
  const [booking] =
    await witness`select state from bookings where business_id = ${salon.businessId}`
  assert.equal(booking?.state, 'completed')
  assert.equal((await silla('jobs', 'list', '--dead')).stdout, 'There are no dead jobs.\n')
  const unknown = await silla('jobs', 'retry', String(job?.id))
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /There is no job/)
  const input = { action: 'jobs', offset: 0, limit: 10 }
  const entries = (await auditLog(admin, salon.slug, input)).entries.map(({ action, detail }) => [
    action,
    detail,
  ])
  assert.deepEqual(entries, [['jobs.retry', { jobId: job?.id, task: 'complete-booking' }]])
})

test('a page of the jobs of all salons reads about as many as it shows, and counting them is apart', async () => {
  const jobs = await jobsDatabase()
  await jobs`
    select jobs.add_job('complete-booking', json_build_object('bookingId', number),
      run_at => '2031-01-01'::timestamptz + make_interval(mins => number))
    from generate_series(1, 1000) number`
  await jobs`analyze jobs._private_jobs`
  const every = { businessId: null, onlyDead: false }
  const readsOf = async (work: (sql: Sql) => Promise<unknown>) =>
    (await tableReads(urls.cli, work)).get('jobs._private_jobs')

  const first = { ...every, after: null, offset: 0, limit: 500 }
  const half = (await jobQueries.listJobs(admin, first)).at(-1)?.place ?? assert.fail()
  for (const where of [
    { after: null, offset: 10 },
    { after: half, offset: 0 },
  ]) {
    const page = await readsOf((sql) => jobQueries.listJobs(sql, { ...every, ...where, limit: 10 }))
    // an incremental sort reads a few more
    const { rowsByIndex = 0, sequentialScans } = page ?? {}
    assert.equal(sequentialScans, 0)
    assert.ok(rowsByIndex >= 20 && rowsByIndex <= 100, `${rowsByIndex} rows were read`)
  }

  const [counted] = await jobQueries.countJobs(admin, { ...every, atMost: 500 })
  assert.equal(counted?.count, 500)
})

test('pages of jobs of any priority have each job once, by number and by place', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const jobs = await jobsDatabase()
  const addJob = async (priority: number, runAt: string): Promise<number> => {
    const payload = jobs.json({ businessId: salon.businessId })
    const [job] = await jobs<{ id: number }[]>`
      select id::int from jobs.add_job(
        'complete-booking', ${payload}::json, priority => ${priority}, run_at => ${runAt}::text::timestamptz)`
    return job?.id ?? assert.fail()
  }
  // the same microsecond, and two of the same millisecond; the later a job is due, the sooner it runs
  const times = ['09:00', '09:00', '10:00:00.000001', '10:00:00.000002', '11:00']
  const added: number[] = []
  for (const [index, time] of times.entries())
    for (const priority of [5, -index]) added.push(await addJob(priority, `2031-01-01 ${time}Z`))
  const ids = (some: readonly (number | undefined)[]) => jobs`${some.map(Number)}::bigint[]`
  await jobs`select from jobs.permanently_fail_jobs(${ids([added[8], added[1]])}, 'the chair broke')`
  await jobs`
    update jobs._private_jobs set locked_at = now(), locked_by = 'a worker'
    where id = any (${ids([added[2], added[5]])})`
  const list = (input: { after?: string; offset?: number }) =>
    listJobs(admin, { slug: salon.slug, onlyDead: false, offset: 0, limit: 3, ...input })

  const byNumber: number[] = []
  while (byNumber.length < added.length)
    byNumber.push(...(await list({ offset: byNumber.length })).jobs.map(({ id }) => id))
  assert.deepEqual(
    byNumber,
    [1, 8, 9, 7, 5, 3, 0, 2, 4, 6].map((place) => added[place]),
  )
  assert.deepEqual(await readByPlace(), byNumber)

  // one is added before each place, and the last one of the page is gone
  const changed = await readByPlace(async (last) => {
    await addJob(-10, '2031-01-01 08:00Z')
    await jobs`
      update jobs._private_jobs set locked_at = null, locked_by = null where id = ${last}`
    await jobs`select from jobs.complete_jobs(${ids([last])})`
  })
  assert.deepEqual(
    changed.filter((id) => added.includes(id)),
    byNumber,
  )
  assert.deepEqual(changed, [...new Set(changed)])

  async function readByPlace(change?: (last: number) => Promise<void>): Promise<number[]> {
    const seen: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await list(after === undefined ? {} : { after })
      seen.push(...page.jobs.map(({ id }) => id))
      assert.ok(seen.length < 50, `the pages do not end: ${seen}`)
      after = page.next
      if (after !== null) await change?.(seen.at(-1) ?? assert.fail())
    }
    return seen
  }
})

test('the list of jobs prints the place after which the next page begins', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const time of ['10:00', '11:00']) dataOf(await salon.guest.book('Ana', time), 201)
  await runJobs(salon)
  const list = (...args: string[]) => silla('jobs', 'list', salon.slug, '--limit', '1', ...args)
  const first = await list()
  const place = /^Next page: --after (\S+)$/m.exec(first.stdout)?.[1] ?? assert.fail(first.stdout)
  const { jobs, total, next } = (await list('--after', place, '--json')).json()
  assert.equal(jobs.length, 1)
  assert.doesNotMatch(first.stdout, new RegExp(`^${jobs[0].id} `, 'm'))
  const { jobs: all } = (await silla('jobs', 'list', salon.slug, '--json')).json()
  assert.equal(all[1].id, jobs[0].id)
  assert.deepEqual([total, next !== null], [all.length, all.length > 2])
  const beyond = await list('--after', '1.32767.9999999999999999.1')
  assert.equal(beyond.stdout, 'There are no jobs after this place.\n')
  const wrong = await list('--after', '17')
  assert.match(wrong.stderr, /must be the next of the page before, found "17"/)
  assert.notEqual((await list('--after', place, '--page', '2')).code, 0)
})

test('of very many jobs not all are counted, and the list says so', () => {
  const page = { page: 3, limit: 50 }
  assert.match(
    pageText(page, 10_000, 'the table', 'none', false),
    /^the table\n.*Page 3 of more than 200 \(more than 10000 entries\)\./s,
  )
  const beyond = pageText({ ...page, page: 201 }, 10_000, 'the table', 'none', false)
  assert.match(beyond, /^the table\n/)
})

test('D30: retrying a failed email sends it once, with its original job or a new one', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const time of ['10:00', '11:00', '12:00']) dataOf(await salon.guest.book('Ana', time), 201)
  mailbox.refuses(true)
  const post = (how: object) => runJobs(salon, { smtpUrl: mailbox.url, mayFail: true, ...how })
  await post({})
  for (let tries = 0; tries < 8; tries++) await post({ again: true })
  const mail = (...args: string[]) => silla('mail', ...args, '-b', salon.slug)
  const { mails, total } = (
    await mail('list', '--state', 'failed', '--limit', '1', '--json')
  ).json()
  assert.deepEqual([mails.length, total], [1, 3])

  mailbox.refuses(false)
  const [last, ...others] = (await mail('retry', '--all', '--dry-run', '--json')).json().mails
  const line = `${last.id} booking_confirmed to lucia@example.com\nRetrying 1 email.\n`
  assert.equal((await mail('retry', String(last.id))).stdout, line)
  await post({})
  assert.equal(mailbox.mails.length, 1)
  const staff = await staffOf(salon)
  await assert.rejects(retryMails(staff, last.id), {
    message: `Email ${last.id} is sent: only a failed email can be retried.`,
  })

  const jobs = await jobsDatabase()
  const left =
    await jobs`select id from jobs._private_jobs where (payload ->> 'mailId')::bigint = ${last.id}`
  assert.deepEqual([...left], [])
  // as if the job of one had been deleted
  await jobs`delete from jobs._private_jobs where (payload ->> 'mailId')::bigint = ${others[0].id}`
  assert.deepEqual((await mail('retry', '--all', '--json')).json().mails.length, 2)
  await post({})
  assert.equal(mailbox.mails.length, 3)
  await assert.rejects(retryMails(staff, null), {
    message: `No email of ${salon.slug} has failed.`,
  })
  const query = { action: 'mail', offset: 0, limit: 10 }
  const entries = (await auditLog(admin, salon.slug, query)).entries.map(({ action, detail }) => [
    action,
    detail,
  ])
  assert.deepEqual(entries.reverse(), [
    ['mail.retry', { mailId: last.id }],
    ['mail.retry', { all: true }],
  ])
})

test('emails are listed without their content; a stored one is shown with it', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.book('Ana', '10:00')
  await runJobs(salon)
  const list = await silla('mail', 'list', '--business', salon.slug)
  assert.match(
    list.stdout,
    /2030-03-04 08:00 +booking_confirmed +lucia@example\.com +kept +Cita confirmada/,
  )
  assert.ok(!list.stdout.includes(data.codigo))
  dataOf(await salon.guest.book('Ana', '11:00', { email: 'eva@example.com' }), 201)
  const { mails } = (
    await silla('mail', 'list', '-b', salon.slug, '--email', 'LUCIA@', '--json')
  ).json()
  assert.equal(
    (await listMails(admin, salon.slug, { to: 'A@Example', offset: 0, limit: 1 })).total,
    2,
  )
  assert.deepEqual([mails.length, mails[0].state, mails[0].text], [1, 'kept', undefined])

  const show = ['mail', 'show', String(mails[0].id), '--business', salon.slug]
  const [shown, result, entry] = (await runMany(
    [show, [...show, '--json'], [...show, '--part', 'calendar']],
    {
      CLI_DATABASE_URL: urls.cli,
    },
  )) as [RunResult, RunResult, RunResult]
  assert.match(shown.stdout, /^State +kept$/m)
  assert.match(shown.stdout, new RegExp(`\\n\\n[^]*${data.codigo}`))
  assert.match(entry.stdout, /^BEGIN:VCALENDAR/)
  assert.equal(result.json().mail.calendar.trimEnd(), entry.stdout.trimEnd())
})
