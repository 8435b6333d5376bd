import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { jobQueries, openDatabase, openPool, openTenantDbs } from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { patientLimits } from '../support/in-time.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'

// Jobs of a Citus cluster: they wait on the node of their salon until the relay collects them. The
// roles' setting makes one server do the same.

const { urls, witness } = await testDatabase()
const worker = await jobsDatabase()

let tenantDbs: ReturnType<typeof openTenantDbs>
let relay: ReturnType<typeof openPool>

before(async () => {
  const owner = openPool({ url: urls.prepare, max: 1, name: 'silla-test' })
  const database = new URL(urls.prepare).pathname.slice(1)
  for (const role of ['silla_api', 'silla_worker'])
    await owner.unsafe(
      `alter role ${role} in database ${database} set citus.propagate_set_commands = 'local'`,
    )
  await owner.end({ timeout: 1 })
  const opened = openDatabase({ url: urls.api, name: 'silla-test-enqueue' })
  relay = openPool({ url: urls.worker, max: 1, name: 'silla-test-relay' })
  atEnd(() => Promise.all([opened.close(), relay.end({ timeout: 1 })]))
  tenantDbs = openTenantDbs(opened, patientLimits)
})

const enqueue = (businessId: string, ...jobs: Parameters<typeof jobQueries.enqueue>[1][]) =>
  tenantDbs(businessId).transaction(async (tx) => {
    for (const job of jobs) await jobQueries.enqueue(tx, job)
  })

const waiting = (businessId: string) => worker`
  select id from jobs.outbox where payload ->> 'businessId' = ${businessId}`

/** The jobs that a worker finds after one round of the relay. */
async function relayed(businessId: string) {
  await relay`select jobs.relay(100)`
  const jobs = await worker`
    select job.payload, job.key from jobs._private_jobs job
    where job.payload ->> 'businessId' = ${businessId} order by job.id`
  return jobs.map(({ key, payload }) => [key?.split(':')[1] ?? null, payload.n])
}

test('a job waits with the rows of its salon, and is relayed once, with its business', async () => {
  const { businessId } = await openSalon()
  await enqueue(businessId, { task: 'prune', payload: { n: 1, businessId: 'another' } })
  const failed = tenantDbs(businessId).transaction(async (tx) => {
    await jobQueries.enqueue(tx, { task: 'prune', payload: { n: 2 } })
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  assert.deepEqual([...(await waiting(businessId))], [])
  assert.deepEqual(await relayed(businessId), [[null, 1]])
  assert.deepEqual(await relayed(businessId), [[null, 1]])
})

test('the jobs of a salon keep their order: of one key the last wins, and a removal counts', async () => {
  const { businessId } = await openSalon()
  const job = (n: number, key: string) => ({ task: 'prune', payload: { n }, key })
  await enqueue(businessId, job(1, 'kept'), job(2, 'removed'))
  await enqueue(businessId, job(3, 'kept'))
  await tenantDbs(businessId).transaction(async (tx) => {
    await jobQueries.dequeue(tx, ['removed', 'later'])
    await jobQueries.dequeue(tx, [])
    await jobQueries.enqueue(tx, job(4, 'later'))
  })
  assert.deepEqual(await relayed(businessId), [
    ['kept', 3],
    ['later', 4],
  ])
})

test('so do the jobs of a booking', async () => {
  const salon = await openSalon()
  await salon.guest.book('Ana', '10:00')
  const [stored] = await witness<{ tasks: string[] }[]>`
    select array(select jsonb_array_elements(jobs) ->> 'task') as tasks from outbox
    where business_id = ${salon.businessId} and jobs @> '[{"task": "send-mail"}]'`
  assert.ok(stored?.tasks.includes('complete-booking'))
  assert.deepEqual([...(await waiting(salon.businessId))], [])
})

test('a node that does not respond keeps its jobs, and those of the other nodes do not wait', async () => {
  const [near, lost] = [await openSalon(), await openSalon()]
  const id = lost.businessId
  await witness.unsafe(`
    create or replace function app.node_group(p_id uuid) returns int language plpgsql as $$
    begin return case when p_id = '${id}' then 2 else 1 end; end $$`)
  await witness.unsafe(`
    create function app.reach_node(p_id uuid) returns boolean language plpgsql as $$
    begin
      if p_id = '${id}' then raise 'connection failed' using errcode = '08006'; end if;
      return true;
    end $$`)
  await witness`create policy reach on outbox as restrictive to silla_owner, silla_migrator
    using (app.reach_node(business_id))`
  await enqueue(near.businessId, { task: 'prune', payload: { n: 1 } })
  await enqueue(lost.businessId, { task: 'prune', payload: { n: 2 } })
  assert.deepEqual(await relayed(near.businessId), [[null, 1]])
  assert.deepEqual(await relayed(lost.businessId), [])
  await witness`drop policy reach on outbox`
  assert.deepEqual(await relayed(lost.businessId), [[null, 2]])
})
