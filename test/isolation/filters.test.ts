import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import {
  applySalon,
  bookingHistory,
  customerRecords,
  eraseCustomerAsStaff,
  findBooking,
  findCustomer,
  listBusinessBookings,
  listMails,
  operatorContext,
  retryMails,
  searchCustomers,
} from '@silla/core'
import { openDatabase, openPool } from '@silla/db'
import type { Code } from '../spec/contract/codes.ts'
import { openApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { connectTestAccount } from '../support/money.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { type SalonFixture, salonFileFor } from '../support/salon-fixture.ts'

// Filters without the policy: the API runs as the migrator here, for which the maintenance policy
// allows every row and which may enqueue jobs as the api role may. The filter of each statement
// alone must keep two salons apart.

let mine: TestSalon
let theirs: TestSalon
let guest: Client
let owner: Client

before(async () => {
  theirs = await openSalon({
    professionals: ['Zoe'],
    resources: { Lavabo: 1 },
    services: [{ name: 'Barba' }],
    closings: { '2030-03-10': null },
  })
  await connectTestAccount(theirs)
  mine = await openSalon({
    professionals: ['Ana'],
    services: [{ name: 'Corte' }],
    settings: { acceptsOnlinePayments: true },
    now: '2030-03-04T08:00',
  })
  const { urls } = await testDatabase()
  const jobs = await jobsDatabase()
  await jobs`grant usage on schema jobs to silla_owner`
  await jobs`grant execute on function jobs.enqueue to silla_owner`
  const api = await openApi(urls.migrator)
  atEnd(api.close)
  api.clock.set(mine.clock.now())
  guest = client(api.url, { 'x-api-key': mine.publishableKey })
  owner = client(api.url, { 'x-api-key': mine.secretKey })
})

test('the catalogue of one salon holds nothing of the other', async () => {
  const { data: services } = await guest.get('/servicios/')
  assert.deepEqual(
    services.servicios.map((service: { nombre: string }) => service.nombre),
    ['Corte'],
  )
  const { data: professionals } = await guest.get('/peluqueros/')
  assert.deepEqual(
    professionals.profesionales.map((one: { nombre: string }) => one.nombre),
    ['Ana'],
  )
  const { data: closings } = await guest.get('/negocio/festivos/')
  assert.deepEqual(closings.festivos, [])
  const { data: business } = await guest.get('/negocio/')
  assert.equal(business.nombre, mine.slug)
  assert.equal(business.estadisticas.servicios_count, 1)
  // theirs is the account that can charge
  assert.equal(business.configuracion.acepta_pagos_online, false)
})

test('what is booked at one salon takes no time of the other, and no place under its guests’ limits', async () => {
  for (const time of ['10:00', '11:00', '12:00', '13:00', '14:00']) {
    assert.equal((await theirs.guest.book('Zoe', time)).status, 201)
  }
  const before = await guest.get(`/disponibilidad/${mine.id('Ana')}/2030-03-04/`)
  assert.equal(
    before.data.slots.filter((slot: { disponible: boolean }) => !slot.disponible).length,
    0,
  )
  const booked = await guest.post('/reservas/crear/', {
    servicio_ids: [mine.id('Corte')],
    peluquero_id: mine.id('Ana'),
    fecha: '2030-03-04',
    hora_inicio: '10:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  })
  assert.equal(booked.status, 201, booked.text)
})

test('the reports of one salon count nothing of the other', async () => {
  const day = '2030-03-04'
  for (const report of ['citas', 'ausencias', 'clientes', 'servicios', 'ocupacion', 'caja']) {
    const path = `/informes/${report}/?desde=${day}&hasta=${day}`
    const [seen, alone] = [await owner.get(path), await mine.backend.get(path)]
    assert.deepEqual(dataOf(seen), dataOf(alone), report)
  }
  assert.notEqual(
    dataOf(await theirs.backend.get(`/informes/citas/?desde=${day}&hasta=${day}`)).total.citas,
    0,
  )
})

test('a code and an id of the other salon open and cancel nothing', async () => {
  const { data: booking } = await theirs.guest.book('Zoe', '17:00', { email: 'otra@example.com' })
  const byCode = await guest.get(`/reservas/codigo/${booking.codigo}/`)
  assert.equal(byCode.error.code, 'BOOKING_NOT_FOUND')
  for (const attempt of [
    await guest.post(`/reservas/${booking.id}/cancelar/`, { codigo: booking.codigo }),
    await owner.post(`/reservas/${booking.id}/cancelar/`),
  ]) {
    assert.equal(attempt.error.code, 'BOOKING_NOT_FOUND')
  }
  assert.equal(
    (await theirs.guest.get(`/reservas/codigo/${booking.codigo}/`)).data.estado,
    'confirmada',
  )
})

test('a booking of the other salon cannot be moved and opens no times, exactly like one that does not exist', async () => {
  const booked = await theirs.guest.book('Zoe', '16:00', { email: 'move@example.com' })
  const { id, codigo } = dataOf(booked, 201)
  const to = { fecha: '2030-03-05', hora_inicio: '10:00' }
  const proof = { 'x-reserva-codigo': codigo }
  const who = mine.id('Ana')
  const attempts: [string, (id: number) => Promise<ApiResponse>][] = [
    ['move by code', (id) => guest.post(`/reservas/${id}/reprogramar/`, { ...to, codigo })],
    ['move by the salon', (id) => owner.post(`/reservas/${id}/reprogramar/`, to)],
    [
      'try a move',
      (id) =>
        owner.post(
          `/reservas/${id}/reprogramar/`,
          { ...to, por_negocio: true },
          { 'x-simular': 'true' },
        ),
    ],
    [
      'day by code',
      (id) => guest.get(`/disponibilidad/${who}/${to.fecha}/?reserva_id=${id}`, proof),
    ],
    ['day by the salon', (id) => owner.get(`/disponibilidad/0/${to.fecha}/?reserva_id=${id}`)],
    [
      'days by code',
      (id) => guest.get(`/disponibilidad/dias/?peluquero_id=${who}&reserva_id=${id}`, proof),
    ],
    ['days by the salon', (id) => owner.get(`/disponibilidad/dias/?reserva_id=${id}`)],
  ]
  for (const [name, attempt] of attempts)
    await assertUnknown(name, 'BOOKING_NOT_FOUND', id, attempt)
  const shown = dataOf(await theirs.backend.get(`/reservas/${id}/`))
  assert.deepEqual([shown.hora_inicio, shown.version], ['16:00', 1])
})

test('a customer, a list, a move and a review reach nothing of the other salon', async () => {
  const who = { nombre: 'Eva', email: 'eva@example.com' }
  const [stranger, customer] = [await theirs.customer(who), await mine.customer(who)]
  const { data: booking } = await stranger.book('Zoe', '18:00')
  const authorization = `Bearer ${customer.token}`
  const { data: listed } = await guest.get('/cliente/reservas/', { authorization })
  assert.deepEqual([listed.reservas, listed.total, listed.proxima_reserva], [[], 0, null])
  const { data: all } = await owner.get('/reservas/?page_size=100')
  assert.ok(
    all.items.every(
      (item: { profesional: { nombre: string } }) => item.profesional.nombre === 'Ana',
    ),
  )
  mine.clock.set(new Date('2030-03-04T18:00:00Z'))
  for (const attempt of [
    await guest.get(`/reservas/${booking.id}/`, { 'x-reserva-codigo': booking.codigo }),
    await owner.get(`/reservas/${booking.id}/`),
    await owner.post(`/reservas/${booking.id}/completar/`),
    await owner.post(`/reservas/${booking.id}/reembolsar/`),
    await guest.post(`/reservas/${booking.id}/resena/`, { valoracion: 1, codigo: booking.codigo }),
  ]) {
    assert.equal(attempt.error.code, 'BOOKING_NOT_FOUND')
  }
})

test('a hold takes no time of the other salon, and nobody there extends, releases or books it', async () => {
  const visit = (salon: TestSalon, service: string, professional: string) => ({
    servicio_ids: [salon.id(service)],
    peluquero_id: salon.id(professional),
    fecha: '2030-03-07',
    hora_inicio: '10:00',
  })
  const held = await theirs.guest.post('/retenciones/', visit(theirs, 'Barba', 'Zoe'))
  assert.equal(held.status, 201, held.text)
  const { id, token } = held.data
  const body = visit(mine, 'Corte', 'Ana')
  for (const attempt of [
    await guest.post(`/retenciones/${id}/prolongar/`, { token }),
    await guest.delete(`/retenciones/${id}/`, { 'x-retencion-token': token }),
    await guest.post('/reservas/crear/', {
      ...body,
      nombre: 'Eva',
      email: 'eva@example.com',
      retencion: { id, token },
    }),
  ])
    assert.equal(attempt.error.code, 'HOLD_NOT_FOUND')
  const mineToo = await guest.post('/retenciones/', body)
  assert.equal(mineToo.status, 201, mineToo.text)
})

test('an entry of the waitlist of the other salon is neither seen, accepted nor withdrawn', async () => {
  const entryFor = (salon: TestSalon, service: string) => ({
    servicio_ids: [salon.id(service)],
    desde: '2030-03-08',
    hasta: '2030-03-08',
    nombre: 'Zafio',
    email: 'zafio@example.com',
  })
  const joined = await theirs.guest.post('/lista-espera/', entryFor(theirs, 'Barba'))
  assert.equal(joined.status, 201, joined.text)
  const { id, codigo } = joined.data
  const proof = { 'x-reserva-codigo': codigo }
  const attempts: [string, (id: number) => Promise<ApiResponse>][] = [
    ['read by code', (id) => guest.get(`/lista-espera/${id}/`, proof)],
    ['read by the salon', (id) => owner.get(`/lista-espera/${id}/`)],
    ['leave by code', (id) => guest.delete(`/lista-espera/${id}/`, proof)],
    ['leave by the salon', (id) => owner.delete(`/lista-espera/${id}/`)],
    ['accept by code', (id) => guest.post(`/lista-espera/${id}/aceptar/`, { codigo })],
    ['accept by the salon', (id) => owner.post(`/lista-espera/${id}/aceptar/`, {})],
    ['decline by code', (id) => guest.post(`/lista-espera/${id}/rechazar/`, { codigo })],
    ['decline by the salon', (id) => owner.post(`/lista-espera/${id}/rechazar/`, {})],
  ]
  for (const [name, attempt] of attempts)
    await assertUnknown(name, 'WAITLIST_NOT_FOUND', id, attempt)
  const { data: listed } = await owner.get('/lista-espera/')
  assert.deepEqual([listed.items, listed.pagination.total_items], [[], 0])
  // freed time here wakes nobody there
  const time = { desde: '2030-03-08T10:00', hasta: '2030-03-08T11:00', motivo: 'Curso' }
  const { data: block } = await owner.post('/bloqueos/', { peluquero_id: mine.id('Ana'), ...time })
  await owner.delete(`/bloqueos/${block.id}/`)
  const shown = await theirs.backend.get(`/lista-espera/${id}/`)
  assert.equal(shown.data.estado, 'esperando')
  for (const _ of [1, 2, 3]) {
    const mineToo = await guest.post('/lista-espera/', entryFor(mine, 'Corte'))
    assert.equal(mineToo.status, 201, mineToo.text)
  }
})

test('a block takes no time of the other salon, and nobody there sees or deletes it', async () => {
  const time = { desde: '2030-03-06T10:00', hasta: '2030-03-06T12:00', motivo: 'Curso' }
  const theirBlock = await theirs.backend.post('/bloqueos/', {
    peluquero_id: theirs.id('Zoe'),
    ...time,
  })
  assert.equal(theirBlock.status, 201, theirBlock.text)
  const { data: day } = await guest.get(`/disponibilidad/${mine.id('Ana')}/2030-03-06/`)
  assert.ok(day.slots.every((slot: { disponible: boolean }) => slot.disponible))
  const { data: listed } = await owner.get('/bloqueos/')
  assert.deepEqual([listed.items, listed.pagination.total_items], [[], 0])
  for (const [attempt, code] of [
    [await owner.delete(`/bloqueos/${theirBlock.data.id}/`), 'BLOCK_NOT_FOUND'],
    [
      await owner.post('/bloqueos/', { peluquero_id: theirs.id('Zoe'), ...time }),
      'PROFESSIONAL_NOT_FOUND',
    ],
    [await owner.post('/bloqueos/', { recurso: 'lavabo', ...time }), 'RESOURCE_NOT_FOUND'],
  ] as const)
    assert.equal(attempt.error.code, code)
  const mineToo = await owner.post('/bloqueos/', { peluquero_id: mine.id('Ana'), ...time })
  assert.equal(mineToo.status, 201, mineToo.text)
})

test('resources, needs and own terms of one salon are neither read nor changed through the other', async () => {
  const colour = (basins: number, price: number): SalonFixture => ({
    resources: { Lavabo: basins },
    services: [{ name: 'Color', phases: [20, 35, 15], needs: ['Lavabo'] }],
    professionals: [{ name: 'Ana', ownTerms: { Color: { priceCents: price } } }],
  })
  const [one, other] = [await openSalon(colour(2, 5000)), await openSalon(colour(3, 7000))]
  const { urls, witness } = await testDatabase()
  const api = await openApi(urls.migrator)
  api.clock.set(one.clock.now())
  const shown = async (salon: TestSalon) => {
    const reader = client(api.url, { 'x-api-key': salon.publishableKey })
    const { data } = await reader.get(`/servicios/${salon.id('Color')}/`)
    const { data: ana } = await reader.get(`/peluqueros/${salon.id('Ana')}/`)
    return [data.recursos, ana.servicios[0].precio]
  }
  const units = ({ businessId }: TestSalon) => witness`
    select unit.number, unit.active, count(need.id)::int as needs
    from resource_units unit
    left join service_resource_types need
      on need.business_id = unit.business_id and need.resource_type_id = unit.resource_type_id
    where unit.business_id = ${businessId} group by unit.number, unit.active order by unit.number`
  const admin = openPool({ url: urls.migrator, max: 1, name: 'silla-test-staff' })
  try {
    const before = await units(other)
    await applySalon(admin, salonFileFor(one.slug, colour(1, 4000)), { clock: one.clock })
    assert.deepEqual(
      (await units(one)).map(({ active }) => active),
      [true, false],
    )
    assert.deepEqual([...(await units(other))], [...before])
    assert.deepEqual(await shown(one), [['Lavabo'], 40])
    assert.deepEqual(await shown(other), [['Lavabo'], 70])
  } finally {
    await Promise.all([admin.end({ timeout: 1 }), api.close()])
  }
})

test('staff commands at one salon do not touch the other', async () => {
  const { urls } = await testDatabase()
  const admin = openPool({ url: urls.migrator, max: 1, name: 'silla-test-staff' })
  const database = openDatabase({ url: urls.migrator, name: 'silla-test-staff' })
  const staff = await operatorContext({ admin, database, clock: mine.clock }, mine.slug, {
    action: 'test.try',
    detail: {},
  })
  const { data: booking } = await theirs.guest.book('Zoe', '19:00', {
    nombre: 'Zacarías',
    email: 'z@example.com',
  })
  const { witness } = await testDatabase()
  const [email] = await witness`
    update mails set state = 'failed' where business_id = ${theirs.businessId} and to_email = 'z@example.com' returning id`
  try {
    const { bookings } = await listBusinessBookings(staff, {
      ...every,
      customerId: booking.cliente.id,
    })
    assert.deepEqual([bookings, await bookingHistory(staff, booking.id)], [[], []])
    assert.deepEqual(await searchCustomers(staff, { text: 'zacar', ...page }), {
      customers: [],
      total: 0,
    })
    const { bookings: theirBookings, ...others } = await customerRecords(
      staff,
      booking.cliente.id,
      null,
    )
    assert.deepEqual([theirBookings, Object.values(others).flat()], [[], []])
    await assert.rejects(findCustomer(staff, 'z@example.com'), /has no customer/)
    await assert.rejects(findCustomer(staff, String(booking.cliente.id)), /has no customer/)
    await assert.rejects(findBooking(staff, booking.codigo), { code: 'BOOKING_NOT_FOUND' })
    await assert.rejects(eraseCustomerAsStaff(staff, booking.cliente.id), /has no customer/)
    await assert.rejects(retryMails(staff, email?.id), /has no email/)
    await assert.rejects(retryMails(staff, null), /No email/)
    const emails = { to: 'z@example.com', ...page }
    assert.deepEqual(await listMails(admin, mine.slug, emails), { mails: [], total: 0 })
  } finally {
    await Promise.all([admin.end({ timeout: 1 }), database.close()])
  }
})

const page = { offset: 0, limit: 100 }
const every = {
  from: null,
  to: null,
  state: null,
  professionalId: null,
  earliestFirst: true,
  ...page,
}

/** Fails unless a record of the other salon is answered byte for byte as one that does not exist. */
async function assertUnknown(
  name: string,
  code: Code,
  id: number,
  attempt: (id: number) => Promise<ApiResponse>,
) {
  const [answer, unknown] = [await attempt(id), await attempt(987_654_321)]
  assertError(unknown, code)
  assert.deepEqual([answer.status, answer.text], [unknown.status, unknown.text], name)
}

test('every statement on a tenant table in the source names the business', async () => {
  const { witness } = await testDatabase()
  const rows = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const touchesTenant = new RegExp(
    `\\b(from|join|update|into|using)\\s+(app\\.)?(${rows.map((row) => row.name).join('|')})\\b`,
    'i',
  )
  const offenders: string[] = []
  for (const file of globSync('{db/src/queries/**/*.ts,db/functions/*.sql}')) {
    for (const statement of statementsOf(file)) {
      if (touchesTenant.test(statement) && !/business_id/.test(statement))
        offenders.push(`${file}: ${statement.slice(0, 80)}`)
      if (/select \*/i.test(statement)) offenders.push(`${file}: select *`)
    }
  }
  assert.deepEqual(
    offenders,
    [],
    'name the business in its where: the filter is the route, the policy only the net',
  )
})

const statementsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.sql')
    ? text.split(';')
    : [...text.matchAll(/`([^`]*)`/g)].map((match) => match[1] ?? '')
}
