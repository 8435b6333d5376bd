import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkConsistency, checkedBusinesses } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'
import { untilWaiting } from '../support/until-waiting.ts'

const { admin, witness } = await testDatabase()

test('a booking that is cancelled while the checks read is no inconsistency', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { businessId, clock } = salon
  const { id } = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-11' }), 201)
  const context = await requestContextFor(salon)
  const { checks } = await witness.begin(async (tx) => {
    await tx`lock table claims in access exclusive mode`
    const checks = Promise.all([checkedBusinesses(admin, clock), checkConsistency(context)])
    // both have read the bookings, and wait for their claims
    await untilWaiting(2)
    await tx`update bookings
      set state = 'cancelled', cancelled_at = ${clock.now()}, cancelled_by = 'system'
      where business_id = ${businessId} and id = ${id}`
    await tx`insert into booking_transitions
        (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
      values (${businessId}, ${id}, 'confirmed', 'cancelled', 'system', '', ${clock.now()})`
    await tx`delete from claims where business_id = ${businessId} and owner_id = ${id}`
    return { checks }
  })
  const [[business], inconsistencies] = await checks
  assert.deepEqual([business?.unclaimedBookings, business?.bookingDrift], [0, 0])
  assert.equal(inconsistencies, null)
})
