import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool, type Sql } from '@silla/db'
import { dataOf } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

/*
 * A visit with waits takes one claim after the other, so that two transactions can wait for each
 * other. PostgreSQL ends the one that finds the deadlock; the request is tried again.
 */

const { urls } = await testDatabase()
const superuser = openPool({ url: urls.prepare, max: 2, name: 'silla-test-deadlock' })
atEnd(() => superuser.end({ timeout: 1 }))
const [database] = await superuser`select current_database() as name`
// for the connections of the API, which open later; it would be a second
await superuser.unsafe(`alter database "${database?.name}" set deadlock_timeout = '50ms'`)
const day = '2030-03-06'
/** From 10:00 it works at 10:00, 10:20 and 10:40. */
const fixture = {
  services: [{ name: 'Color', phases: [10, 10, 10, 10, 10] }],
  professionals: ['Ana'],
  timezone: 'UTC',
  now: '2030-03-04T08:00',
}

test('D15: a new booking that is the victim of a deadlock is tried again', async () => {
  const salon = await openSalon(fixture)
  const answer = await endByDeadlock(salon, () => salon.guest.book('Ana', '10:00', { date: day }))
  assert.equal(dataOf(answer, 201).hora_inicio, '10:00')
})

test('D37: a reschedule that is the victim of a deadlock is tried again', async () => {
  const salon = await openSalon(fixture)
  const booking = dataOf(await salon.guest.book('Ana', '15:00', { date: day }), 201)
  const answer = await endByDeadlock(salon, () =>
    reschedule(salon.guest, booking, { fecha: day, hora_inicio: '10:00' }),
  )
  assert.deepEqual([dataOf(answer).hora_inicio, answer.data.version], ['10:00', 2])
})

/**
 * Sends a request for 10:00 that waits for another transaction with its last claim while that one
 * waits for its first. Only the request looks for deadlocks.
 */
async function endByDeadlock(
  salon: TestSalon,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  return superuser.begin((middle) =>
    superuser.begin(async (last) => {
      await claim(middle, salon, '10:20')
      await last`set local deadlock_timeout = '1h'`
      await claim(last, salon, '10:40')
      const answer = send()
      await untilWaiting(1)
      const first = claim(last, salon, '10:00').execute()
      await untilWaiting(2)
      await middle`rollback`
      // it gets the first claim only because the request was ended
      await first
      await last`rollback`
      return await answer
    }),
  )
}

type Transaction = Parameters<Parameters<Sql['begin']>[1]>[0]

const claim = (tx: Transaction, { businessId, id }: TestSalon, time: string) => tx`
  insert into app.claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
  select ${businessId}, ${id('Ana')}, start, start + interval '10 minutes', 'block', 'block', 1
  from (values (${new Date(`${day}T${time}Z`)}::timestamptz)) as visit (start)`
