import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustPoints,
  eraseCustomerAsStaff,
  exportCustomerAsStaff,
  findCustomer,
  nightlyMaintenance,
} from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { insertEndpoint } from '../../support/event-endpoints.ts'
import { runJobs } from '../../support/jobs.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { givePoints } from '../../support/points.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'
import { staffOf } from '../../support/staff.ts'
import { bearer, hasAccount, logsIn } from '../auth/an-account.ts'
import { fillEveryText, leftRows, notExported, rowsOfCustomers } from './every-text.ts'

const nina = {
  nombre: 'Nina Personal',
  email: 'nina.personal@example.com',
  password: 'la silla junto a la ventana',
}
const phone = '+34612987654'
const personal = /nina|personal|612987654/i

test('D12: the records of an erased customer contain no personal data', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, refresh_token, cliente } = await busyCustomer(salon)
  const rowsBefore = await everyRow(salon)
  assert.match(rowsBefore, personal)

  const erased = dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  assert.deepEqual(erased, { id: cliente.id, borrado_en: salon.clock.now().toISOString() })
  assert.doesNotMatch(await everyRow(salon), personal)
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token }), 'INVALID_TOKEN')
  assert.equal((await emailsTo(salon, nina.email)).length, 0)
})

test('D12: whatever text any table holds about a customer is exported or not for a reason, and is erased', async () => {
  const salon = await openSalon({
    ...{ now: '2030-03-04T08:00', professionals: ['Ana'] },
    settings: { pointsEnabled: true },
    products: [{ name: 'Cera', priceCents: 1400, stock: 5 }],
  })
  const { access_token, cliente, past } = await busyCustomer(salon)
  const asNina = { ...bearer(access_token), 'idempotency-key': 'uno' }
  const items = [{ producto_id: salon.id('Cera'), cantidad: 2 }]
  dataOf(await salon.guest.post('/pedidos/', { items, notas: 'Nina' }, asNina), 201)
  const waits = { servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' }
  for (const headers of [{}, bearer(access_token)]) {
    const contact = { nombre: nina.nombre, email: nina.email, telefono: phone }
    dataOf(await salon.guest.post('/lista-espera/', { ...waits, ...contact }, headers), 201)
  }
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  const start = { fecha: '2030-03-09', hora_inicio: '10:00' }
  const { id, token } = dataOf(await salon.guest.post('/retenciones/', { ...visit, ...start }), 201)
  const held = { ...visit, ...start, retencion: { id, token } }
  dataOf(await salon.guest.post('/reservas/crear/', held, bearer(access_token)), 201)
  dataOf(await salon.backend.post(`/reservas/${past.id}/completar/`))
  const review = { valoracion: 5, comentario: 'Nina' }
  dataOf(await salon.guest.post(`/reservas/${past.id}/resena/`, review, bearer(access_token)), 201)
  const cash = { reserva_id: past.id, metodo: 'efectivo', monto: 1 }
  const { id: entryId } = dataOf(await salon.backend.post('/cobros/', cash), 201)
  dataOf(await salon.backend.post(`/cobros/${entryId}/anular/`, { motivo: 'Nina' }), 201)
  await leaveCard(salon, { bookingId: past.id, customerId: cliente.id })
  await givePoints(salon, cliente.id, 40)
  await staffWritesAbout(salon)
  const card = `/clientes/${cliente.id}`
  for (const tipo of ['salud', 'marketing']) {
    const consent = { tipo, otorgado: true, medio: 'papel', texto: 'Nina' }
    dataOf(await salon.backend.post(`${card}/consentimientos/`, consent), 201)
  }
  for (const tipo of ['nota', 'alergia'])
    dataOf(await salon.backend.post(`${card}/notas/`, { tipo, texto: 'Nina' }), 201)
  const { witness } = await testDatabase()
  await witness`
    insert into messages (
      business_id, kind, channel, customer_id, to_phone, language, payload, cause, created_at)
    values (${salon.businessId}, 'booking_confirmed', 'sms', ${cliente.id}, '+34612987654', 'es',
      '{"contact": {"name": "Nina"}}', ${`message ${cliente.id}`}, now())`
  const merged = await mergesAnother(salon, cliente.id)
  await runJobs(salon)
  await echoEveryEvent(salon)

  const { texts, empty } = await fillEveryText(salon.businessId, 'Nina')
  assert.deepEqual(empty, [], 'the test needs a row in each table that may hold personal data')
  for (const known of ['bookings.notes', 'events.payload: contact.name', 'reviews.comment'])
    assert.ok(texts.includes(known), known)
  const exported = JSON.stringify(await exportOf(salon, cliente.id))
  const columns = new Set(texts.map((name) => name.replace(/:.*/, '')))
  assert.deepEqual(
    [...columns].filter((name) => !exported.includes(`Nina in ${name}`)).sort(),
    Object.keys(notExported),
    'the export of a customer has to have it, or notExported a reason',
  )

  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const rows = await everyRow(salon)
  assert.deepEqual([...new Set(rows.match(/nina in [\w.]+/gi))], [])
  assert.doesNotMatch(rows, personal)
  const left = await rowsOfCustomers(salon.businessId, [cliente.id, ...merged])
  assert.deepEqual(
    [...left].filter(([table, count]) => count > 0 && leftRows[table] === undefined),
    [],
    'erasure has to delete these rows, or leftRows a reason',
  )
  for (const table of Object.keys(leftRows)) assert.ok(left.has(table), table)
})

/** A card that was detached, and its consent: the salon of this test has no account at the processor. */
async function leaveCard(
  { businessId, clock }: TestSalon,
  { bookingId, customerId }: { bookingId: number; customerId: number },
) {
  const { witness } = await testDatabase()
  const now = clock.now()
  const [card] = await witness<{ id: number }[]>`
    insert into saved_cards (
      business_id, booking_id, customer_id, account_ref, state, processor_key, setup_ref, card_ref,
      created_at, updated_at)
    values (${businessId}, ${bookingId}, ${customerId}, 'acct_1', 'retired', gen_random_uuid(),
      'seti_1', 'pm_1', ${now}, ${now})
    returning id`
  await witness`
    insert into card_consents (
      business_id, card_id, version, body, language, no_show_cents, late_cancel_cents, currency,
      accepted_at)
    values (${businessId}, ${card?.id ?? 0}, '1', 'Acepto', 'es', 1850, 925, 'EUR', ${now})`
}

/** As `silla customers export` writes it. */
async function exportOf(salon: TestSalon, customerId: number) {
  const context = await staffOf(salon)
  const records = await exportCustomerAsStaff(context, customerId, testSecrets.secretsKeys)
  return { customer: await findCustomer(context, String(customerId)), records }
}

/**
 * Another customer, under whose own e-mail bookings, emails, points and an entry of the waitlist are
 * stored, becomes this one.
 */
async function mergesAnother(salon: TestSalon, id: number): Promise<number[]> {
  const contact = { nombre: 'Nina Otra', email: 'nina.otra@example.com', telefono: phone }
  const other = dataOf(await salon.backend.post('/clientes/', contact), 201)
  const booking = { ...contact, date: '2030-03-09' }
  dataOf(await salon.guest.book('Ana', '12:00', booking), 201)
  const gift = { puntos: 3, motivo: 'Para Nina' }
  dataOf(await salon.backend.post(`/clientes/${other.id}/puntos/`, gift), 201)
  const waits = { servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' }
  dataOf(await salon.guest.post('/lista-espera/', { ...waits, ...contact }), 201)
  dataOf(await salon.backend.post(`/clientes/${id}/fusionar/`, { con: other.id }))
  return [other.id]
}

test('D12: what endpoints answered before a release erased it, is erased by night', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token } = await busyCustomer(salon)
  await runJobs(salon)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  await echoEveryEvent(salon)
  assert.match(await everyRow(salon), personal)
  await nightlyMaintenance(await requestContextFor(salon))
  assert.doesNotMatch(await everyRow(salon), personal)
})

/** A receiver answered every event with what it was sent, in a form that nobody recognizes. */
async function echoEveryEvent(salon: TestSalon): Promise<void> {
  const { witness } = await testDatabase()
  const endpoint = await insertEndpoint(salon, { url: 'https://example.com/' })
  await witness`
    insert into event_deliveries (
      business_id, endpoint_id, event_id, type, state, attempts, next_attempt_at, created_at)
    select business_id, ${endpoint.id}, id, type, 'delivered',
      '[{"at": "2030-03-04T08:00:00.000Z", "status": 200, "error": null,
        "durationMilliseconds": 1, "response": "n1na: Nina"}]', null, occurred_at
    from events where business_id = ${salon.businessId}`
}

test('D12: the hold that a booking of an erased customer was, loses the client address', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token } = await hasAccount(salon, nina)
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  const start = { fecha: '2030-03-05', hora_inicio: '10:00' }
  const held = await salon.guest.post('/retenciones/', { ...visit, ...start })
  const { id, token } = dataOf(held, 201)
  const body = { ...visit, ...start, retencion: { id, token } }
  dataOf(await salon.guest.post('/reservas/crear/', body, bearer(access_token)), 201)
  const { witness } = await testDatabase()
  // rate limits, which know the address, are off
  await witness`
    update holds set limit_scope = '203.0.113.7' where business_id = ${salon.businessId}`
  assert.match(await everyRow(salon), /203\.0\.113\.7/)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  assert.doesNotMatch(await everyRow(salon), /203\.0\.113\.7/)
})

test('D12: bookings of an erased customer keep services, times and amounts', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, past } = await busyCustomer(salon)
  const before = dataOf(await salon.backend.get(`/reservas/codigo/${past.codigo}/`))
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const after = dataOf(await salon.backend.get(`/reservas/codigo/${past.codigo}/`))
  const nobody = { ...before.cliente, nombre: '', email: '', telefono: '' }
  assert.deepEqual(after, { ...before, cliente: nobody, notas: '' })
})

test('D12: erasing cancels upcoming bookings and frees their time, regardless of the deadline', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { access_token, coming } = await busyCustomer(salon)
  assert.ok((await salon.guest.listSlots('Ana', '2030-03-05')).includes('10:00 ocupado'))
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const booking = dataOf(await salon.backend.get(`/reservas/codigo/${coming.codigo}/`))
  assert.deepEqual([booking.estado, booking.cancelada_por], ['cancelada', 'cliente'])
  assert.ok((await salon.guest.listSlots('Ana', '2030-03-05')).includes('10:00'))
})

test('D12: orders, points and reviews of an erased customer stay without personal data; reserved stock is returned', async () => {
  const salon = await openSalon({
    ...{ now: '2030-03-04T08:55', professionals: ['Ana'] },
    services: [{ name: 'Corte', priceCents: 1800, pointsAwarded: 18 }],
    settings: { pointsEnabled: true },
    products: [{ name: 'Cera', priceCents: 1400, stock: 5 }],
  })
  const { access_token, cliente } = await hasAccount(salon, nina)
  const asNina = { ...bearer(access_token), 'idempotency-key': 'uno' }
  const items = [{ producto_id: salon.id('Cera'), cantidad: 2 }]
  const order = dataOf(
    await salon.guest.post('/pedidos/', { items, notas: 'Para Nina Personal' }, asNina),
    201,
  )
  const visit = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
  }
  const input = { ...visit, hora_inicio: '09:00', telefono: phone, notas: 'Nina otra vez' }
  const booking = dataOf(await salon.guest.post('/reservas/crear/', input, asNina), 201)
  const later = dataOf(
    await salon.guest.post(
      '/reservas/crear/',
      { ...input, fecha: '2030-03-07' },
      bearer(access_token),
    ),
    201,
  )
  dataOf(
    await salon.guest.post(
      `/reservas/${later.id}/cancelar/`,
      { motivo: 'Motivo personal' },
      asNina,
    ),
  )
  salon.setTime('2030-03-04T09:05')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  const said = { valoracion: 5, comentario: 'Firmado: Nina Personal' }
  dataOf(await salon.guest.post(`/reservas/${booking.id}/resena/`, said, asNina), 201)
  await givePoints(salon, cliente.id, 40)
  await staffWritesAbout(salon)
  await runJobs(salon)
  const own = dataOf(await salon.guest.get('/cliente/exportar/', bearer(access_token)))
  assert.deepEqual(
    [own.pedidos[0].notas, own.resenas[0].comentario],
    ['Para Nina Personal', said.comentario],
  )
  assert.deepEqual(
    own.movimientos.map(({ puntos }: { puntos: number }) => puntos),
    [5, 40, 18],
  )
  assert.match(await everyRow(salon), personal)

  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  const left = (await everyRow(salon)).split('\n').filter((row) => personal.test(row))
  assert.deepEqual(left, [])
  salon.setTime('2030-03-04T10:00')
  await runJobs(salon)
  assert.doesNotMatch(await everyRow(salon), personal)

  const kept = dataOf(await salon.backend.get(`/pedidos/${order.id}/`))
  const nobody = { id: cliente.id, nombre: '', email: '', telefono: '' }
  assert.deepEqual(
    [kept.estado, kept.total, kept.notas, kept.cliente],
    ['cancelado', order.total, '', nobody],
  )
  assert.equal(dataOf(await salon.guest.get('/productos/')).productos[0].stock_disponible, 5)
  const { witness } = await testDatabase()
  const ledger = await witness`
    select sum(points)::int as sum from points_movements where business_id = ${salon.businessId} and customer_id = ${cliente.id}`
  assert.equal(ledger[0]?.sum, 63)
  assert.equal(await lettersAfterErasing(salon), 0)
})

/**
 * In the words of the salon and of the platform's staff: a visit that they cancel, points that they
 * give.
 */
async function staffWritesAbout(salon: TestSalon): Promise<void> {
  const params = { nombre: nina.nombre, email: nina.email, telefono: phone, date: '2030-03-08' }
  const cancelled = dataOf(await salon.guest.book('Ana', '10:00', params), 201)
  dataOf(
    await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`, {
      motivo: 'Nina ha llamado',
      nota_interna: 'Nina es muy exigente',
    }),
  )
  const reason = 'Para Nina Personal, por la espera'
  await adjustPoints(await staffOf(salon), { customerId: cancelled.cliente.id, points: 5, reason })
}

/** Letters that went to nobody. */
async function lettersAfterErasing({ businessId }: TestSalon): Promise<number> {
  const { witness } = await testDatabase()
  return (await witness`select 1 from mails where business_id = ${businessId} and to_email = ''`)
    .count
}

test('D12: erasing ends all sessions, and the email can register again as a new customer', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { access_token, cliente } = await hasAccount(salon, nina)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  for (const again of [
    await salon.guest.get('/cliente/perfil/', bearer(access_token)),
    await salon.guest.put('/cliente/perfil/', { nombre: 'Nina' }, bearer(access_token)),
    await salon.guest.put(
      '/cliente/perfil/',
      { password: 'otra silla, otra ventana' },
      bearer(access_token),
    ),
    await salon.guest.delete('/cliente/perfil/', bearer(access_token)),
    await salon.guest.send('/reservas/crear/', aVisit(salon, access_token)),
  ]) {
    assertError(again, 'INVALID_TOKEN')
  }
  assertError(
    await salon.guest.post('/auth/login/', { email: nina.email, password: nina.password }),
    'INVALID_CREDENTIALS',
  )
  const back = await hasAccount(salon, nina)
  assert.notEqual(back.cliente.id, cliente.id)
})

test('D12: what a guest did under an email that the salon has changed since, is erased too', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const contact = { nombre: nina.nombre, email: nina.email, telefono: phone }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', contact), 201)
  const waits = { servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' }
  dataOf(await salon.guest.post('/lista-espera/', { ...waits, ...contact }), 201)
  const { url } = await openMailbox()
  await runJobs(salon, { smtpUrl: url })
  const { id } = booking.cliente
  dataOf(await salon.backend.put(`/clientes/${id}/`, { email: 'other@example.com' }))
  await eraseCustomerAsStaff(await staffOf(salon), id)
  assert.doesNotMatch(await everyRow(salon), personal)
})

test('D12: erasing one customer does not change another', async () => {
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

/**
 * Nina has an account, a visit behind her, one before her, a cancelled one, and has given the salon
 * about herself.
 */
async function busyCustomer(salon: TestSalon) {
  const signedIn = await hasAccount(salon, nina)
  const contact = {
    nombre: nina.nombre,
    email: nina.email,
    telefono: phone,
    notas: 'Personal: alérgica',
  }
  const records = async (date: string, time: string) =>
    dataOf(await salon.guest.book('Ana', time, { ...contact, date }), 201)
  const past = await records('2030-03-04', '10:00')
  const dropped = await records('2030-03-06', '12:00')
  dataOf(await salon.guest.cancel(dropped, { codigo: dropped.codigo, motivo: 'Motivo personal' }))
  const coming = await records('2030-03-05', '10:00')
  salon.setTime('2030-03-04T20:00')
  const { access_token, refresh_token } = await logsIn(salon, nina)
  return { ...signedIn, access_token, refresh_token, past, coming }
}

/** All that this salon's tables hold, as one text. Jobs only carry ids. */
async function everyRow({ businessId }: TestSalon): Promise<string> {
  const { witness } = await testDatabase()
  const tables = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const texts = tables.map(async ({ name }) => {
    const rows = await witness<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${witness(name)} t where business_id = ${businessId}`
    return rows.map(({ row }) => `${name}: ${row}`).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}
