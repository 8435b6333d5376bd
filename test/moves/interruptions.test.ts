import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MoveStep } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
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

const { witness } = await testDatabase()
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
