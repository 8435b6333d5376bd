import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'

const { witness } = await testDatabase()

test('nightly maintenance runs for every salon and continues work whose jobs were lost', async () => {
  const salons = [
    await openSalon({
      professionals: ['Ana'],
      settings: { confirmsByHand: true },
      now: '2030-03-04T08:00',
    }),
    await openSalon({
      professionals: ['Ana'],
      settings: { confirmsByHand: true },
      now: '2030-03-04T08:00',
    }),
  ]
  const [first] = salons
  for (const salon of salons) await salon.guest.book('Ana', '10:00')
  const jobs = await jobsDatabase()
  await jobs`delete from jobs.outbox`
  first?.setTime('2030-03-05T03:13')
  await jobs`select jobs.add_job('begin-night')`
  for (const salon of salons) await runJobs(salon)
  for (const { businessId } of salons) {
    const [booking] = await witness`select state from bookings where business_id = ${businessId}`
    assert.equal(booking?.state, 'cancelled')
    const [event] = await witness`
      select position from events where business_id = ${businessId} order by id limit 1`
    assert.equal(event?.position, 1)
  }
})

const bookingRequest = (professionalId: number, serviceId: number) => ({
  servicio_ids: [serviceId],
  peluquero_id: professionalId,
  fecha: '2030-05-06',
  hora_inicio: '10:00',
  nombre: 'Lucía',
  email: 'lucia@example.com',
})

test('D19: nightly maintenance deletes expired rows, such as idempotency keys after a day, and no others', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  await salon.guest.post('/auth/registro/', {
    nombre: 'Lucía',
    email: 'lucia@example.com',
    password: 'a long enough one',
  })
  const book = () =>
    salon.guest.post('/reservas/crear/', bookingRequest(salon.id('Ana'), salon.id('Corte')), {
      'idempotency-key': 'uno',
    })
  assert.equal((await book()).status, 201)
  await runJobs(salon)
  const countRows = async () => {
    const { businessId } = salon
    const [row] = await witness`
      select (select count(*)::int from sign_in_challenges where business_id = ${businessId})
          as challenges,
        (select count(*)::int from idempotency_keys where business_id = ${businessId}) as keys,
        (select count(*)::int from mails where business_id = ${businessId}) as mails`
    return row && { ...row }
  }
  const runNightly = async (time: string) => {
    salon.setTime(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
  }
  await runNightly('2030-03-05T07:59')
  assert.deepEqual(await countRows(), { challenges: 1, keys: 1, mails: 2 })
  assert.equal((await book()).headers.get('idempotent-replayed'), 'true')
  await runNightly('2030-03-05T08:01')
  assert.deepEqual(await countRows(), { challenges: 0, keys: 0, mails: 2 })
  await runNightly('2030-04-03T09:01')
  assert.deepEqual(await countRows(), { challenges: 0, keys: 0, mails: 0 })
})
