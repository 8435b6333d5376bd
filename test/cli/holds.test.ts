import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
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
