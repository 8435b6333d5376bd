import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'

const { witness } = await testDatabase()

test('the night visits every salon, and takes up what was left lying', async () => {
  const salons = [
    await openSalon({ professionals: ['Ana'], settings: { confirmsByHand: true }, now: '2030-03-04T08:00' }),
    await openSalon({ professionals: ['Ana'], settings: { confirmsByHand: true }, now: '2030-03-04T08:00' }),
  ]
  const [first] = salons
  for (const salon of salons) await salon.guest.books('Ana', '10:00')
  const jobs = await jobsDatabase()
  await jobs`delete from jobs.outbox`
  first?.clockShows('2030-03-05T03:13')
  await jobs`select jobs.add_job('begin-night')`
  for (const salon of salons) await runJobs(salon)
  for (const { businessId } of salons) {
    const [booking] = await witness`select state from bookings where business_id = ${businessId}`
    assert.equal(booking?.state, 'cancelled')
    const [event] = await witness`select position from events where business_id = ${businessId} order by id limit 1`
    assert.equal(event?.position, 1)
  }
})

test('the night clears away what has had its day, and nothing else', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  await salon.guest.post('/auth/registro/', {
    nombre: 'Lucía',
    email: 'lucia@example.com',
    password: 'a long enough one',
  })
  await runJobs(salon)
  const left = async () => {
    const [row] = await witness`
      select (select count(*)::int from sign_in_challenges where business_id = ${salon.businessId}) as challenges,
        (select count(*)::int from mails where business_id = ${salon.businessId}) as mails`
    return row && { ...row }
  }
  const night = async (time: string) => {
    salon.clockShows(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
  }
  await night('2030-03-05T07:59')
  assert.deepEqual(await left(), { challenges: 1, mails: 1 })
  await night('2030-03-05T08:01')
  assert.deepEqual(await left(), { challenges: 0, mails: 1 })
  await night('2030-04-03T09:01')
  assert.deepEqual(await left(), { challenges: 0, mails: 0 })
})
