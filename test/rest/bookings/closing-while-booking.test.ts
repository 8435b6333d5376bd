import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSalon, planChange } from '@silla/core'
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
  const { closing, proceed } = await beginClosing(salon, false)
  const moving = await witness.begin(async (tx) => {
    await tx`select from bookings where business_id = ${salon.businessId} for update`
    const moving = reschedule(salon.guest, booking, { fecha: day, hora_inicio: '11:00' })
    await untilWaiting(2)
    await proceed()
    await untilWaiting(2)
    return { moving }
  })
  dataOf(await moving.moving)
  assert.equal((await closing).code, 'WOULD_STRAND_BOOKINGS')
})

/** A closing of a day on which a visit is being booked, which waits for the row of its customer. */
async function bookAndClose(salon: TestSalon, allowOrphaned: boolean) {
  const { closing, proceed } = await beginClosing(salon, allowOrphaned)
  return witness.begin(async (tx) => {
    await tx`select from customers where business_id = ${salon.businessId} for update`
    const booking: Promise<ApiResponse> = salon.guest.book('Ana', '11:00', { date: day })
    await untilWaiting(2)
    await proceed()
    await untilWaiting(2)
    return { booking, closing }
  })
}

/**
 * A closing that waits for the row of its salon until `proceed` is called: a request that waits for a
 * lock fails after a few seconds, in which a closing cannot always begin on a busy machine.
 */
async function beginClosing(salon: TestSalon, allowOrphaned: boolean) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const locking = admin.begin(async (tx) => {
    await tx`
      select from registry.businesses where business_id = ${salon.businessId} for no key update`
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, locking])
  await planClosing(salon)
  const closing = closeDay(salon, allowOrphaned)
  await untilWaiting(1)
  return {
    closing,
    async proceed() {
      released.resolve()
      await locking
    },
  }
}

const closure = addClosures({ days: { from: closed, to: closed }, time: null, reason: 'Fiesta' })

/** Writes nothing; it loads and compiles what a closing runs before it locks the catalogue. */
const planClosing = ({ slug, clock }: TestSalon) => planChange(admin, slug, closure, { clock })

const closeDay = ({ slug, clock }: TestSalon, allowOrphaned: boolean) =>
  changeSalon(admin, slug, closure, {
    ...{ action: 'schedule.closures.add', allowOrphaned, clock },
  }).catch((error) => error)
