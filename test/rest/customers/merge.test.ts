import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  checkData,
  checkedBusinesses,
  customerRecords,
  eraseCustomerAsStaff,
  mergeCustomers,
} from '@silla/core'
import { businessQueries, inTransaction } from '@silla/db'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { givePoints } from '../../support/points.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { untilWaiting } from '../../support/until-waiting.ts'
import { hasAccount } from '../auth/an-account.ts'

// One customer becomes another (D74).

const { admin, witness } = await testDatabase()
let salon: TestSalon
let neighbour: TestSalon
before(async () => {
  salon = await openSalon({
    ...{ now: '2030-03-04T08:00', professionals: ['Ana'] },
    settings: { pointsEnabled: true },
  })
  neighbour = await openSalon()
})

let emails = 0
const newEmail = () => `lucia-${++emails}@example.com`
const newCustomer = async (more = {}): Promise<{ id: number; email: string; version: number }> =>
  dataOf(await salon.backend.post('/clientes/', { nombre: 'Lucía Prado', ...more }), 201)
const merge = (id: number, con: unknown, headers = {}, by = salon) =>
  by.backend.post(`/clientes/${id}/fusionar/`, { con }, headers)
const cardOf = async (id: number) => dataOf(await salon.backend.get(`/clientes/${id}/`))
const consents = async (id: number, tipo: string, otorgado: boolean) =>
  dataOf(
    await salon.backend.post(`/clientes/${id}/consentimientos/`, {
      tipo,
      otorgado,
      medio: 'papel',
    }),
    201,
  )
let minutes = 0
/** Each booking has a time of its own. */
const book = async (params: Record<string, unknown>, by = salon.guest) => {
  const day = new Date(Date.UTC(2030, 2, 5 + Math.floor(minutes / 8)))
  const time = `${10 + (minutes++ % 8)}:00`
  return by.book('Ana', time, { date: day.toISOString().slice(0, 10), ...params })
}

/** Foreign keys to customers of which rows stay with who was merged, with the reason. */
const unmoved: Record<string, string> = {
  'customer_accounts.id': 'a customer with an account cannot be merged into another',
  'points_movements.customer_id': 'a ledger: one movement takes the balance off, another adds it',
  'saved_cards.customer_id':
    'the processor has it with its own customer; export and erasure follow it',
  'sessions.customer_id': 'a session needs an account',
}

test('D74: whatever refers to the one customer refers to the other after a merge, or stays for a reason', async () => {
  const target = await newCustomer({ telefono: '612345678' })
  const source = await newCustomer({ email: newEmail() })
  await givesRows(source)
  const references = await witness<{ table: string; column: string }[]>`
    select con.conrelid::regclass::text as table, (
        select attname from pg_attribute
        where attrelid = con.conrelid and attnum = con.conkey[cardinality(con.conkey)]) as column
    from pg_constraint con
    where con.contype = 'f' and con.confrelid = 'app.customers'::regclass and con.conparentid = 0`
  const rowsOf = async (id: number) => {
    const found = await Promise.all(
      references.map(async ({ table, column }) => {
        const name = `${table.replace('app.', '')}.${column}`
        const { count } = await witness`
          select from ${witness(table.replace('app.', ''))}
          where business_id = ${salon.businessId} and ${witness(column)} = ${id}`
        return [name, count] as const
      }),
    )
    return new Map(found.filter(([name]) => unmoved[name] === undefined))
  }
  const before = await rowsOf(source.id)
  assert.deepEqual(
    [...before].filter(([, rows]) => rows === 0).map(([name]) => name),
    [],
    'givesRows() needs a row in each table that refers to customers, or it stays for a reason',
  )
  dataOf(await merge(target.id, source.id))
  assert.deepEqual(
    [...(await rowsOf(source.id))].filter(([, rows]) => rows > 0),
    [],
  )
  // the row of who was merged leads to the customer, as those do who were merged into it
  for (const [name, rows] of await rowsOf(target.id))
    assert.equal(rows, (before.get(name) ?? 0) + (name === 'customers.merged_into' ? 1 : 0), name)
})

/** A row of each kind that refers to a customer. */
async function givesRows({ id, email }: { id: number; email: string }): Promise<void> {
  const { businessId } = salon
  const earlier = await newCustomer()
  dataOf(await merge(id, earlier.id))
  const booking = dataOf(await book({ email }), 201)
  await givePoints(salon, id, 5)
  await consents(id, 'marketing', true)
  dataOf(await salon.backend.post(`/clientes/${id}/notas/`, { tipo: 'nota', texto: 'Rizado' }), 201)
  const waits = { servicio_ids: [salon.id('Corte')], desde: '2030-03-20', hasta: '2030-03-20' }
  const contact = { nombre: 'Lucía', email, telefono: '612345678' }
  dataOf(await salon.guest.post('/lista-espera/', { ...waits, ...contact }), 201)
  await witness`
    update waitlist_entries set customer_id = ${id}
    where business_id = ${businessId} and email_key = ${email}`
  await witness`
    insert into orders (business_id, code, state, customer_id, notes, currency, subtotal_cents,
      discount_cents, total_cents, points_awarded, version, created_at, updated_at)
    values (${businessId}, ${`P${id}`}, 'paid', ${id}, '', 'EUR', 100, 0, 100, 0, 1, now(), now())`
  await witness`
    insert into payments (business_id, booking_id, customer_id, account_ref, amount_cents, currency,
      fee_cents, processor_key, state, is_open, status_seen_at, created_at, updated_at)
    values (${businessId}, ${booking.id}, ${id}, 'acct', 100, 'EUR', 0, ${`key ${id}`}, 'failed', false,
      now(), now(), now())`
  await witness`
    insert into processor_customers (business_id, customer_id, account_ref, processor_key, created_at)
    values (${businessId}, ${id}, 'acct', ${`key ${id}`}, now())`
  await witness`
    insert into messages (
      business_id, kind, channel, customer_id, to_phone, language, payload, cause, created_at)
    values (${businessId}, 'booking_confirmed', 'sms', ${id}, '+34612987654', 'es', '{}', ${`message ${id}`}, now())`
  await witness`
    insert into imported_rows (business_id, source, kind, external_hash, customer_id, imported_at)
    values (${businessId}, 'fresha', 'customer', sha256(${`${id}`}::bytea), ${id}, now())`
}

test('D74: the customer who stays keeps their details and takes those that they lack', async () => {
  const target = await newCustomer({ telefono: '612345678' })
  const email = newEmail()
  const source = await newCustomer({ email, telefono: '699112233', nombre: 'Otra' })
  const known = '2029-05-06T10:00:00.000Z'
  await witness`
    update customers set created_at = ${known}
    where business_id = ${salon.businessId} and id = ${source.id}`
  dataOf(await salon.backend.post(`/clientes/${source.id}/bloquear/`))
  const { cliente, ...merged } = dataOf(await merge(target.id, source.id))
  assert.deepEqual(
    [cliente.id, cliente.nombre, cliente.email, cliente.telefono, cliente.version],
    [target.id, 'Lucía Prado', email, '+34612345678', target.version + 1],
  )
  assert.ok(cliente.bloqueado_en, 'blocked if one of both was')
  const [since] = await witness<{ createdAt: Date }[]>`
    select created_at from customers
    where business_id = ${salon.businessId} and id = ${target.id}`
  assert.equal(since?.createdAt.toISOString(), known, 'known since the earlier day')
  assert.deepEqual([merged.fusionado_id, merged.simulado], [source.id, false])
  assert.deepEqual(await cardOf(target.id), cliente)
  assertError(await book({ email }), 'CUSTOMER_BLOCKED')
})

test('D74: the old id answers with the new one, for every change of the card', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  dataOf(await merge(target.id, source.id))
  const path = `/clientes/${source.id}`
  const answers = [
    await salon.backend.get(`${path}/`),
    await salon.backend.put(`${path}/`, { nombre: 'Eva' }),
    await salon.backend.post(`${path}/bloquear/`),
    await salon.backend.post(`${path}/puntos/`, { puntos: 1, motivo: 'x' }),
    await salon.backend.post(`${path}/notas/`, { tipo: 'nota', texto: 'x' }),
    await salon.backend.get(`${path}/alergias/`),
    await merge(target.id, source.id),
    await merge(source.id, target.id),
  ]
  for (const answer of answers) {
    assertError(answer, 'CUSTOMER_MERGED')
    assert.deepEqual(answer.error.cliente, { id: target.id })
  }
  const { items } = dataOf(await salon.backend.get('/clientes/?q='))
  assert.ok(!items.some((item: { id: number }) => item.id === source.id))
  const third = await newCustomer()
  dataOf(await merge(third.id, target.id))
  const { error } = await salon.backend.get(`${path}/`)
  assert.deepEqual(error.cliente, { id: third.id }, 'the latest, at once')
  await eraseCustomerAsStaff(await staffOf(salon), third.id)
  assertError(await salon.backend.get(`${path}/`), 'CUSTOMER_NOT_FOUND')
})

test('D74: points move as two movements, and every ledger equals its balance', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  await givePoints(salon, target.id, 7)
  await givePoints(salon, source.id, 30)
  const { cliente, movido } = dataOf(await merge(target.id, source.id))
  assert.deepEqual([cliente.puntos_saldo, movido.puntos], [37, 30])
  const movements = await witness`
    select customer_id, points, balance_after from points_movements
    where business_id = ${salon.businessId} and cause like ${`merge:${source.id}:%`} order by points`
  assert.deepEqual(
    movements.map((row) => [row.customerId, row.points, row.balanceAfter]),
    [
      [source.id, -30, 0],
      [target.id, 30, 37],
    ],
  )
  const own = (await checkedBusinesses(admin, salon.clock, { full: true })).filter(
    ({ slug }) => slug === salon.slug,
  )
  const drift = checkData(own).find(({ check }) => check === 'points-drift')
  assert.equal(drift?.status, 'ok')
  // somebody who has read the booking before
  await givePoints(salon, source.id, 3)
  assert.equal((await cardOf(target.id)).puntos_saldo, 40)
  const { movements: exported } = await customerRecords(await staffOf(salon), target.id, null)
  assert.deepEqual(
    exported.map(({ points }) => points).sort((a, b) => a - b),
    [-30, 3, 7, 30, 30],
  )
})

test('D74: of the consents the latest counts; without that to health the allergies are deleted', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  await consents(target.id, 'salud', true)
  dataOf(
    await salon.backend.post(`/clientes/${target.id}/notas/`, { tipo: 'alergia', texto: 'Látex' }),
    201,
  )
  await consents(target.id, 'marketing', false)
  salon.setTime('2030-03-04T08:30')
  await consents(source.id, 'salud', true)
  await consents(source.id, 'salud', false)
  await consents(source.id, 'marketing', true)
  const { cliente, movido, alergias_borradas } = dataOf(await merge(target.id, source.id))
  assert.deepEqual([movido.consentimientos, alergias_borradas, cliente.alergias], [3, 1, 0])
  const given = cliente.consentimientos.map((one: { tipo: string; otorgado: boolean }) => [
    one.tipo,
    one.otorgado,
  ])
  assert.deepEqual(Object.fromEntries(given), { salud: false, marketing: true })
  assert.equal(cliente.acepta_marketing, true)
  await consents(target.id, 'salud', true)
})

test('D74: guests with the other e-mail are the same customer, until somebody proves it', async () => {
  const [old, own] = [newEmail(), newEmail()]
  const target = await newCustomer({ email: own })
  const source = await newCustomer({ email: old })
  dataOf(await merge(target.id, source.id))
  const booked = dataOf(await book({ email: old }), 201)
  assert.equal((await cardOf(target.id)).reservas_totales, 1)
  const existing = await salon.backend.post('/clientes/', { nombre: 'Eva', email: old })
  assertError(existing, 'CUSTOMER_EXISTS')
  assert.deepEqual(existing.error.cliente, { id: target.id })
  dataOf(await salon.backend.post(`/clientes/${target.id}/bloquear/`))
  assertError(await book({ email: old }), 'CUSTOMER_BLOCKED')
  dataOf(await salon.backend.post(`/clientes/${target.id}/desbloquear/`))

  const { cliente } = await hasAccount(salon, {
    ...{ nombre: 'Eva', email: old, password: 'la silla junto a la ventana' },
  })
  assert.ok(![target.id, source.id].includes(cliente.id))
  dataOf(await book({ email: old }), 201)
  assert.equal((await cardOf(cliente.id)).reservas_totales, 1)
  assert.ok(booked.id)
})

test('D74: the card can take the e-mail of who was merged into it', async () => {
  const old = newEmail()
  const target = await newCustomer({ email: newEmail() })
  const source = await newCustomer({ email: old })
  dataOf(await merge(target.id, source.id))
  dataOf(await salon.backend.put(`/clientes/${target.id}/`, { email: old }))
  assert.equal((await cardOf(target.id)).email, old)
})

test('D74: a customer with an account cannot disappear', async () => {
  const account = await salon.customer({ nombre: 'Marta', email: newEmail() })
  const other = await salon.customer({ nombre: 'Marta', email: newEmail() })
  const guest = await newCustomer()
  assertError(await merge(guest.id, account.id), 'ACCOUNT_NOT_MERGEABLE')
  assertError(await merge(other.id, account.id), 'ACCOUNT_NOT_MERGEABLE')
  assert.equal(dataOf(await merge(account.id, guest.id)).cliente.tiene_cuenta, true)
  dataOf(await account.get('/cliente/perfil/'))
})

test('D21: two customers who pay for the same package of points are not merged', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  const [pack] = await witness`
    insert into points_packages (business_id, handle, name, points, price_cents, position, active)
    values (${salon.businessId}, 'bono', '{"es": "Bono"}', 10, 100, 1, false) returning id`
  for (const { id } of [target, source])
    await witness`
      insert into payments (business_id, package_id, customer_id, account_ref, amount_cents, currency,
        fee_cents, processor_key, points_bought, status_seen_at, created_at, updated_at)
      values (${salon.businessId}, ${pack?.id}, ${id}, 'acct', 100, 'EUR', 0, ${`open ${id}`}, 10, now(),
        now(), now())`
  assertError(await merge(target.id, source.id), 'MERGE_PAYMENT_OPEN')
  await witness`
    update payments set is_open = false
    where business_id = ${salon.businessId} and customer_id = ${source.id}`
  assert.equal(dataOf(await merge(target.id, source.id)).movido.pagos, 1)
})

test('D74: a merge that is only tried shows what would be, and changes nothing', async () => {
  const target = await newCustomer()
  const email = newEmail()
  const source = await newCustomer({ email })
  dataOf(await book({ email }), 201)
  await givePoints(salon, source.id, 4)
  const before = [await cardOf(target.id), await cardOf(source.id)]
  const tried = dataOf(await merge(target.id, source.id, { 'x-simular': 'true' }))
  assert.equal(tried.simulado, true)
  assert.deepEqual([tried.movido.reservas, tried.movido.puntos, tried.cliente.email], [1, 4, email])
  assert.deepEqual([await cardOf(target.id), await cardOf(source.id)], before)
  const query = `mutation {
    fusionar_clientes(id: ${target.id}, entrada: {con: ${source.id}}, simular: true) { simulado movido { reservas } } }`
  const { data } = await queryGraphql(salon.backend, query)
  assert.deepEqual(data.fusionar_clientes, { simulado: true, movido: { reservas: 1 } })
})

test('D19: a second click with the same key gets the first answer', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  const once = { 'idempotency-key': `merge ${source.id}` }
  const first = dataOf(await merge(target.id, source.id, once))
  assert.deepEqual(dataOf(await merge(target.id, source.id, once)), first)
})

test('D74: a bad or foreign customer is refused', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  assertInvalid(await merge(target.id, target.id), 'con')
  assertInvalid(await merge(target.id, 'x'), 'con')
  assertInvalid(await merge(target.id, undefined), 'con')
  assertError(await merge(target.id, 987_654_321), 'CUSTOMER_NOT_FOUND')
  assertError(await merge(target.id, source.id, {}, neighbour), 'CUSTOMER_NOT_FOUND')
  const theirs = dataOf(await neighbour.backend.post('/clientes/', { nombre: 'Eva' }), 201)
  assertError(await merge(target.id, theirs.id), 'CUSTOMER_NOT_FOUND')
  assert.equal((await cardOf(source.id)).id, source.id)
})

test('D74: a booking that is made during the merge is that of the customer who stays', async () => {
  const target = await newCustomer({ email: newEmail() })
  const email = newEmail()
  const source = await newCustomer({ email })
  const chosen = { por_negocio: true, cliente_id: source.id, nombre: undefined, email: undefined }
  let waiting: Promise<unknown>[] = []
  await inTransaction(admin, async (registry) => {
    const tx = await businessQueries.setTenant(registry, salon.businessId)
    // what the merge locks, too, so that all three wait for the same row
    await tx`
      select from customers where business_id = ${salon.businessId} and id = ${source.id} for update`
    const merging = merge(target.id, source.id)
    await untilWaiting(1)
    waiting = [merging, book({ email }), book(chosen, salon.backend)]
    await untilWaiting(3)
  })
  const [merged, byGuest, bySalon] = (await Promise.all(waiting)) as Awaited<
    ReturnType<typeof book>
  >[]
  for (const answer of [byGuest, bySalon])
    assert.equal(dataOf(answer as never, 201).cliente?.id ?? target.id, target.id)
  dataOf(merged as never)
  assert.equal((await cardOf(target.id)).reservas_totales, 2)
})

test('D65: a merge is written completely or not at all', async () => {
  const [target, source] = [await newCustomer(), await newCustomer()]
  await givePoints(salon, source.id, 4)
  const context = await staffOf(salon)
  const failing = { ...context, realClock: { now: () => new Date(Number.NaN) } }
  await assert.rejects(
    mergeCustomers(failing, { targetId: target.id, sourceId: source.id, simulated: false }),
  )
  assert.deepEqual(
    [(await cardOf(source.id)).puntos_saldo, (await cardOf(target.id)).puntos_saldo],
    [4, 0],
  )
})
