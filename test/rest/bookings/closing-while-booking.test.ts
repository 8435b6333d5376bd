import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSalon } from '@silla/core'
import { addClosures } from '@silla/core/provisioning/schedule/edit-closures'
import { type EpochDay, parseDate } from '@silla/slots'
import { dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

const { admin, witness } = await testDatabase()
const day = '2030-03-05'
const closed = parseDate(day) as EpochDay

for (const allowOrphaned of [false, true]) {
  test(`a closing waits for a visit that is being booked on its day, and is then ${allowOrphaned ? 'written, if that is allowed' : 'refused'}`, async () => {
    const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
    dataOf(await salon.guest.book('Ana', '10:00'), 201)
    const { booking, closing } = await bookAndClose(salon, allowOrphaned)

    assert.equal((await booking).status, 201)
    const outcome = await closing
    if (allowOrphaned) assert.equal(outcome.changes.length, 1)
    else assert.equal(outcome.code, 'WOULD_STRAND_BOOKINGS')
    const later = await salon.guest.book('Ana', '12:00', { date: day })
    assert.deepEqual(
      [later.status, later.error?.code],
      allowOrphaned ? [400, 'BUSINESS_CLOSED'] : [201, undefined],
    )
  })
}

test('D37: a closing waits for a visit that is being moved to its day, and is then refused', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-08' }), 201)
  const { moving, closing } = await witness.begin(async (tx) => {
    await tx`select from bookings where business_id = ${salon.businessId} for update`
    const moving = reschedule(salon.guest, booking, { fecha: day, hora_inicio: '11:00' })
    await untilWaiting(1)
    const closing = closeDay(salon, false)
    await untilWaiting(2)
    return { moving, closing }
  })
  dataOf(await moving)
  assert.equal((await closing).code, 'WOULD_STRAND_BOOKINGS')
})

/** A closing of a day on which a visit is being booked, which waits for the row of its customer. */
function bookAndClose(salon: TestSalon, allowOrphaned: boolean) {
  return witness.begin(async (tx) => {
    await tx`select from customers where business_id = ${salon.businessId} for update`
    const booking: Promise<ApiResponse> = salon.guest.book('Ana', '11:00', { date: day })
    await untilWaiting(1)
    const closing = closeDay(salon, allowOrphaned)
    await untilWaiting(2)
    return { booking, closing }
  })
}

const closeDay = (salon: TestSalon, allowOrphaned: boolean) =>
  changeSalon(
    admin,
    salon.slug,
    addClosures({ days: { from: closed, to: closed }, time: null, reason: 'Fiesta' }),
    { action: 'schedule.closures.add', allowOrphaned, clock: salon.clock },
  ).catch((error) => error)
