import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, deactivateStaff } from '@silla/core'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { invited, joined, requestOf, secrets, tokenFor } from '../../support/staff-members.ts'
import { until } from '../../support/until.ts'

const { witness } = await testDatabase()
const salon = await openSalon({ professionals: ['Ana'] })
const other = await openSalon()

const deactivate = async (id: number, at = salon) => deactivateStaff(await staffOf(at), id)

test('D66: deactivating somebody ends their sessions, and their invitation and membership', async () => {
  const owner = await salon.staff('owner')
  const person = await salon.staff('receptionist', { professional: 'Ana' })
  dataOf(await person.get('/reservas/'))
  const deactivated = await deactivate(person.staffId)
  assert.deepEqual(
    [deactivated.deactivatedAt, deactivated.professional, deactivated.version],
    [salon.clock.now(), null, 2],
  )
  // a notification ends what the API keeps of the session
  await until(async () => (await person.get('/reservas/')).error?.code === 'SESSION_ENDED')
  dataOf(await owner.get('/reservas/'))
  assert.deepEqual(await deactivate(person.staffId), deactivated, 'a second time changes nothing')

  const waiting = await invited(salon, { email: 'w@example.com', professionalId: salon.id('Ana') })
  const token = await tokenFor(salon, 'w@example.com')
  await deactivate(waiting.id)
  const accepted = acceptInvitation(await staffOf(salon), secrets, { token, deviceName: 'Test' })
  await assert.rejects(accepted, { code: 'INVITATION_INVALID' })
})

test('D60: who was deactivated is found by sign-in again after another invitation', async () => {
  const person = await joined(salon, { email: 'back@example.com', role: 'manager' })
  const memberships = () => witness`
    select email_hash from registry.staff_memberships where staff_id = ${person.id}`
  assert.equal((await memberships()).length, 1)
  await deactivate(person.id)
  assert.equal((await memberships()).length, 0)
  salon.clock.set(new Date(salon.clock.now().getTime() + 3_600_000))
  const again = await joined(salon, { email: 'BACK@example.com', role: 'receptionist' })
  assert.deepEqual([again.id, again.role, again.deactivatedAt], [person.id, 'receptionist', null])
  assert.equal((await memberships()).length, 1)
})

test('an owner always stays, and managers do not deactivate owners', async () => {
  const small = await openSalon()
  const [first, second] = [
    await joined(small, { email: 'one@small.example' }),
    await joined(small, { email: 'two@small.example' }),
  ]
  const manager = await joined(small, { email: 'm@small.example', role: 'manager' })
  await assert.rejects(deactivateStaff(await requestOf(small, manager), first.id), {
    code: 'OWNER_REQUIRED',
  })
  await invited(small, { email: 'pending@small.example' })

  const context = await requestOf(small, first)
  const { identity: theirs } = await requestOf(small, second)
  const outcomes = await Promise.allSettled([
    deactivateStaff(context, second.id),
    deactivateStaff({ ...context, identity: theirs }, first.id),
  ])
  const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))
  assert.deepEqual(codes.sort(), ['PERMISSION_REQUIRED', 'done'], 'one of two owners wins')
  const [left] = await witness<{ id: number }[]>`
    select id from staff
    where business_id = ${small.businessId} and role = 'owner' and accepted_at is not null
      and deactivated_at is null`
  await assert.rejects(deactivate(left?.id ?? 0, small), { code: 'LAST_OWNER' })
})

test('people of another salon do not exist', async () => {
  const person = await joined(other, { email: 'other@example.com' })
  for (const id of [person.id, 1]) {
    await assert.rejects(deactivate(id), { code: 'STAFF_NOT_FOUND' })
  }
})
