import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { lettersTo } from '../../support/letters.ts'
import { assertRefused, dataOf } from '../../support/refused.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { bearer, hasAccount, logsIn } from '../auth/an-account.ts'

const nina = { nombre: 'Nina Personal', email: 'nina.personal@example.com', password: 'la silla junto a la ventana' }
const phone = '+34612987654'
const personal = /nina|personal|612987654/i

test('D12: what an erased customer leaves in the books names nobody', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, refresh_token, cliente } = await busyCustomer(salon)
  const rowsBefore = await everyRow(salon)
  assert.match(rowsBefore, personal)

  const erased = dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  assert.deepEqual(erased, { id: cliente.id, borrado_en: salon.clock.now().toISOString() })
  assert.doesNotMatch(await everyRow(salon), personal)
  assertRefused(await salon.guest.post('/auth/refresh/', { refresh_token }), 'INVALID_TOKEN')
  assert.equal((await lettersTo(salon, nina.email)).length, 0)
})

test('D12: the books stay: what was done, when and for how much', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, past } = await busyCustomer(salon)
  const before = dataOf(await salon.owner.get(`/reservas/codigo/${past.codigo}/`))
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const after = dataOf(await salon.owner.get(`/reservas/codigo/${past.codigo}/`))
  const nobody = { ...before.cliente, nombre: '', email: '', telefono: '' }
  assert.deepEqual(after, { ...before, cliente: nobody, notas: '' })
})

test('D12: visits to come are cancelled and their time is free again, whatever the deadline', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, coming } = await busyCustomer(salon)
  assert.ok((await salon.guest.seesSlots('Ana', '2030-03-05')).includes('10:00 ocupado'))
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const booking = dataOf(await salon.owner.get(`/reservas/codigo/${coming.codigo}/`))
  assert.deepEqual([booking.estado, booking.cancelada_por], ['cancelada', 'cliente'])
  assert.ok((await salon.guest.seesSlots('Ana', '2030-03-05')).includes('10:00'))
})

test('D12: an erased customer is signed in nowhere, and may come back as somebody new', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { access_token, cliente } = await hasAccount(salon, nina)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  for (const again of [
    await salon.guest.get('/cliente/perfil/', bearer(access_token)),
    await salon.guest.put('/cliente/perfil/', { nombre: 'Nina' }, bearer(access_token)),
    await salon.guest.put('/cliente/perfil/', { password: 'otra silla, otra ventana' }, bearer(access_token)),
    await salon.guest.delete('/cliente/perfil/', bearer(access_token)),
    await salon.guest.send('/reservas/crear/', aVisit(salon, access_token)),
  ]) {
    assertRefused(again, 'INVALID_TOKEN')
  }
  assertRefused(
    await salon.guest.post('/auth/login/', { email: nina.email, password: nina.password }),
    'INVALID_CREDENTIALS',
  )
  const back = await hasAccount(salon, nina)
  assert.notEqual(back.cliente.id, cliente.id)
})

test('D12: erasing one leaves the next one whole', async () => {
  const salon = await openSalon()
  const other = await hasAccount(salon)
  const { access_token } = await hasAccount(salon, nina)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  dataOf(await salon.guest.get('/cliente/perfil/', bearer(other.access_token)))
  await logsIn(salon)
})

const aVisit = (salon: TestSalon, token: string) => ({
  method: 'POST',
  headers: { ...bearer(token), 'content-type': 'application/json' },
  body: JSON.stringify({
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    hora_inicio: '10:00',
  }),
})

/** Nina has an account, a visit behind her, one before her, a cancelled one, and has told the salon about herself. */
async function busyCustomer(salon: TestSalon) {
  const signedIn = await hasAccount(salon, nina)
  const wish = { nombre: nina.nombre, email: nina.email, telefono: phone, notas: 'Personal: alérgica' }
  const books = async (date: string, time: string) =>
    dataOf(await salon.guest.books('Ana', time, { ...wish, date }), 201)
  const past = await books('2030-03-04', '10:00')
  const dropped = await books('2030-03-06', '12:00')
  dataOf(await salon.guest.cancels(dropped, { codigo: dropped.codigo, motivo: 'Motivo personal' }))
  const coming = await books('2030-03-05', '10:00')
  salon.clockShows('2030-03-04T20:00')
  const { access_token, refresh_token } = await logsIn(salon, nina)
  return { ...signedIn, access_token, refresh_token, past, coming }
}

/** All that this salon's tables hold, as one text. Jobs only carry ids. */
async function everyRow({ businessId }: TestSalon): Promise<string> {
  const { witness } = await testDatabase()
  const tables = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`
  const texts = tables.map(async ({ name }) => {
    const rows = await witness<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${witness(name)} t where business_id = ${businessId}`
    return rows.map(({ row }) => `${name}: ${row}`).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}
