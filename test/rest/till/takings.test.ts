import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { runJobs } from '../../support/jobs.ts'
import { pay, payingSalon, refundStates } from '../../support/paid-bookings.ts'
import { balanceOf } from '../../support/points.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

// Money that a salon takes at its desk (D54, D55).

const { witness } = await testDatabase()

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const menu = {
  now: '2030-03-04T08:00',
  services: [
    { name: 'Corte', minutes: 30, priceCents: 2000, pointsAwarded: 20 },
    { name: 'Barba', minutes: 15, priceCents: 1000 },
  ],
  products: [
    { name: 'Cera', priceCents: 1400, offerPriceCents: 1250, pointsAwarded: 12, stock: 3 },
    { name: 'Peine', priceCents: 500 },
  ],
  professionals: ['Ana', 'Bea'],
}

interface Named {
  id: number
}

const take = (
  client: SalonClient,
  { id }: Named,
  monto: number,
  more: object = {},
  headers: Record<string, string> = {},
) => client.post('/cobros/', { reserva_id: id, metodo: 'efectivo', monto, ...more }, headers)

const takeForOrder = (client: SalonClient, { id }: Named, monto: number, more: object = {}) =>
  client.post('/cobros/', { pedido_id: id, metodo: 'tarjeta', monto, ...more })

const reverse = (client: SalonClient, { id }: Named, motivo = 'Pagó con tarjeta') =>
  client.post(`/cobros/${id}/anular/`, { motivo })

const detail = async ({ backend }: TestSalon, { id }: Named) =>
  dataOf(await backend.get(`/reservas/${id}/`))

const orderOf = async ({ backend }: TestSalon, { id }: Named) =>
  dataOf(await backend.get(`/pedidos/${id}/`))

async function openVisit(fixture: object = {}) {
  const salon = await openSalon({ ...menu, ...fixture })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', lucia), 201)
  return { salon, booking, backend: salon.backend }
}

/** Every row of the till of a salon: `efectivo 2000+200`. */
async function rowsOf({ businessId }: TestSalon): Promise<string[]> {
  const rows = await witness<{ method: string; amount: number; tip: number }[]>`
    select method, amount_cents::int as amount, tip_cents::int as tip from till_entries
    where business_id = ${businessId} order by created_at, amount_cents desc`
  return rows.map(({ method, amount, tip }) => `${method} ${amount}+${tip}`)
}

test('D54: what is taken is no longer left, and the tip is no part of it', async () => {
  const { salon, booking, backend } = await openVisit()
  const first = dataOf(await take(backend, booking, 12.5, { propina: 2 }), 201)
  assert.deepEqual(
    [first.reserva_id, first.codigo, first.metodo, first.monto, first.propina, first.por_cobrar],
    [booking.id, booking.codigo, 'efectivo', 12.5, 2, 7.5],
  )
  assert.deepEqual([first.quien.tipo, first.quien.id], ['clave', null])
  const half = await detail(salon, booking)
  assert.deepEqual(
    [half.total, half.resto, half.caja, half.version, half.puntos_ganados],
    [20, 7.5, { cobrado: 12.5, propinas: 2, por_cobrar: 7.5, por_devolver: 0 }, 2, 20],
  )
  dataOf(await take(backend, booking, 7.5, { metodo: 'tarjeta' }), 201)
  const whole = await detail(salon, booking)
  assert.deepEqual([whole.resto, whole.caja.cobrado, whole.caja.por_cobrar], [0, 20, 0])
  assertError(await take(backend, booking, 0.01), 'AMOUNT_MISMATCH')
  // a tip can come after the price
  dataOf(await take(backend, booking, 0, { propina: 1 }), 201)
  assert.deepEqual(await rowsOf(salon), ['cash 1250+200', 'card 750+0', 'cash 0+100'])
  const { reservas } = dataOf(await backend.get('/agenda/?fecha=2030-03-04'))
  assert.deepEqual([reservas[0].resto, reservas[0].por_cobrar], [0, 0])
  const guest = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(guest.resto, 0, 'the customer reads it too')
})

test('D54: more than is left is refused, and so is nothing, less than nothing, and half a cent', async () => {
  const { salon, booking, backend } = await openVisit()
  assertError(await take(backend, booking, 20.01), 'AMOUNT_MISMATCH')
  for (const [monto, propina] of [
    [0, 0],
    [-1, 0],
    [5, -1],
    [5.005, 0],
    [5, 0.001],
    [0, 10_000.01],
  ])
    assertError(await take(backend, booking, monto as number, { propina }), 'INVALID_AMOUNT')
  const body = { metodo: 'efectivo', monto: 5 }
  assertInvalid(await backend.post('/cobros/', body), 'reserva_id')
  assertInvalid(
    await backend.post('/cobros/', { ...body, reserva_id: booking.id, pedido_id: 1 }),
    'pedido_id',
  )
  assertInvalid(await take(backend, booking, 5, { metodo: 'cheque' }), 'metodo')
  assertError(await take(backend, { id: 987_654_321 }, 5), 'BOOKING_NOT_FOUND')
  assertError(await takeForOrder(backend, { id: 987_654_321 }, 5), 'ORDER_NOT_FOUND')
  assert.deepEqual(await rowsOf(salon), [])
  assert.equal((await detail(salon, booking)).version, 1)
})

test('D54: a visit that has taken place can be paid, one that is not confirmed, cancelled or missed cannot', async () => {
  const { salon, booking, backend } = await openVisit({ settings: { confirmsByHand: true } })
  assertError(await take(backend, booking, 20), 'TILL_ENTRY_NOT_ALLOWED')
  dataOf(await backend.post(`/reservas/${booking.id}/confirmar/`))
  salon.setTime('2030-03-04T10:30')
  dataOf(await backend.post(`/reservas/${booking.id}/no-show/`))
  assertError(await take(backend, booking, 20), 'TILL_ENTRY_NOT_ALLOWED')
  dataOf(await backend.post(`/reservas/${booking.id}/completar/`))
  const completed = await detail(salon, booking)
  assert.deepEqual([completed.resto, completed.caja.por_cobrar], [0, 20])
  assert.equal(dataOf(await take(backend, booking, 20), 201).por_cobrar, 0)

  const other = dataOf(await salon.guest.book('Bea', '16:00', lucia), 201)
  dataOf(await backend.post(`/reservas/${other.id}/confirmar/`))
  const paid = dataOf(await take(backend, other, 5), 201)
  dataOf(await backend.post(`/reservas/${other.id}/cancelar/`))
  assertError(await take(backend, other, 5), 'TILL_ENTRY_NOT_ALLOWED')
  const gone = await detail(salon, other)
  assert.deepEqual(
    [gone.resto, gone.caja],
    [0, { cobrado: 5, propinas: 0, por_cobrar: 0, por_devolver: 5 }],
  )
  dataOf(await reverse(backend, paid, 'Devuelto'), 201)
  assert.equal((await detail(salon, other)).caja.por_devolver, 0)
})

test('D54: an entry is reversed once, by another one, and both stay', async () => {
  const { salon, booking, backend } = await openVisit()
  const entry = dataOf(await take(backend, booking, 20, { propina: 3 }), 201)
  const reversal = dataOf(await reverse(backend, entry), 201)
  assert.deepEqual(
    [reversal.monto, reversal.propina, reversal.metodo, reversal.anula_id, reversal.motivo],
    [-20, -3, 'efectivo', entry.id, 'Pagó con tarjeta'],
  )
  assert.equal(reversal.por_cobrar, 20)
  assertError(await reverse(backend, entry), 'TILL_ENTRY_NOT_ALLOWED')
  assertError(await reverse(backend, reversal), 'TILL_ENTRY_NOT_ALLOWED')
  assertError(await reverse(backend, { id: 987_654_321 }), 'TILL_ENTRY_NOT_FOUND')
  assertInvalid(await reverse(backend, entry, '  '), 'motivo')
  dataOf(await take(backend, booking, 20, { metodo: 'tarjeta' }), 201)
  const { items } = dataOf(await backend.get(`/cobros/?reserva_id=${booking.id}`))
  assert.deepEqual(
    items
      .map((one: Record<string, unknown>) => [one.monto, one.anula_id, one.anulado_por_id])
      .sort(),
    [
      [-20, entry.id, null],
      [20, null, null],
      [20, null, reversal.id],
    ].sort(),
  )
  assert.deepEqual((await detail(salon, booking)).caja, {
    cobrado: 20,
    propinas: 0,
    por_cobrar: 0,
    por_devolver: 0,
  })
})

test('D19: a repeated request takes nothing again, today or after the key was forgotten', async () => {
  const { salon, booking, backend } = await openVisit()
  const key = { 'idempotency-key': 'caja-1' }
  const first = dataOf(await take(backend, booking, 8, { propina: 1 }, key), 201)
  assert.deepEqual(dataOf(await take(backend, booking, 8, { propina: 1 }, key), 201), first)
  assertError(await take(backend, booking, 9, { propina: 1 }, key), 'IDEMPOTENCY_KEY_REUSED')
  await witness`delete from idempotency_keys where business_id = ${salon.businessId}`
  const late = await take(backend, booking, 8, { propina: 1 }, key)
  assert.equal(dataOf(late, 201).id, first.id)
  await witness`delete from idempotency_keys where business_id = ${salon.businessId}`
  assertError(await take(backend, booking, 9, {}, key), 'IDEMPOTENCY_KEY_REUSED')
  assert.deepEqual(await rowsOf(salon), ['cash 800+100'])
})

test('D54: of several people who take the last of it at the same moment one succeeds', async () => {
  const { salon, booking, backend } = await openVisit()
  const answers = await Promise.all(Array.from({ length: 6 }, () => take(backend, booking, 20)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400, 400])
  const [entry] = answers.filter(({ status }) => status === 201)
  const reversals = await Promise.all(
    Array.from({ length: 4 }, () => reverse(backend, dataOf(entry as never, 201))),
  )
  assert.deepEqual(reversals.map(({ status }) => status).sort(), [201, 400, 400, 400])
  assert.deepEqual(await rowsOf(salon), ['cash 2000+0', 'cash -2000+0'])
})

test('D44: a tried entry answers what would be recorded, and records nothing', async () => {
  const { salon, booking, backend } = await openVisit()
  const tried = dataOf(await take(backend, booking, 15, {}, { 'x-simular': 'true' }), 201)
  assert.deepEqual([tried.monto, tried.por_cobrar, tried.simulado], [15, 5, true])
  assertError(await take(backend, booking, 25, {}, { 'x-simular': 'true' }), 'AMOUNT_MISMATCH')
  assert.deepEqual(await rowsOf(salon), [])
  assert.equal((await detail(salon, booking)).version, 1)
})

test('D54: money that is taken while services change follows the new price', async () => {
  const { salon, booking, backend } = await openVisit()
  dataOf(await take(backend, booking, 20), 201)
  const lines = (services: string[], version: number) =>
    backend.put(`/reservas/${booking.id}/lineas/`, {
      version,
      lineas: services.map((name) => ({ servicio_id: salon.id(name) })),
    })
  assertError(await lines(['Barba'], 1), 'VERSION_CONFLICT')
  dataOf(await lines(['Corte', 'Barba'], 2))
  const dearer = await detail(salon, booking)
  assert.deepEqual([dearer.total, dearer.resto], [30, 10])
  dataOf(await take(backend, booking, 10), 201)
  dataOf(await lines(['Barba'], 4))
  const cheaper = await detail(salon, booking)
  assert.deepEqual(
    [cheaper.total, cheaper.resto, cheaper.caja],
    [10, 0, { cobrado: 30, propinas: 0, por_cobrar: 0, por_devolver: 20 }],
  )
})

test('D54: what was paid online is not taken again, and what the salon has taken is not paid online', async () => {
  const salon = await openSalon({ ...menu, ...payingSalon, services: menu.services })
  const { backend, guest } = salon
  const book = async (time: string) =>
    dataOf(await guest.book('Ana', time, { ...lucia, date: '2030-03-06' }), 201)

  const paid = await book('09:00')
  await pay(salon, paid)
  assertError(await take(backend, paid, 1), 'AMOUNT_MISMATCH')
  dataOf(await take(backend, paid, 0, { propina: 2 }), 201)
  assert.equal((await detail(salon, paid)).caja.propinas, 2)

  const begun = await book('10:00')
  const intent = await guest.createIntent(begun)
  dataOf(intent)
  dataOf(await take(backend, begun, 20), 201)
  const taken = await detail(salon, begun)
  assert.deepEqual([taken.a_pagar_ahora, taken.resto], [0, 0])
  assertError(await guest.createIntent(begun), 'AMOUNT_MISMATCH')
  // the customer was faster than the job that closes the payment
  salon.stripe.pay(intent)
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.deepEqual(await refundStates(salon), ['completed'])
  const after = await detail(salon, begun)
  assert.deepEqual([after.caja.cobrado, after.caja.por_devolver, after.resto], [20, 0, 0])
})

test('D54: products sold at the desk leave the stock at once, all or none', async () => {
  const { salon, booking, backend } = await openVisit()
  const sell = (items: object[], more: object = {}) => backend.post('/ventas/', { items, ...more })
  const cera = (cantidad: number) => ({ producto_id: salon.id('Cera'), cantidad })
  const peine = { producto_id: salon.id('Peine'), cantidad: 1 }
  const sold = dataOf(await sell([cera(2), peine], { reserva_id: booking.id }), 201)
  assert.deepEqual(
    [sold.estado, sold.total, sold.cliente.id, sold.a_pagar_ahora, sold.caja.por_cobrar],
    ['entregado', 30, booking.cliente.id, 0, 30],
  )
  assert.equal(sold.expira_en, null)
  assertError(await sell([cera(2)]), 'OUT_OF_STOCK')
  const stock = async () => {
    const { productos } = dataOf(await salon.guest.get('/productos/'))
    return productos.find(({ nombre }: { nombre: string }) => nombre === 'Cera').stock_disponible
  }
  assert.equal(await stock(), 1)
  const walkIn = dataOf(await sell([cera(1)], { nombre: 'Pablo' }), 201)
  assert.deepEqual([walkIn.cliente.nombre, walkIn.cliente.email], ['Pablo', ''])
  assert.equal(await stock(), 0)
  const nobody = dataOf(await sell([peine]), 201)
  assert.notEqual(nobody.cliente.id, walkIn.cliente.id)
  assertInvalid(await sell([peine], { nombre: 'Pablo', reserva_id: booking.id }), 'nombre')
  assertInvalid(await sell([peine, peine]), 'items[1].producto_id')
  assertError(await sell([peine], { cliente_id: 987_654_321 }), 'CUSTOMER_NOT_FOUND')
  assertError(await sell([peine], { reserva_id: 987_654_321 }), 'BOOKING_NOT_FOUND')
  assertError(await sell([{ producto_id: 987_654_321, cantidad: 1 }]), 'PRODUCT_NOT_FOUND')

  dataOf(await takeForOrder(backend, sold, 10), 201)
  assertError(await takeForOrder(backend, sold, 20.01), 'AMOUNT_MISMATCH')
  const last = dataOf(await takeForOrder(backend, sold, 20), 201)
  assert.deepEqual((await orderOf(salon, sold)).caja.por_cobrar, 0)
  assert.equal(await balanceOf(salon, lucia.email), 24, 'the points of the products')
  dataOf(await reverse(backend, last), 201)
  assert.equal(await balanceOf(salon, lucia.email), 0)
  dataOf(await takeForOrder(backend, sold, 20), 201)
  assert.equal(await balanceOf(salon, lucia.email), 24)
})

test('D54: an order that waits for its payment is handed over when the salon takes the money', async () => {
  const { salon, backend } = await openVisit()
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const items = [{ producto_id: salon.id('Peine'), cantidad: 1 }]
  const order = dataOf(await customer.post('/pedidos/', { items }), 201)
  const expired = dataOf(await customer.post('/pedidos/', { items }), 201)
  dataOf(await takeForOrder(backend, order, 5), 201)
  const delivered = await orderOf(salon, order)
  assert.deepEqual([delivered.estado, delivered.expira_en], ['entregado', null])
  salon.setTime('2030-03-04T09:00')
  await runJobs(salon)
  assert.equal((await orderOf(salon, order)).estado, 'entregado', 'it does not expire')
  assert.equal((await orderOf(salon, expired)).estado, 'cancelado')
  assertError(await takeForOrder(backend, expired, 5), 'TILL_ENTRY_NOT_ALLOWED')
})

test('D54: products that were handed over stay so when they are paid online instead', async () => {
  const salon = await openSalon({ ...menu, ...payingSalon, services: menu.services })
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const order = dataOf(await customer.post('/pedidos/', { items }), 201)
  const intent = await customer.createIntent(order, {
    ...{ amount: 1250, type: 'order', cliente_id: customer.id, codigo: null },
  })
  const entry = dataOf(await takeForOrder(salon.backend, order, 12.5), 201)
  dataOf(await reverse(salon.backend, entry), 201)
  salon.stripe.pay(intent)
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  const paid = await orderOf(salon, order)
  assert.deepEqual([paid.estado, paid.caja.por_cobrar], ['entregado', 0])
})

test('D65: a receptionist takes money and reverses none; who is limited to one agenda sees their own', async () => {
  const { salon, booking, backend } = await openVisit()
  const theirs = dataOf(await salon.guest.book('Bea', '12:00', lucia), 201)
  const desk = await salon.staff('receptionist', { name: 'Rosa Gil' })
  const entry = dataOf(await take(desk, booking, 5), 201)
  assert.deepEqual(entry.quien, { tipo: 'persona', id: desk.staffId, nombre: 'Rosa Gil' })
  assertError(await reverse(desk, entry), 'PERMISSION_REQUIRED')
  assertError(await take(salon.guest, booking, 5), 'INSUFFICIENT_SCOPE')

  const bea = await salon.staff('professional', {
    professional: 'Bea',
    permissionsAdded: ['till.charge', 'till.void'],
  })
  assertError(await take(bea, booking, 5), 'BOOKING_NOT_FOUND')
  assertError(await reverse(bea, entry), 'TILL_ENTRY_NOT_FOUND')
  const own = dataOf(await take(bea, theirs, 5), 201)
  const { items } = dataOf(await bea.get('/cobros/'))
  assert.deepEqual(
    items.map(({ id }: Named) => id),
    [own.id],
  )
  dataOf(await reverse(bea, own), 201)
  const ana = await salon.staff('professional', { professional: 'Ana' })
  assertError(await take(ana, booking, 5), 'PERMISSION_REQUIRED')
  dataOf(await reverse(backend, entry), 201)
})

test('D65: an entry of a visit that goes to a colleague at that moment is not found', async () => {
  const { salon, booking } = await openVisit()
  const ana = await salon.staff('professional', {
    professional: 'Ana',
    permissionsAdded: ['till.charge', 'till.void'],
  })
  const entry = dataOf(await take(ana, booking, 5), 201)
  // the entry is still found, and its visit is locked once it is Bea's
  const reversal = await witness.begin(async (tx) => {
    await tx`lock table bookings in exclusive mode`
    const reversal = reverse(ana, entry)
    await untilWaiting(1)
    await tx`
      update bookings set professional_id = ${salon.id('Bea')}
      where business_id = ${salon.businessId} and id = ${booking.id}`
    await tx`
      update booking_lines set professional_id = ${salon.id('Bea')}
      where business_id = ${salon.businessId} and booking_id = ${booking.id}`
    return { reversal }
  })
  assertError(await reversal.reversal, 'TILL_ENTRY_NOT_FOUND')
  assert.deepEqual(await rowsOf(salon), ['cash 500+0'])
})

test('D54: entries are listed by day, method, booking and order, in pages', async () => {
  const { salon, booking, backend } = await openVisit()
  const list = async (query = '') => {
    const { items, pagination } = dataOf(await backend.get(`/cobros/${query}`))
    return {
      amounts: items.map(({ monto }: { monto: number }) => monto),
      total: pagination.total_items,
    }
  }
  assert.deepEqual(await list(), { amounts: [], total: 0 })
  dataOf(await take(backend, booking, 1), 201)
  salon.setTime('2030-03-05T00:10')
  dataOf(await take(backend, booking, 2, { metodo: 'tarjeta' }), 201)
  salon.setTime('2030-03-05T00:20')
  dataOf(await take(backend, booking, 3), 201)
  assert.deepEqual((await list()).amounts, [3, 2], 'today in the zone of the salon')
  assert.deepEqual((await list('?desde=2030-03-04&hasta=2030-03-04')).amounts, [1])
  assert.deepEqual((await list('?hasta=2030-03-05')).amounts, [3, 2, 1])
  assert.deepEqual((await list('?metodo=tarjeta')).amounts, [2])
  assert.deepEqual((await list(`?reserva_id=${booking.id}`)).amounts, [3, 2, 1])
  assert.deepEqual((await list('?pedido_id=987654321')).amounts, [])
  assert.deepEqual(await list('?hasta=2030-03-05&page=2&page_size=2'), { amounts: [1], total: 3 })
  assertError(await backend.get('/cobros/?desde=2030-03-05&hasta=2030-03-04'), 'INVALID_RANGE')
  assertError(await backend.get('/cobros/?desde=ayer'), 'INVALID_DATE')
  assertInvalid(await backend.get('/cobros/?metodo=cheque'), 'metodo')
})

test('D31: entries are events, of which erasure keeps no reason', async () => {
  const { salon, backend } = await openVisit()
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'prado@example.com' })
  const booking = dataOf(await customer.book('Ana', '16:00'), 201)
  const entry = dataOf(await take(backend, booking, 20, { propina: 1 }), 201)
  dataOf(await reverse(backend, entry, 'Lucía no estaba contenta'), 201)
  const feed = async () => {
    await publishEvents(salon)
    const { items } = dataOf(await backend.get('/eventos/'))
    return items.filter(({ tipo }: { tipo: string }) => tipo.startsWith('cobro.'))
  }
  const events = await feed()
  assert.deepEqual(
    events.map(({ tipo, datos }: { tipo: string; datos: Record<string, unknown> }) => [
      ...[tipo, datos.monto, datos.propina, datos.motivo],
    ]),
    [
      ['cobro.registrado', 20, 1, ''],
      ['cobro.anulado', -20, -1, 'Lucía no estaba contenta'],
    ],
  )
  dataOf(await customer.delete('/cliente/perfil/'))
  const [, erased] = await feed()
  assert.equal(erased.datos.motivo, '')
  const [row] = await witness`
    select string_agg(reason, '') as reasons from till_entries where business_id = ${salon.businessId}`
  assert.equal(row?.reasons, '')
  assert.deepEqual(await rowsOf(salon), ['cash 2000+100', 'cash -2000+-100'])
})

test('D54: takings are listed by the person who took them, and reported by person', async () => {
  const salon = await openSalon(menu)
  const ana = await salon.staff('manager', {
    professional: 'Ana',
    name: 'Ana Prieto',
    email: 'ana@example.com',
  })
  const desk = await salon.staff('receptionist', { name: 'Marta Sol', email: 'marta@example.com' })
  const booking = dataOf(await salon.guest.book('Bea', '10:00', lucia), 201)
  const byAna = dataOf(await take(ana, booking, 12, { propina: 1 }), 201)
  dataOf(await take(desk, booking, 3, { metodo: 'tarjeta' }), 201)
  dataOf(await take(salon.backend, booking, 2), 201)
  dataOf(await reverse(ana, byAna), 201)
  const amounts = async (query: string) =>
    dataOf(await salon.backend.get(`/cobros/?${query}`))
      .items.map(({ monto }: { monto: number }) => monto)
      .sort()
  assert.deepEqual(await amounts(`persona=${ana.staffId}`), [-12, 12])
  assert.deepEqual(await amounts(`peluquero_id=${salon.id('Ana')}`), [-12, 12])
  assert.deepEqual(await amounts(`peluquero_id=${salon.id('Bea')}`), [], 'who does the visit')
  assert.deepEqual(await amounts(`persona=${desk.staffId}`), [3])
  assert.deepEqual(await amounts(`persona=${desk.staffId}&metodo=tarjeta`), [3])
  assertInvalid(await salon.backend.get('/cobros/?persona=ana'), 'persona')

  const { filas, total } = dataOf(await salon.backend.get('/informes/caja/?grupo=persona'))
  assert.deepEqual(
    filas.map((row: Record<string, unknown>) => [
      ...[row.id, row.nombre, row.efectivo, row.tarjeta, row.propinas, row.mostrador],
    ]),
    [
      [ana.staffId, 'Ana Prieto', 0, 0, 0, 0],
      [desk.staffId, 'Marta Sol', 0, 3, 0, 3],
      [null, null, 2, 0, 0, 2],
    ],
  )
  assert.equal(total.mostrador, 5)
})

test('D54: products that were handed over and not all paid for are listed', async () => {
  const salon = await openSalon(menu)
  const sell = async (body: object) =>
    dataOf(
      await salon.backend.post('/ventas/', {
        items: [{ producto_id: salon.id('Peine'), cantidad: 1 }],
        ...body,
      }),
      201,
    )
  const booking = dataOf(await salon.guest.book('Ana', '10:00', lucia), 201)
  const unpaid = await sell({ reserva_id: booking.id })
  const half = await sell({ nombre: 'Pablo' })
  const paid = await sell({ nombre: 'Pablo' })
  dataOf(await takeForOrder(salon.backend, half, 2), 201)
  dataOf(await takeForOrder(salon.backend, paid, 5), 201)
  const ids = async (query: string) => {
    const { items, pagination } = dataOf(await salon.backend.get(`/pedidos/?${query}`))
    assert.equal(pagination.total_items, items.length)
    return items.map(({ id }: Named) => id).sort()
  }
  assert.deepEqual(await ids('por_cobrar=true'), [unpaid.id, half.id].sort())
  assert.deepEqual(await ids(`por_cobrar=true&cliente_id=${booking.cliente.id}`), [unpaid.id])
  assert.deepEqual(await ids(`cliente_id=${paid.cliente.id}`), [paid.id])
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const others = dataOf(await customer.get(`/pedidos/?cliente_id=${booking.cliente.id}`))
  assert.deepEqual(others.items, [], 'customers see their own alone')
})
