import assert from 'node:assert/strict'
import test from 'node:test'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'
import { runSilla } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli })

test('a job that was given up is shown, retried, and then done', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.books('Ana', '10:00')
  await runJobs(salon)
  const jobs = await jobsDatabase()
  const payload = jobs.json({ businessId: salon.businessId, bookingId: data.id })
  const [job] = await jobs`select id from jobs.add_job('complete-booking', ${payload}::json, max_attempts => 1)`
  await jobs`select id from jobs.permanently_fail_jobs(array[${job?.id}::bigint], 'the chair broke')`

  const dead = await silla('jobs', 'list', '--dead', '--business', salon.slug)
  assert.match(
    dead.stdout,
    new RegExp(`^${job?.id} +complete-booking +${salon.slug} +dead +1/1 .* the chair broke$`, 'm'),
  )
  const all = await silla('jobs', 'list', '--business', salon.slug)
  assert.match(all.stdout, /^\d+ +complete-booking +\S+ +waiting +0\//m)
  const { jobs: told } = (await silla('jobs', 'list', '--dead', '--json')).json()
  assert.deepEqual([told.length, told[0].state, told[0].lastError], [1, 'dead', 'the chair broke'])

  assert.equal((await silla('jobs', 'retry', String(job?.id))).stdout, `Job ${job?.id} is due now.\n`)
  salon.clockShows('2030-03-05T12:00')
  await runJobs(salon)
  const [booking] = await witness`select state from bookings where business_id = ${salon.businessId}`
  assert.equal(booking?.state, 'completed')
  assert.equal((await silla('jobs', 'list', '--dead')).stdout, 'No job was given up.\n')
  const gone = await silla('jobs', 'retry', String(job?.id))
  assert.deepEqual([gone.code, gone.stdout], [1, ''])
  assert.match(gone.stderr, /There is no job/)
})

test("a salon's letters are listed without what they say", async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.books('Ana', '10:00')
  await runJobs(salon)
  const list = await silla('mail', 'list', '--business', salon.slug)
  assert.match(list.stdout, /2030-03-04 08:00 +booking_confirmed +lucia@example\.com +kept +Cita confirmada/)
  assert.ok(!list.stdout.includes(data.codigo))
  const { mails } = (await silla('mail', 'list', '--business', salon.slug, '--json')).json()
  assert.deepEqual([mails.length, mails[0].state, mails[0].text], [1, 'kept', undefined])
})
