import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

test('D36: staff lists the live holds and releases one, with an entry in the audit log', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const visit = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
  }
  const hold = async (hora_inicio: string) =>
    dataOf(await salon.guest.post('/retenciones/', { ...visit, hora_inicio }), 201)
  const [later, sooner, booked] = [await hold('12:00'), await hold('10:00'), await hold('15:00')]
  const retencion = { id: booked.id, token: booked.token }
  dataOf(await salon.guest.book('Ana', '15:00', { retencion }), 201)
  const silla = (...lines: string[][]): Promise<RunResult[]> =>
    runMany(
      lines.map((line) => ['holds', ...line, '-b', salon.slug]),
      env,
    )

  const [list, json, released, again, taken, unknown, left] = await silla(
    ['list'],
    ['list', '--json'],
    ['release', String(sooner.id)],
    ['release', String(sooner.id)],
    ['release', String(booked.id), '--json'],
    ['release', '987654321', '--json'],
    ['list', '--json'],
  )
  assert.match(
    list?.stdout ?? '',
    new RegExp(`^${sooner.id} +2030-03-04 10:00 +2030-03-04 10:30 +Corte +Ana`, 'm'),
  )
  const idsOf = (result?: RunResult) => result?.json().holds.map(({ id }: { id: number }) => id)
  assert.deepEqual([idsOf(json), json?.json().total], [[sooner.id, later.id], 2])
  assert.equal(released?.stdout, `Released hold ${sooner.id}.\n`)
  assert.equal(again?.code, 1)
  assert.deepEqual(
    [taken?.json().error.code, unknown?.json().error.code],
    ['HOLD_ALREADY_BOOKED', 'HOLD_NOT_FOUND'],
  )
  assert.deepEqual(idsOf(left), [later.id])
  assert.ok((await salon.guest.listSlots('Ana')).includes('10:00'))
  const { entries } = await auditLog(admin, salon.slug, {
    action: 'holds',
    offset: 0,
    limit: 10,
  })
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, detail]),
    [['holds.release', { holdId: sooner.id }]],
  )
})

test('D40: a time that is offered to the waitlist and released goes to the next, and the first waits again', async () => {
  const salon = await openSalon({ professionals: ['Ana'], hours: '10:00-10:30' })
  const day = '2030-03-06'
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: day })
  const join = async (nombre: string) =>
    dataOf(
      await salon.guest.post('/lista-espera/', {
        ...{ servicio_ids: [salon.id('Corte')], desde: day, hasta: day },
        ...{ nombre, email: `${nombre.toLowerCase()}@example.com` },
      }),
      201,
    )
  const eva = await join('Eva')
  salon.clock.set(new Date(salon.clock.now().getTime() + 1000))
  const leo = await join('Leo')
  // by which the emails about offers are counted, here as well
  await witness`
    update waitlist_entries set client_address = '192.0.2.7' where business_id = ${salon.businessId}`
  const proof = ({ codigo }: { codigo: string }) => ({ 'x-reserva-codigo': codigo })
  const show = async (entry: { id: number; codigo: string }) =>
    dataOf(await salon.guest.get(`/lista-espera/${entry.id}/`, proof(entry)))
  const statesOf = async () => [(await show(eva)).estado, (await show(leo)).estado]
  const silla = (...line: string[]) =>
    runMany([['holds', ...line, '-b', salon.slug, '--json']], env).then(([result]) =>
      (result as RunResult).json(),
    )
  const liveHold = async (): Promise<number> => (await silla('list')).holds[0].id

  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.deepEqual(await statesOf(), ['ofrecida', 'esperando'])
  const held = await liveHold()
  assert.deepEqual((await silla('release', String(held))).hold, { id: held })
  assert.deepEqual(await statesOf(), ['esperando', 'esperando'])
  const { id, codigo } = eva
  const refused = await salon.guest.post(`/lista-espera/${id}/aceptar/`, { codigo })
  assert.equal(refused.error.code, 'WAITLIST_NO_OFFER')
  assert.equal((await silla('release', String(held))).error.code, 'HOLD_NOT_FOUND')

  await runJobs(salon)
  assert.deepEqual(await statesOf(), ['esperando', 'ofrecida'])
  const kinds = (await emailsTo(salon, 'eva@example.com')).map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), ['waitlist_offer', 'waitlist_offer_expired'])

  // withdrawn by the customer, its hold is not live any more
  dataOf(await salon.guest.delete(`/lista-espera/${leo.id}/`, proof(leo)))
  assert.deepEqual((await silla('list')).holds, [])
})
