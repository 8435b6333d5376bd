import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

test('D42: staff lists the events of a salon, from the first one that is kept or after a position', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const time of ['10:00', '11:00', '12:00']) dataOf(await salon.guest.book('Ana', time), 201)
  await publishEvents(salon)
  const { items } = dataOf(await salon.backend.get('/eventos/'))
  await witness`delete from events where business_id = ${salon.businessId} and position = 1`
  const list = ['events', 'list', '-b', salon.slug]
  const [kept, after, gone, text] = await runMany(
    [[...list, '--json'], [...list, '--from', '2', '--json'], [...list, '--from', '0'], list],
    env,
  )
  const positions = (stdout = '') =>
    JSON.parse(stdout).events.map(({ position }: { position: number }) => position)
  assert.deepEqual(positions(kept?.stdout), [2, 3])
  assert.deepEqual(positions(after?.stdout), [3])
  const [last] = JSON.parse(after?.stdout ?? '').events
  assert.deepEqual(
    [last.id, last.type, last.at],
    [items[2].id, 'reserva.creada', items[2].creado_en],
  )
  assert.equal(JSON.parse(after?.stdout ?? '').next, 3)
  assert.equal(gone?.code, 1)
  assert.match(gone?.stderr ?? '', /no longer kept/)
  assert.match(text?.stdout ?? '', /reserva\.creada/)
})
