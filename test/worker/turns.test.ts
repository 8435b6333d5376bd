import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { jobQueries, openDatabase, openPool, openTenantDbs, type Sql } from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'

// What jobs.take gives to a worker, and how the turns that it follows are found. runner.test.ts has the rules as the
// runner applies them.

const { urls } = await testDatabase()
const jobs = await jobsDatabase()
const other = openPool({ url: urls.worker, max: 1, name: 'silla-test-other' })
atEnd(() => other.end({ timeout: 1 }))

beforeEach(async () => {
  await jobs`truncate jobs._private_jobs, jobs._private_job_queues, jobs.turns`
})

interface Waiting {
  task?: string
  business?: string
  queue?: string
  priority?: number
  /** Jobs that are due one after the other, the last one `dueSeconds` ago. */
  count?: number
  dueSeconds?: number
}

/** As jobs that were scheduled alone, from which nothing made a turn. */
async function insertJobs({
  task = 'remind',
  business = 'a',
  queue,
  priority = 0,
  count = 1,
  dueSeconds = 3600,
}: Waiting): Promise<void> {
  await jobs`
    insert into jobs._private_tasks (identifier) values (${task}) on conflict do nothing`
  if (queue !== undefined)
    await jobs`
      insert into jobs._private_job_queues (queue_name) values (${queue}) on conflict do nothing`
  await jobs`
    insert into jobs._private_jobs (task_id, job_queue_id, payload, priority, run_at)
    select task.id, queue.id, json_build_object('businessId', ${business}::text, 'n', number),
      ${priority}, now() - make_interval(secs => ${dueSeconds}) - (${count} - number) * interval '1 ms'
    from jobs._private_tasks task
    left join jobs._private_job_queues queue on queue.queue_name = ${queue ?? ''}
    cross join generate_series(1, ${count}) number
    where task.identifier = ${task}`
}

const findTurns = (all: boolean) => jobs`select jobs.find_turns(null, ${all ? 1000 : 0})`

const turns = async () =>
  (await jobs<{ party: string }[]>`select party from jobs.turns order by party`).map(
    ({ party }) => party,
  )

interface Taken {
  jobs: string[]
  after: object
}

/** Takes jobs of these tasks, as `<business><number>`. */
async function take(
  atMost: number,
  {
    after = {},
    tasks = ['remind'],
    sql = jobs,
  }: { after?: object; tasks?: string[]; sql?: Sql } = {},
): Promise<Taken> {
  const rows = await sql<{ nextAfter: object | null; name: string | null }[]>`
    select taken.next_after,
      ((taken.taken_job).payload ->> 'businessId') || ((taken.taken_job).payload ->> 'n') as name
    from jobs.take('a-pool', array(
      select task.id from jobs._private_tasks task where task.identifier = any (${tasks})),
      ${atMost}, ${sql.json(after as never)}) taken`
  return {
    jobs: rows.flatMap(({ name }) => name ?? []),
    after: rows[0]?.nextAfter ?? {},
  }
}

test('businesses take turns, and the jobs of each run in the order of their time', async () => {
  await insertJobs({ business: 'a', count: 5 })
  await insertJobs({ business: 'b', count: 2 })
  await insertJobs({ business: 'c', count: 1, dueSeconds: 1 })
  await findTurns(true)
  const order: string[] = []
  let after = {}
  for (let round = 0; round < 9; round++) {
    const taken = await take(1, { after })
    order.push(...taken.jobs)
    after = taken.after
  }
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5'])
  assert.deepEqual(await turns(), [], 'nothing is due any more')
})

test('one business alone gets all slots, and two share them', async () => {
  await insertJobs({ business: 'a', count: 9 })
  await findTurns(true)
  const { jobs: alone, after } = await take(4)
  assert.deepEqual(alone, ['a1', 'a2', 'a3', 'a4'])
  await insertJobs({ business: 'b', count: 9 })
  await findTurns(true)
  assert.deepEqual((await take(4, { after })).jobs.toSorted(), ['a5', 'a6', 'b1', 'b2'])
})

test('a lower priority goes first, whichever business had the last turn', async () => {
  await insertJobs({ business: 'a', priority: 1000, count: 3 })
  await insertJobs({ business: 'b', priority: 1000, count: 1 })
  await insertJobs({ business: 'z', priority: -1000, count: 1, dueSeconds: 0 })
  await findTurns(true)
  const first = await take(2)
  assert.deepEqual(first.jobs, ['z1', 'a1'])
  await insertJobs({ business: 'a', priority: -1000, count: 1, dueSeconds: 0 })
  await findTurns(true)
  assert.deepEqual((await take(2, first)).jobs, ['a1', 'b1'])
})

test('of a named queue one job runs at a time, whatever its task and priority, and others do not wait for it', async () => {
  await insertJobs({ task: 'refund', business: 'a', queue: 'processor', count: 3 })
  await insertJobs({ task: 'check', business: 'b', queue: 'processor', priority: 5 })
  await insertJobs({ task: 'remind', business: 'a', priority: 5 })
  await findTurns(true)
  const tasks = ['refund', 'check', 'remind']
  const { jobs: first, after } = await take(10, { tasks })
  assert.deepEqual(first, ['a1', 'a1'])
  assert.deepEqual((await take(10, { tasks, after })).jobs, [])
  const [queue] = await jobs`
    update jobs._private_job_queues set locked_at = null, locked_by = null
    where locked_by = 'a-pool' returning queue_name`
  assert.equal(queue?.queueName, 'processor')
  assert.deepEqual((await take(10, { tasks, after })).jobs, ['a2'])
})

test('two workers that take at the same time get different jobs, and a turn is not lost', async () => {
  await insertJobs({ count: 4 })
  await insertJobs({ task: 'refund', queue: 'processor', count: 2 })
  await findTurns(true)
  const tasks = ['remind', 'refund']
  await jobs.begin(async (first) => {
    const taken = await take(3, { tasks, sql: first as unknown as Sql })
    const meanwhile = await take(3, { tasks, sql: other })
    assert.deepEqual(
      [taken.jobs, meanwhile.jobs],
      [
        ['a1', 'a2', 'a1'],
        ['a3', 'a4'],
      ],
    )
  })
  assert.ok(
    (await turns()).some((party) => party.startsWith('queue:')),
    'its second job is due',
  )
})

test('a turn is found when the time of a job comes, and when a job is given back', async () => {
  await insertJobs({ business: 'due', dueSeconds: 1 })
  await insertJobs({ business: 'later', dueSeconds: -60 })
  await insertJobs({ business: 'given-back' })
  await findTurns(false)
  assert.deepEqual(await turns(), ['due'])
  await findTurns(true)
  assert.deepEqual(await turns(), ['due', 'given-back'])
})

test('the search for turns goes on where it stopped, and begins again at its end', async () => {
  for (const business of ['a', 'b', 'c']) await insertJobs({ business, count: 2 })
  await insertJobs({ business: 'later', dueSeconds: -60 })
  const search = async (after: object | null) => {
    const [found] = await jobs<{ nextAfter: object | null; added: number }[]>`
      select next_after, added
      from jobs.find_turns(${after === null ? null : jobs.json(after as never)}, 2)`
    return found
  }
  const first = await search(null)
  assert.deepEqual([first?.added, await turns()], [2, ['a', 'b']])
  const second = await search(first?.nextAfter ?? null)
  assert.deepEqual([second?.added, await turns()], [1, ['a', 'b', 'c']])
  const third = await search(second?.nextAfter ?? null)
  assert.deepEqual(third, { nextAfter: null, added: 0 })
})

test('the jobs of a worker that is gone have their turn at once', async () => {
  await insertJobs({ count: 2 })
  await findTurns(true)
  assert.equal((await take(2)).jobs.length, 2)
  assert.deepEqual(await turns(), [])
  await jobs`select jobs.unlock('{a-pool}')`
  assert.deepEqual((await take(2)).jobs, ['a1', 'a2'])
})

test('a job that was enqueued has its turn as soon as it is in the queue', async () => {
  const { businessId } = await openSalon()
  const database = openDatabase({ url: urls.api, name: 'silla-test-turns' })
  atEnd(() => database.close())
  const later = new Date(Date.now() + 3_600_000)
  await openTenantDbs(database)(businessId).transaction((tx) =>
    jobQueries.enqueueAll(tx, [
      { task: 'remind', payload: { n: 1 } },
      { task: 'remind', payload: { n: 2 }, runAt: later },
    ]),
  )
  await jobs`select jobs.relay(10)`
  assert.deepEqual((await take(10)).jobs, [`${businessId}1`])
  assert.deepEqual(await turns(), [])
})

test('what taking a job reads does not depend on how many are due, of its task or of others', async () => {
  for (const business of ['a', 'b']) {
    await insertJobs({ business, count: 3000 })
    await insertJobs({ task: 'other', business, priority: -1000, count: 3000 })
  }
  await insertJobs({ task: 'waits', queue: 'a queue', count: 3000 })
  await findTurns(true)
  const reads = await tableReads(urls.worker, async (tx) => {
    assert.equal((await take(4, { sql: tx })).jobs.length, 4)
    assert.equal((await take(4, { sql: tx, tasks: ['waits'] })).jobs.length, 1)
    assert.equal((await take(4, { sql: tx, tasks: ['nothing'] })).jobs.length, 0)
    await tx`select jobs.find_turns(null, 1000)`
  })
  const { sequentialScans, rowsByIndex } = reads.get('jobs._private_jobs') ?? {}
  assert.equal(sequentialScans, 0)
  assert.ok((rowsByIndex ?? 100) < 60, `${rowsByIndex} jobs were read`)
})
