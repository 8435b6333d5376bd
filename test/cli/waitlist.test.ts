import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
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

test('D40: staff adds customers to the waitlist, by the rules of the API without its limits', async () => {
  const year = new Date().getUTCFullYear()
  const [first, last] = [`${year + 1}-01-07`, `${year + 1}-01-09`]
  const salon = await openSalon({
    now: `${year}-12-31T08:00`,
    professionals: ['Ana', 'Luis'],
    services: [{ name: 'Corte' }, { name: 'Barba' }, { name: 'Boda', bookableOnline: false }],
  })
  const lucia = ['--name', 'Lucía Prado', '--email', 'lucia@example.com']
  const add = (...flags: string[]) => ['waitlist', 'add', '-b', salon.slug, ...flags]
  const corte = ['--service', 'Corte', '--from', first]
  const [plain, full, lines, ...wrong] = await runMany(
    [
      add(...corte, ...lucia),
      add(
        ...['--service', 'Corte', '--service', 'Barba', '--professional', 'Ana', ...lucia],
        ...['--from', first, '--to', last, '--hours', '16:00-20:00'],
        ...['--phone', '600 111 222', '--notes', ' By phone ', '--language', 'en', '--json'],
      ),
      add('--line', 'Corte=Ana', '--line', 'Barba=any', '--from', first, ...lucia, '--json'),
      add(...corte, ...lucia, '--to', `${year + 1}-01-06`, '--json'),
      add(...corte, ...lucia, '--to', `${year + 1}-03-07`, '--json'),
      add('--service', 'Corte', '--from', `${year + 3}-01-07`, ...lucia, '--json'),
      add('--service', 'Boda', '--from', first, ...lucia, '--json'),
      add(...corte, ...lucia, '--hours', '20:00-16:00', '--json'),
      add(...corte, ...lucia, '--hours', '16:00-16:10', '--json'),
      add(...corte, '--name', 'Lucía Prado', '--json'),
      add('--from', first, ...lucia, '--json'),
      add('--service', 'Cotre', '--from', first, ...lucia, '--json'),
    ],
    env,
  )
  assert.match(
    plain?.stdout ?? '',
    new RegExp(
      `^Added Lucía Prado to the waitlist: entry \\d+, code \\w{10}, Corte, ${first}\\.\n$`,
    ),
  )
  const entry = full?.json().entry
  assert.deepEqual(
    [entry.services.map(({ name }: { name: string }) => name), entry.professional.name],
    [['Corte', 'Barba'], 'Ana'],
  )
  assert.deepEqual(
    [entry.state, entry.firstDay, entry.lastDay, entry.fromMinute, entry.toMinute, entry.notes],
    ['waiting', first, last, 960, 1200, 'By phone'],
  )
  assert.deepEqual(
    [entry.contact.email, entry.contact.phone],
    ['lucia@example.com', '+34600111222'],
  )
  assert.equal(lines?.json().entry.state, 'waiting')
  assert.deepEqual(
    wrong.map(({ code, json }) => [code, json().error.code]),
    [
      [1, 'INVALID_RANGE'],
      [1, 'INVALID_RANGE'],
      [1, 'DATE_TOO_FAR'],
      [1, 'SERVICE_NOT_BOOKABLE'],
      [2, undefined],
      [1, 'INVALID_RANGE'],
      [2, undefined],
      [2, undefined],
      [1, undefined],
    ],
  )
  const { items } = dataOf(await salon.backend.get('/lista-espera/'))
  assert.equal(items.length, 3, 'what was refused wrote nothing')
  const byCode = await salon.guest.get(`/lista-espera/${entry.id}/`, {
    'x-reserva-codigo': entry.code,
  })
  assert.equal(dataOf(byCode).estado, 'esperando')
})

test('D40: who was added by staff gets the time that is freed', async () => {
  const year = new Date().getUTCFullYear()
  const day = `${year + 1}-01-07`
  const salon = await openSalon({ now: `${year}-12-31T08:00`, professionals: ['Ana'] })
  const time = { desde: `${day}T00:00`, hasta: `${day}T23:59`, motivo: 'Curso' }
  const block = dataOf(
    await salon.backend.post('/bloqueos/', { peluquero_id: salon.id('Ana'), ...time }),
    201,
  )
  const [added] = await runMany(
    [
      ['waitlist', 'add', '-b', salon.slug, '--service', 'Corte', '--from', day, '--json'].concat([
        '--name',
        'Eva',
        '--email',
        'eva@example.com',
      ]),
    ],
    env,
  )
  dataOf(await salon.backend.delete(`/bloqueos/${block.id}/`))
  await runJobs(salon)
  const { id } = added?.json().entry ?? {}
  assert.equal(dataOf(await salon.backend.get(`/lista-espera/${id}/`)).estado, 'ofrecida')
})
