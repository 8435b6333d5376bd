import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createBooking,
  customerCard,
  effectivePermissions,
  eraseCustomerAsStaff,
  type RequestContext,
} from '@silla/core'
import { parseDate } from '@silla/slots'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { runJobs } from '../../support/jobs.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'

// The card of a customer, as the salon reads and changes it (D74).

const { witness } = await testDatabase()
let salon: TestSalon
let neighbour: TestSalon
before(async () => {
  salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  neighbour = await openSalon()
})

let customers = 0
const createCustomer = async (more = {}) =>
  dataOf(
    await salon.backend.post('/clientes/', {
      nombre: 'Lucía Prado',
      email: `lucia-${++customers}@example.com`,
      ...more,
    }),
    201,
  )
const reservedFor = async (email: string) =>
  (
    await witness`
      select customer_id from bookings
      where business_id = ${salon.businessId} and contact_email = ${email}`
  )[0]?.customerId

/** The data of the salon's events of a type, the oldest first. */
async function eventsOf(type: string) {
  await publishEvents(salon)
  const { items } = dataOf(await salon.backend.get('/eventos/?limite=100'))
  return items
    .filter(({ tipo }: { tipo: string }) => tipo === type)
    .map(({ datos }: { datos: unknown }) => datos)
}
const cardOf = async (id: number) => dataOf(await salon.backend.get(`/clientes/${id}/`))

test('D74: a customer is added at the desk with a card of their own', async () => {
  const created = await createCustomer({ email: 'Nueva@Example.com', telefono: '612 34 56 78' })
  const { id, historial, ...card } = created
  assert.deepEqual(card, {
    nombre: 'Lucía Prado',
    email: 'Nueva@Example.com',
    telefono: '+34612345678',
    contacto_visible: true,
    idioma: 'es',
    tiene_cuenta: false,
    puntos_saldo: 0,
    reservas_totales: 0,
    bloqueado_en: null,
    created_at: '2030-03-04T07:00:00.000Z',
    version: 1,
    fecha_nacimiento: null,
    acepta_marketing: false,
    notas: [],
    alergias: 0,
    consentimientos: [],
  })
  assert.deepEqual([historial.visitas, historial.servicios], [0, []])
  assert.deepEqual(await cardOf(id), created)
  const [event] = await eventsOf('cliente.creado')
  assert.deepEqual([event.id, event.email_verificado], [id, false])

  const again = await salon.backend.post('/clientes/', {
    nombre: 'Otra',
    email: 'NUEVA@example.com',
  })
  assertError(again, 'CUSTOMER_EXISTS')
  assert.deepEqual(again.error.cliente, { id })
})

test('D19: a second click adds no second customer', async () => {
  const once = { 'idempotency-key': 'alta' }
  const body = { nombre: 'Una Vez' }
  const first = dataOf(await salon.backend.post('/clientes/', body, once), 201)
  const second = await salon.backend.post('/clientes/', body, once)
  assert.deepEqual(dataOf(second, 201), first)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('D65: a member of staff limited to one agenda adds no customer, who would be in none', async () => {
  const more = { professional: 'Ana', permissionsAdded: ['customers.contact'] } as const
  const ana = await salon.staff('professional', more)
  const body = { nombre: 'Sin Agenda', email: 'sin.agenda@example.com' }
  const refused = await ana.post('/clientes/', body)
  assertError(refused, 'PERMISSION_REQUIRED')
  assert.equal(refused.error.permiso, 'agenda.todas')
  dataOf(await salon.backend.post('/clientes/', body), 201)
})

test('D74: the history counts visits, absences and cancellations, what was paid and how long it took', async () => {
  const { id, email } = await createCustomer()
  const book = async (date: string, time: string) =>
    dataOf(await salon.guest.book('Ana', time, { date, email }), 201)
  const [first, second, missed, cancelled] = [
    await book('2030-03-05', '10:00'),
    await book('2030-03-05', '12:00'),
    await book('2030-03-06', '10:00'),
    await book('2030-03-06', '12:00'),
  ]
  dataOf(await salon.guest.cancel(cancelled))
  await book('2030-03-20', '10:00')
  salon.setTime('2030-03-06T20:00')
  for (const { id } of [first, second])
    dataOf(await salon.backend.post(`/reservas/${id}/completar/`))
  dataOf(await salon.backend.post(`/reservas/${missed.id}/no-show/`))
  const { historial } = await cardOf(id)
  assert.deepEqual(historial, {
    visitas: 2,
    ausencias: 1,
    cancelaciones: 1,
    proximas: 1,
    primera_visita: '2030-03-05T09:00:00.000Z',
    ultima_visita: '2030-03-05T11:00:00.000Z',
    proxima_visita: '2030-03-20T09:00:00.000Z',
    gasto_visitas: 36,
    gasto_pedidos: 0,
    servicios: [
      {
        servicio_id: salon.id('Corte'),
        nombre: 'Corte',
        veces: 2,
        ultima_duracion: 30,
        duracion_media: 30,
        ultima_visita: '2030-03-05T11:00:00.000Z',
      },
    ],
  })
  salon.setTime('2030-03-04T08:00')
})

test('D74: a change keeps what is left out, empties what is named, and raises the version', async () => {
  const { id, ...before } = await createCustomer({ telefono: '612345678' })
  const put = (body: object) => salon.backend.put(`/clientes/${id}/`, body)
  const changed = dataOf(await put({ nombre: 'Lucía Gil', idioma: 'en', version: 1 }))
  assert.deepEqual(changed, { id, ...before, nombre: 'Lucía Gil', idioma: 'en', version: 2 })
  const emptied = dataOf(await put({ quitar: ['telefono', 'email'] }))
  assert.deepEqual([emptied.telefono, emptied.email, emptied.version], ['', '', 3])
  assertError(await put({ nombre: 'Tarde', version: 2 }), 'VERSION_CONFLICT')
  assert.equal((await cardOf(id)).nombre, 'Lucía Gil')
  const events = (await eventsOf('cliente.actualizado')) as Record<string, unknown>[]
  assert.deepEqual(
    events.map((datos) => [datos.id, datos.nombre, datos.telefono]),
    [
      [id, 'Lucía Gil', '+34612345678'],
      [id, 'Lucía Gil', ''],
    ],
  )
})

test('D19: the request of a customer who was merged or erased since says so when it is repeated', async () => {
  const once = { 'idempotency-key': 'alta y fusión' }
  const post = () => salon.backend.post('/clientes/', { nombre: 'Dos Veces' }, once)
  const { id } = dataOf(await post(), 201)
  const other = await createCustomer()
  dataOf(await salon.backend.post(`/clientes/${other.id}/fusionar/`, { con: id }))
  const merged = await post()
  assertError(merged, 'CUSTOMER_MERGED')
  assert.deepEqual(merged.error.cliente, { id: other.id })
  await eraseCustomerAsStaff(await staffOf(salon), other.id)
  assertError(await post(), 'CUSTOMER_NOT_FOUND')
})

test('D74: an e-mail belongs to one customer, and that of an account to its customer alone', async () => {
  const [one, other] = [await createCustomer(), await createCustomer()]
  const taken = await salon.backend.put(`/clientes/${one.id}/`, { email: other.email })
  assertError(taken, 'CUSTOMER_EXISTS')
  assert.deepEqual(taken.error.cliente, { id: other.id })
  const { id } = await salon.customer({ nombre: 'Vera', email: 'vera@example.com' })
  const put = (body: object) => salon.backend.put(`/clientes/${id}/`, body)
  assertError(await put({ email: 'otra@example.com' }), 'CUSTOMER_HAS_ACCOUNT')
  assertError(await put({ quitar: ['email'] }), 'CUSTOMER_HAS_ACCOUNT')
  assert.equal(dataOf(await put({ telefono: '612345678' })).tiene_cuenta, true)
})

test('D74: of two concurrent changes to one e-mail one succeeds', async () => {
  const both = [await createCustomer(), await createCustomer()]
  const answers = await Promise.all(
    both.map(({ id }) => salon.backend.put(`/clientes/${id}/`, { email: 'misma@example.com' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  assertError(answers.find(({ status }) => status === 400) as never, 'CUSTOMER_EXISTS')
})

test('D74: the salon books for a customer: details default to the card, and are those of the booking', async () => {
  const { id, email } = await createCustomer({ telefono: '612345678', idioma: 'en' })
  const book = (hora_inicio: string, more = {}) =>
    salon.backend.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: '2030-03-11',
      hora_inicio,
      por_negocio: true,
      cliente_id: id,
      ...more,
    })
  const { cliente } = dataOf(await book('10:03'), 201)
  assert.deepEqual(cliente, { id, nombre: 'Lucía Prado', email, telefono: '+34612345678' })
  const other = { nombre: 'Su hija', telefono: '699112233', email: 'hija@example.com' }
  const second = dataOf(await book('11:03', other), 201)
  assert.deepEqual(second.cliente, { ...other, id, telefono: '+34699112233' })
  const card = await cardOf(id)
  assert.deepEqual([card.nombre, card.email, card.reservas_totales], ['Lucía Prado', email, 2])

  // the reminders have become due
  salon.setTime('2030-03-11T08:00')
  await runJobs(salon)
  const mails = await witness`
    select kind, language from mails
    where business_id = ${salon.businessId} and to_email = ${email} order by kind`
  assert.deepEqual(
    mails.map(({ kind, language }) => `${kind} ${language}`),
    ['booking_confirmed en', 'booking_reminder en'],
  )
  salon.setTime('2030-03-04T08:00')
  assert.equal(await reservedFor('hija@example.com'), id)
})

test('D74: only the salon chooses a customer, of its own, who was not erased', async () => {
  const { id } = await createCustomer()
  const visit = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-12',
    hora_inicio: '10:00',
  }
  const book = (who: SalonClient, more: object) =>
    who.post('/reservas/crear/', { ...visit, ...more })
  assertInvalid(
    await book(salon.backend, { cliente_id: id, nombre: 'A', email: 'a@b.es' }),
    'por_negocio',
  )
  const chosen = { por_negocio: true, cliente_id: id }
  assertError(await book(salon.guest, { ...chosen, nombre: 'A' }), 'INSUFFICIENT_SCOPE')
  const { id: theirs } = dataOf(await neighbour.backend.post('/clientes/', { nombre: 'Otra' }), 201)
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva-2@example.com' })
  dataOf(await customer.delete('/cliente/perfil/'))
  for (const cliente_id of [theirs, customer.id, 987_654_321]) {
    assertError(await book(salon.backend, { ...chosen, cliente_id }), 'CUSTOMER_NOT_FOUND')
    const outside = { ...chosen, cliente_id, hora_inicio: '23:00' }
    assertError(await book(salon.backend, outside), 'CUSTOMER_NOT_FOUND')
  }
  const headers = { 'idempotency-key': 'elegida' }
  const first = dataOf(
    await salon.backend.post('/reservas/crear/', { ...visit, ...chosen }, headers),
    201,
  )
  const again = await salon.backend.post('/reservas/crear/', { ...visit, ...chosen }, headers)
  assert.equal(dataOf(again, 201).id, first.id)
})

test('D65: a member of staff limited to one agenda books for customers of that agenda', async () => {
  const { id } = await createCustomer()
  const ana: RequestContext = {
    ...(await staffOf(salon)),
    identity: {
      ...{
        kind: 'staff',
        staffId: 1,
        sessionId: 1,
        passkeyAt: null,
        device: 'personal',
        isOwner: false,
      },
      permissions: effectivePermissions('professional'),
      professionalId: salon.id('Ana'),
    },
  }
  const request = (startMinute: number) =>
    createBooking(ana, {
      ...{ serviceIds: [salon.id('Corte')], professionalId: salon.id('Ana'), lines: null },
      ...{ day: parseDate('2030-03-13') as number, startMinute, byBusiness: true },
      contact: { name: '', email: '', phone: null },
      ...{ customerId: id, language: 'es', notes: '', usePoints: false },
    })
  await assert.rejects(request(600), { code: 'CUSTOMER_NOT_FOUND' })
  await assert.rejects(customerCard(ana, id), { code: 'CUSTOMER_NOT_FOUND' })
  const visit = { cliente_id: id, por_negocio: true, date: '2030-03-13', nombre: null, email: null }
  dataOf(await salon.backend.book('Ana', '12:00', visit), 201)
  const { booking } = await request(600)
  assert.equal(booking.customerId, id)
  const { email, contactVisible, bookings } = await customerCard(ana, id)
  assert.deepEqual([email, contactVisible, bookings], ['', false, 2])
})

test('D65: a card shows who is limited to one agenda the visits in that agenda alone', async () => {
  const shared = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const { id } = dataOf(await shared.backend.post('/clientes/', { nombre: 'Lucía Prado' }), 201)
  const book = async (who: string, date: string) => {
    const visit = { cliente_id: id, por_negocio: true, nombre: null, email: null, date }
    return dataOf(await shared.backend.book(who, '10:00', visit), 201)
  }
  const visits = [await book('Ana', '2030-03-05'), await book('Bea', '2030-03-06')]
  await book('Bea', '2030-03-08')
  shared.setTime('2030-03-07T08:00')
  for (const visit of visits) dataOf(await shared.backend.post(`/reservas/${visit.id}/completar/`))
  shared.setTime('2030-03-04T08:00')
  const seenBy = async (who: Pick<SalonClient, 'get'>) => {
    const card = dataOf(await who.get(`/clientes/${id}/`))
    const [found] = dataOf(await who.get('/clientes/?q=lucia')).items
    const { visitas, proximas, proxima_visita, gasto_visitas, servicios } = card.historial
    return {
      totals: [card.reservas_totales, found.reservas_totales, visitas, proximas],
      hasNext: proxima_visita !== null,
      parts: gasto_visitas / visits[0].total,
      times: servicios[0].veces,
    }
  }
  const all = { totals: [3, 3, 2, 1], hasNext: true, parts: 2, times: 2 }
  assert.deepEqual(await seenBy(shared.backend), all)
  assert.deepEqual(await seenBy(await shared.staff('receptionist')), all)
  const own = { totals: [1, 1, 1, 0], hasNext: false, parts: 1, times: 1 }
  assert.deepEqual(await seenBy(await shared.staff('professional', { professional: 'Ana' })), own)
})

test('errors of a card name the field, and nothing is written', async () => {
  const post = (body: object) => salon.backend.post('/clientes/', body)
  assertInvalid(await post({}), 'nombre')
  assertInvalid(await post({ nombre: 'www.evil.com' }), 'nombre')
  assertInvalid(await post({ nombre: 'Ana', email: 'no', telefono: '12' }), 'email', 'telefono')
  assertInvalid(await post({ nombre: 'Ana', idioma: 'fr' }), 'idioma')
  assertInvalid(await post({ nombre: 'Ana', notas: 'x' }), 'notas')
  const { id } = await createCustomer()
  const put = (body: object) => salon.backend.put(`/clientes/${id}/`, body)
  assertInvalid(await put({ quitar: ['nombre'] }), 'quitar[0]')
  assertInvalid(await put({ quitar: ['telefono'], telefono: '612345678' }), 'telefono')
  assertInvalid(await put({ version: 0 }), 'version')
  assert.equal((await cardOf(id)).version, 1)
})

test('D74: a customer of another salon, an unknown and an erased one have no card', async () => {
  const { id } = await createCustomer()
  const { token, id: erased } = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  dataOf(await salon.guest.delete('/cliente/perfil/', { authorization: `Bearer ${token}` }))
  for (const [who, target] of [
    [neighbour.backend, id],
    [salon.backend, erased],
    [salon.backend, 'x'],
  ] as const) {
    assertError(await who.get(`/clientes/${target}/`), 'CUSTOMER_NOT_FOUND')
    assertError(await who.put(`/clientes/${target}/`, { nombre: 'Yo' }), 'CUSTOMER_NOT_FOUND')
  }
  assert.equal((await cardOf(id)).nombre, 'Lucía Prado')
})

test('the card is the same in GraphQL', async () => {
  const { id } = await createCustomer()
  const { data } = await queryGraphql(
    salon.backend,
    `{ ficha_cliente(id: ${id}) { nombre version historial { visitas servicios { veces } } } }`,
  )
  assert.deepEqual(data.ficha_cliente, {
    nombre: 'Lucía Prado',
    version: 1,
    historial: { visitas: 0, servicios: [] },
  })
})

test('D74: a customer who was blocked cannot book until they are unblocked; a second click changes nothing', async () => {
  const { id, email } = await createCustomer()
  const keyed = (key: string) => ({ 'idempotency-key': `${key}${id}` })
  const block = (by = salon) =>
    by.backend.post(`/clientes/${id}/bloquear/`, undefined, keyed('block'))
  const unblock = (by = salon) =>
    by.backend.post(`/clientes/${id}/desbloquear/`, undefined, keyed('unblock'))
  assert.equal(dataOf(await block()).bloqueado_en, salon.clock.now().toISOString())
  assertError(await salon.guest.book('Ana', '12:00', { email }), 'CUSTOMER_BLOCKED')
  assert.equal(dataOf(await unblock()).bloqueado_en, null)
  assert.equal(dataOf(await block()).bloqueado_en, null, 'the first click, again')
  dataOf(await salon.guest.book('Ana', '12:00', { email }), 201)
  const query = `mutation { bloquear_cliente(id: ${id}) { bloqueado_en } }`
  const { data } = await queryGraphql(salon.backend, query)
  assert.ok(data.bloquear_cliente.bloqueado_en)
  for (const call of [block, unblock]) assertError(await call(neighbour), 'CUSTOMER_NOT_FOUND')
})

test('D74: the salon gives and takes points with a reason, once per key and never below zero', async () => {
  const { id } = await createCustomer()
  const adjust = (puntos: unknown, motivo: unknown, key = `${puntos}`) =>
    salon.backend.post(
      `/clientes/${id}/puntos/`,
      { puntos, motivo },
      { 'idempotency-key': `${id}${key}` },
    )
  const given = dataOf(await adjust(30, ' Por las\n molestias '), 201)
  assert.deepEqual(
    [given.tipo, given.puntos, given.saldo_posterior, given.concepto],
    ['ajuste', 30, 30, 'Por las molestias'],
  )
  assert.deepEqual(dataOf(await adjust(30, ' Por las\n molestias '), 201), given)
  const refused = await adjust(-31, 'Canje')
  assertError(refused, 'BALANCE_TOO_LOW')
  assert.equal(refused.error.saldo, 30)
  assertInvalid(await adjust(0, 'Nada'), 'puntos')
  assertInvalid(await adjust(5, ' \n'), 'motivo')
  assertInvalid(await adjust(5, 'x'.repeat(501)), 'motivo')
  assertInvalid(await adjust('5', 'Texto'), 'puntos')
  assertInvalid(await adjust(1_000_001, 'Demasiado'), 'puntos')
  const query = `mutation { ajustar_puntos(id: ${id}, entrada: {puntos: -10, motivo: "Canje"}) { saldo_posterior } }`
  assert.equal((await queryGraphql(salon.backend, query)).data.ajustar_puntos.saldo_posterior, 20)
  assert.equal(dataOf(await salon.backend.get(`/clientes/${id}/`)).puntos_saldo, 20)
  assertError(
    await neighbour.backend.post(`/clientes/${id}/puntos/`, { puntos: 1, motivo: 'x' }),
    'CUSTOMER_NOT_FOUND',
  )
})
