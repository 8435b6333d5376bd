import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

const { witness } = await testDatabase()

async function stateOf({ backend }: TestSalon, { id }: { id: number }) {
  const { data } = await backend.get(`/reservas/${id}/`)
  return data.estado
}

const mailsOf = async ({ businessId }: TestSalon) =>
  (await witness`select kind from mails where business_id = ${businessId} order by created_at`).map(
    ({ kind }) => kind,
  )

test('D14: a booking that is not confirmed in time expires with an email, and its time is free again', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    settings: { confirmsByHand: true },
    now: '2030-03-04T08:00',
  })
  const { data } = await salon.guest.book('Ana', '10:00')
  salon.setTime('2030-03-04T09:29')
  await runJobs(salon)
  assert.equal(await stateOf(salon, data), 'pendiente')
  salon.setTime('2030-03-04T09:30')
  await runJobs(salon)
  assert.equal(await stateOf(salon, data), 'cancelada')
  assert.deepEqual(await mailsOf(salon), ['booking_received', 'booking_expired'])
  assert.ok((await salon.guest.listSlots('Ana')).includes('10:00'))
})

test('D14: a booking is completed a day after its end', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.book('Ana', '10:00')
  salon.setTime('2030-03-05T10:29')
  await runJobs(salon)
  assert.equal(await stateOf(salon, data), 'confirmada')
  salon.setTime('2030-03-05T10:30')
  await runJobs(salon)
  assert.equal(await stateOf(salon, data), 'completada')
})

test('D30: a reminder is sent a day before, once, and not for a cancelled booking', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-01T08:00' })
  const { data: kept } = await salon.guest.book('Ana', '10:00', { date: '2030-03-04' })
  const { data: cancelled } = await salon.guest.book('Ana', '11:00', { date: '2030-03-04' })
  assert.equal((await salon.backend.cancel(cancelled, {})).status, 200)
  salon.setTime('2030-03-03T11:00')
  await runJobs(salon)
  await runJobs(salon)
  const reminders = await witness`
    select payload ->> 'id' as id from mails
    where business_id = ${salon.businessId} and kind = 'booking_reminder'`
  assert.deepEqual(
    reminders.map(({ id }) => Number(id)),
    [kept.id],
  )
})

test('a booking leaves no job behind that has nothing to do', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    settings: { confirmsByHand: true },
    now: '2030-03-01T08:00',
  })
  const book = async (time: string) => {
    const { data } = await salon.guest.book('Ana', time, { date: '2030-03-04' })
    return data as { id: number; codigo: string }
  }
  const [confirmed, cancelled] = [await book('10:00'), await book('11:00')]
  const jobs = await jobsDatabase()
  const waitingFor = async ({ id }: { id: number }) => {
    await jobs`select jobs.relay(1000)`
    const rows = await jobs<{ key: string }[]>`
      select job.key from jobs._private_jobs job
      where job.key like ${`${salon.businessId}:%:${id}`} order by job.key`
    return rows.map(({ key }) => key.split(':')[1])
  }
  assert.deepEqual(await waitingFor(confirmed), ['complete', 'expire', 'remind'])

  assert.equal((await salon.backend.post(`/reservas/${confirmed.id}/confirmar/`)).status, 200)
  assert.deepEqual(await waitingFor(confirmed), ['complete', 'remind'])
  assert.equal((await salon.guest.cancel(cancelled)).status, 200)
  assert.deepEqual(await waitingFor(cancelled), [])
  salon.setTime('2030-03-04T10:15')
  assert.equal((await salon.backend.post(`/reservas/${confirmed.id}/completar/`)).status, 200)
  assert.deepEqual(await waitingFor(confirmed), [])
})

test('a job that runs twice has one effect', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const { data } = await salon.guest.book('Ana', '10:00')
  salon.setTime('2030-03-05T10:30')
  const jobs = await jobsDatabase()
  await jobs`select jobs.relay(1000)`
  const payload = jobs.json({ businessId: salon.businessId, bookingId: data.id })
  for (const task of ['complete-booking', 'remind-booking'])
    await jobs`select jobs.add_job(${task}, ${payload}::json)`
  await runJobs(salon)
  const transitions = await witness`
      select to_state from booking_transitions where business_id = ${salon.businessId} order by id`
  assert.deepEqual(
    transitions.map(({ toState }) => toState),
    ['confirmed', 'completed'],
  )
})

test('a job whose payload lacks its id fails for good and stays in the list', async () => {
  const salon = await openSalon()
  const jobs = await jobsDatabase()
  const payload = jobs.json({ businessId: salon.businessId })
  await jobs`select jobs.add_job('expire-booking', ${payload}::json, max_attempts => 1)`
  await assert.rejects(runJobs(salon), /the job has no bookingId/)
  const rows = await jobs`
    select attempts from jobs._private_jobs
    where payload ->> 'businessId' = ${salon.businessId} and last_error like '%no bookingId%'`
  assert.equal(rows.length, 1)
})

test('D30: a completed visit is followed by one invitation to review it, at the time of day for it', async () => {
  const publicUrl = 'https://book.example'
  const salon = await openSalon({
    professionals: ['Ana'],
    settings: { onlinePage: true, autocompleteHours: 6 },
    now: '2030-03-04T08:00',
  })
  const invitations = async () => {
    const rows = await witness`
      select payload ->> 'code' as code, to_email from mails
      where business_id = ${salon.businessId} and kind = 'review_invitation'`
    return rows.map(({ code }) => code)
  }
  const book = async (time: string, email: string) =>
    (await salon.guest.book('Ana', time, { email })).data
  const invited = await book('09:00', 'ana@example.com')
  const reviewed = await book('10:00', 'bea@example.com')
  const again = await book('11:00', 'ana@example.com')
  const noShow = await book('12:00', 'eva@example.com')
  const evening = await book('16:00', 'zoe@example.com')
  salon.setTime('2030-03-04T13:00')
  for (const { id } of [invited, reviewed, noShow])
    assert.equal((await salon.backend.post(`/reservas/${id}/completar/`)).status, 200)
  const review = { valoracion: 5, codigo: reviewed.codigo }
  assert.equal((await salon.guest.post(`/reservas/${reviewed.id}/resena/`, review)).status, 201)
  assert.equal((await salon.backend.post(`/reservas/${noShow.id}/no-show/`)).status, 200)
  await runJobs(salon, { publicUrl })
  assert.deepEqual(await invitations(), [invited.codigo], 'three hours after its end')

  salon.setTime('2030-03-04T22:30')
  await runJobs(salon, { publicUrl })
  assert.equal(await stateOf(salon, evening), 'completada')
  assert.deepEqual(await invitations(), [invited.codigo], 'one for each address, none at night')
  salon.setTime('2030-03-05T08:59')
  await runJobs(salon, { publicUrl })
  assert.equal((await invitations()).length, 1)
  salon.setTime('2030-03-05T09:00')
  await runJobs(salon, { publicUrl })
  await runJobs(salon, { publicUrl })
  assert.deepEqual((await invitations()).toSorted(), [invited.codigo, evening.codigo].toSorted())
  assert.equal(await stateOf(salon, again), 'completada')
})

test('D30: walk-ins, and customers of a salon without a page, get no invitation to review', async () => {
  const publicUrl = 'https://book.example'
  const now = '2030-03-04T10:00'
  const page = await openSalon({ professionals: ['Ana'], settings: { onlinePage: true }, now })
  const noPage = await openSalon({ professionals: ['Ana'], now })
  const walkIn = { por_negocio: true, email: 'ana@example.com' }
  const visits = [
    { salon: page, booking: (await page.backend.book('Ana', '10:05', walkIn)).data },
    {
      salon: page,
      booking: (await page.backend.book('Ana', '12:00', { ...walkIn, email: '' })).data,
    },
    { salon: noPage, booking: (await noPage.guest.book('Ana', '12:00')).data },
  ]
  for (const { salon, booking } of visits) {
    salon.setTime('2030-03-04T13:00')
    assert.equal((await salon.backend.post(`/reservas/${booking.id}/completar/`)).status, 200)
  }
  for (const salon of [page, noPage]) {
    salon.setTime('2030-03-06T12:00')
    await runJobs(salon, { publicUrl })
    assert.ok(!(await mailsOf(salon)).includes('review_invitation'))
  }
})
