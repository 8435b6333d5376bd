import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MoveStep } from '@silla/core'
import { lockTableAndEnd } from '../archives/lost-connection.ts'
import { dataOf } from '../support/assertions.ts'
import { endBackends, lockHolders } from '../support/backends.ts'
import { testDatabase } from '../support/database.ts'
import {
  type Answers,
  bookInBoth,
  jobsIn,
  leads,
  openSmallSalon,
  refuses,
  rowsIn,
  served,
  unknown,
  untilAnswers,
} from './both-places.ts'
import { aborted, interruptedAt, killedAt, moved, otherDeployment } from './moving-salon.ts'

const { urls, witness } = await testDatabase()
const other = await otherDeployment()

/** By step at which the command was interrupted: what both places answer, and after --abort. */
const steps: Record<MoveStep, { interrupted: Answers; aborted: Answers | null }> = {
  copied: { interrupted: [served, refuses], aborted: [served, unknown] },
  followed: { interrupted: [served, refuses], aborted: [served, unknown] },
  parked: { interrupted: [served, refuses], aborted: [served, unknown] },
  closed: { interrupted: [served, refuses], aborted: [served, unknown] },
  compared: { interrupted: [served, refuses], aborted: [served, unknown] },
  left: { interrupted: [leads, refuses], aborted: [served, unknown] },
  arrived: { interrupted: [leads, served], aborted: null },
  deleted: { interrupted: [leads, served], aborted: null },
}

for (const step of Object.keys(steps) as MoveStep[]) {
  const { interrupted, aborted: undone } = steps[step]
  test(`interrupted when ${step}: one place serves at most, and the next run finishes`, async () => {
    const salon = await openSmallSalon()
    dataOf(await salon.guest.book('Ana', '09:00'), 201)
    await interruptedAt(salon.slug, step)
    await untilAnswers(salon, interrupted)
    assert.deepEqual(await bookInBoth(salon, '10:00'), interrupted)
    await moved(salon.slug)
    await untilAnswers(salon, [leads, served])
    const [counted] = await other.witness<{ bookings: number }[]>`
      select count(*)::int as bookings from app.bookings where business_id = ${salon.businessId}`
    const acknowledged = 1 + interrupted.filter((answer) => answer === served).length
    assert.equal(counted?.bookings, acknowledged)
    assert.deepEqual(await jobsIn(witness, salon.businessId), [])
  })
  if (undone === null) continue
  test(`interrupted when ${step}: --abort lets the salon stay`, async () => {
    const salon = await openSmallSalon()
    const before = await jobsIn(witness, salon.businessId)
    await interruptedAt(salon.slug, step)
    await aborted(salon.slug)
    await untilAnswers(salon, undone)
    assert.deepEqual(await rowsIn(other.witness, salon.businessId), {})
    assert.deepEqual(await jobsIn(witness, salon.businessId), before)
    assert.deepEqual(await bookInBoth(salon, '10:00'), undone)
    await assert.rejects(aborted(salon.slug), { code: 'NOT_MOVING' })
  })
}

test('killed between the two commits: no place serves, and the next run finishes', async () => {
  const salon = await openSmallSalon()
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  await killedAt(salon.slug, 'left')
  await untilAnswers(salon, [leads, refuses])
  await moved(salon.slug)
  await untilAnswers(salon, [leads, served])
})

test('a salon that was moved there cannot be taken back by --abort', async () => {
  const salon = await openSmallSalon()
  await interruptedAt(salon.slug, 'arrived')
  await assert.rejects(aborted(salon.slug), { code: 'MOVE_FINISHED' })
})

/** Statements of a move whose connection is lost, by the step that was complete before. */
const losses: {
  what: string
  after: MoveStep | null
  at: 'here' | 'there'
  table: string
  /** How the command ends; null: it goes on by itself. */
  fails: string | null
  answers: Answers
}[] = [
  {
    what: 'the copy is read',
    ...{ after: null, at: 'here', table: 'app.shifts' },
    ...{ fails: 'SERVICE_UNAVAILABLE', answers: [served, unknown] },
  },
  {
    what: 'the copy is written',
    ...{ after: null, at: 'there', table: 'app.bookings' },
    ...{ fails: 'SERVICE_UNAVAILABLE', answers: [served, unknown] },
  },
  {
    what: 'changes are read',
    ...{ after: 'copied', at: 'here', table: 'app.shifts' },
    ...{ fails: 'SERVICE_UNAVAILABLE', answers: [served, refuses] },
  },
  {
    what: 'changes are compared there',
    ...{ after: 'closed', at: 'there', table: 'app.bookings' },
    ...{ fails: 'SERVICE_UNAVAILABLE', answers: [served, refuses] },
  },
  {
    what: 'the salon is given up',
    ...{ after: 'compared', at: 'here', table: 'registry.business_moves' },
    ...{ fails: 'SERVICE_UNAVAILABLE', answers: [served, refuses] },
  },
  {
    what: 'the other place takes it',
    ...{ after: 'left', at: 'there', table: 'registry.business_moves' },
    ...{ fails: null, answers: [leads, served] },
  },
  {
    what: 'it is deleted here',
    ...{ after: 'arrived', at: 'here', table: 'app.shifts' },
    ...{ fails: null, answers: [leads, served] },
  },
]

for (const { what, after, at, table, fails, answers } of losses)
  test(`a connection that is lost while ${what}: one place serves, and the next run finishes`, async () => {
    const salon = await openSmallSalon()
    dataOf(await salon.guest.book('Ana', '09:00'), 201)
    const lost = { url: (at === 'here' ? urls : other.urls).prepare, table }
    let losing = after === null ? (await lockTableAndEnd(lost)).waiting : null
    const moving = moved(salon.slug, {
      async onStep(done) {
        if (done === after) losing = (await lockTableAndEnd(lost)).waiting
      },
    })
    if (fails === null) await moving
    else await assert.rejects(moving, { code: fails })
    await losing
    await untilAnswers(salon, answers)
    assert.deepEqual(await bookInBoth(salon, '10:00'), answers)
    await moved(salon.slug)
    await untilAnswers(salon, [leads, served])
    const [counted] = await other.witness<{ bookings: number }[]>`
      select count(*)::int as bookings from app.bookings where business_id = ${salon.businessId}`
    assert.equal(counted?.bookings, 2)
    assert.deepEqual(await jobsIn(witness, salon.businessId), [])
  })

for (const step of ['closed', 'compared'] as const)
  test(`the connection that has the lock is lost when ${step}: the salon is open here, and does not leave`, async () => {
    const salon = await openSmallSalon()
    const moving = moved(salon.slug, {
      async onStep(done) {
        if (done !== step) return
        await endBackends(await lockHolders())
        // acknowledged here, after the copies were compared
        dataOf(await salon.guest.book('Ana', '09:00'), 201)
      },
    })
    await assert.rejects(moving, { code: 'MOVE_NOT_CLOSED' })
    await untilAnswers(salon, [served, refuses])
    await moved(salon.slug)
    const [counted] = await other.witness<{ bookings: number }[]>`
      select count(*)::int as bookings from app.bookings where business_id = ${salon.businessId}`
    assert.equal(counted?.bookings, 1)
  })

test('a command whose lock was lost writes nothing into the copy, which another one has moved meanwhile', async () => {
  for (const step of ['copied', 'parked'] as const) {
    const salon = await openSmallSalon()
    dataOf(await salon.guest.book('Ana', '09:00'), 201)
    const moving = moved(salon.slug, {
      async onStep(done) {
        if (done !== step) return
        await endBackends(await lockHolders())
        await moved(salon.slug)
      },
    })
    await assert.rejects(moving, { code: 'MOVE_NOT_CLOSED' }, step)
    await untilAnswers(salon, [leads, served])
    const [counted] = await other.witness<{ bookings: number }[]>`
      select count(*)::int as bookings from app.bookings where business_id = ${salon.businessId}`
    assert.equal(counted?.bookings, 1)
  }
})
