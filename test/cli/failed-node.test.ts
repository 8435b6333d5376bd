import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listBusinesses } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

// What a command over all salons says when one node of a Citus cluster does not respond. Here a policy
// fails with the coordinator's error for the salons of that node.

const { admin, witness, urls } = await testDatabase()

const salons = [await openSalon(), await openSalon(), await openSalon()] as const
const [first, failed, last] = [salons[0].slug, salons[1].slug, salons[2].slug]

before(async () => {
  const lost = salons[1].businessId
  await witness.unsafe(`
    create or replace function app.node_group(p_id uuid) returns int language plpgsql as $$
    begin return case when p_id = '${lost}' then 2 else 1 end; end $$`)
  await witness.unsafe(`
    create function app.reach_node(p_id uuid) returns boolean language plpgsql as $$
    begin
      if app.node_group(p_id) = 2 then
        raise 'connection to the remote node silla_admin@10.0.0.2:5432 failed' using errcode = '08006';
      end if;
      return true;
    end $$`)
  await witness`
    create policy reach on business_settings as restrictive to silla_admin
    using (app.reach_node(business_id))`
})

test('the list has the salons of the other nodes, and names those that are missing', async () => {
  const { businesses, total, unavailable } = await listBusinesses(admin)
  assert.deepEqual(
    [businesses.map(({ slug }) => slug), total, unavailable],
    [[first, last], 3, [failed]],
  )
  const paged = await listBusinesses(admin, { offset: 1, limit: 1 })
  assert.deepEqual(paged, { businesses: [], total: 3, unavailable: [failed] })
  const found = await listBusinesses(admin, { country: 'ES', offset: 2, limit: 1 })
  assert.deepEqual(found, { businesses: [], total: 2, unavailable: [failed] })
  const printed = await runSilla(['businesses', 'list'], { CLI_DATABASE_URL: urls.cli })
  assert.match(printed.stdout, new RegExp(`^Not available, see silla db nodes: ${failed}\\.$`, 'm'))
})

test('the doctor checks the salons of the other nodes, and names the node and its salons', async () => {
  const { code, json } = await runSilla(['db', 'doctor', '--json'], { CLI_DATABASE_URL: urls.cli })
  const { findings } = json()
  const [node] = findings.filter(({ check }: { check: string }) => check === 'nodes')
  assert.equal(
    node.message,
    'The node 10.0.0.2:5432 does not respond. Its salons are not available and were not checked: ' +
      `${failed}.`,
  )
  const points = findings.find(({ check }: { check: string }) => check === 'points-drift')
  assert.deepEqual([code, points.state], [1, 'ok'])
})
