import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

test('D40: staff lists, shows and removes entries of the waitlist', async () => {
  // the CLI has no test clock
  const year = new Date().getUTCFullYear()
  const day = `${year + 1}-01-07`
  const salon = await openSalon({ now: `${year}-12-31T08:00` })
  const entry = dataOf(
    await salon.guest.post('/lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: day,
      hasta: day,
      hora_desde: '16:00',
      nombre: 'Eva Ruiz',
      email: 'eva@example.com',
    }),
    201,
  )
  const id = String(entry.id)
  const silla = (...lines: string[][]) =>
    runMany(
      lines.map((line) => ['waitlist', ...line, '-b', salon.slug]),
      env,
    )
  const [list, json, none, shown, unknown] = await silla(
    ['list'],
    ['list', '--state', 'waiting', '--json'],
    ['list', '--state', 'offered'],
    ['show', id],
    ['show', '987654321', '--json'],
  )
  assert.match(
    list?.stdout ?? '',
    new RegExp(`^${id} +waiting +Eva Ruiz +Corte +any +${day} from 16:00$`, 'm'),
  )
  const [record] = json?.json().entries ?? []
  assert.deepEqual(
    [record.id, record.code, record.state, record.firstDay, record.offer],
    [entry.id, entry.codigo, 'waiting', day, null],
  )
  assert.match(none?.stdout ?? '', /has no matching entries on its waitlist\./)
  assert.match(shown?.stdout ?? '', new RegExp(`^Code +${entry.codigo}$`, 'm'))
  assert.equal(unknown?.json().error.code, 'WAITLIST_NOT_FOUND')

  const [removed] = await silla(['remove', id])
  assert.equal(removed?.stdout, `Removed entry ${id} from the waitlist.\n`)
  const [again] = await silla(['remove', id])
  assert.equal(again?.stdout, removed?.stdout, 'it can be repeated')
  const { entries } = await auditLog(admin, salon.slug, { offset: 0, limit: 10 })
  assert.ok(entries.some(({ action }) => action === 'waitlist.remove'))
})
