import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listJobs } from '@silla/core'
import { dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { runJobs } from '../../support/jobs.ts'
import { openRandom } from '../../support/random.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const now = '2030-03-04T08:00'

/** Holds a time today, by default for the first service. */
const hold = (
  salon: TestSalon,
  professional: string,
  time: string,
  { who = salon.guest, ...body }: { who?: SalonClient; [field: string]: unknown } = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  who.post(
    '/retenciones/',
    {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id(professional),
      fecha: salon.today,
      hora_inicio: time,
      ...body,
    },
    headers,
  )

const proofOf = ({ data: { id, token } }: ApiResponse) => ({ id, token })

const release = (salon: TestSalon, { data }: ApiResponse, token = data.token) =>
  salon.guest.delete(`/retenciones/${data.id}/`, { 'x-retencion-token': token })

const extend = (salon: TestSalon, { data }: ApiResponse, token = data.token) =>
  salon.guest.post(`/retenciones/${data.id}/prolongar/`, { token })

const codeOf = ({ status, error, data }: ApiResponse) =>
  status < 300 ? `${status} ${data.estado ?? ''}`.trim() : error.code

test('D36: a hold keeps its time for ten minutes, as the list of slots shows, and becomes a booking', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    services: [{ name: 'Corte', minutes: 30, priceCents: 2000, offerPriceCents: 1500 }],
    now,
  })
  const held = await hold(salon, 'Ana', '10:00')
  assert.equal(held.status, 201, held.text)
  const { id, token, ...rest } = held.data
  assert.match(token, /^[\w-]{43}$/)
  assert.deepEqual(rest, {
    expira_en: '2030-03-04T07:10:00.000Z',
    fecha: '2030-03-04',
    hora_inicio: '10:00',
    hora_fin: '10:30',
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    servicios: [
      {
        id: salon.id('Corte'),
        nombre: 'Corte',
        precio: 20,
        duracion_minutos: 30,
        profesional: { id: salon.id('Ana'), nombre: 'Ana' },
        hora_inicio: '10:00',
        hora_fin: '10:30',
      },
    ],
    subtotal: 20,
    descuento: 5,
    total: 15,
    a_pagar_ahora: 0,
    senal: null,
    garantia: null,
    resto: 15,
    pago_requerido: false,
    moneda: 'EUR',
  })
  const slots = await salon.guest.listSlots('Ana')
  assert.deepEqual(
    slots.filter((slot) => slot.endsWith('ocupado')),
    ['09:45 ocupado', '10:00 ocupado', '10:15 ocupado'],
  )
  const other = await salon.guest.book('Ana', '10:00', { email: 'otra@example.com' })
  assert.equal(other.error.code, 'SLOT_NOT_AVAILABLE')

  const booked = await salon.guest.book('Ana', '10:00', { retencion: { id, token } })
  assert.equal(booked.status, 201, booked.text)
  assert.deepEqual(
    [booked.data.hora_inicio, booked.data.total, booked.data.estado],
    ['10:00', 15, 'confirmada'],
  )
  assert.deepEqual(
    (await claimsOf(salon)).map(({ kind, ownerId, expiresAt }) => [kind, ownerId, expiresAt]),
    [['booking', booked.data.id, null]],
  )
})

test('D36: an expired hold is free for the next caller at once, without a worker', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const held = await hold(salon, 'Ana', '10:00')
  salon.setTime('2030-03-04T08:10')
  assert.ok((await salon.guest.listSlots('Ana')).includes('10:00'))
  const other = await salon.guest.book('Ana', '10:00', { email: 'otra@example.com' })
  assert.equal(other.status, 201, other.text)
  const late = await salon.guest.book('Ana', '10:00', { retencion: proofOf(held) })
  assert.equal(late.error.code, 'SLOT_NOT_AVAILABLE')
  assert.equal(late.error.alternativas.length, 3)
})

test('D36: with an expired or a released hold the time is booked if it is still free', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const expired = await hold(salon, 'Ana', '10:00')
  const released = await hold(salon, 'Ana', '12:00')
  assert.equal(codeOf(await release(salon, released)), '200 liberada')
  salon.setTime('2030-03-04T08:10')
  for (const [time, one] of [
    ['10:00', expired],
    ['12:00', released],
  ] as const) {
    const booked = await salon.guest.book('Ana', time, { retencion: proofOf(one) })
    assert.equal(booked.status, 201, booked.text)
  }
  await assertNoClaimsOfHolds(salon)
})

test('D36: a hold that has expired, or was released, becomes one booking at most', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now })
  const anyone = { peluquero_id: 0 }
  const expired = await hold(salon, 'Ana', '10:00', anyone)
  const released = await hold(salon, 'Ana', '12:00', anyone)
  const forgotten = await hold(salon, 'Ana', '14:00', anyone)
  assert.equal(codeOf(await release(salon, released)), '200 liberada')
  salon.setTime('2030-03-04T08:10')
  const bookWith = (time: string, one: ApiResponse, guest: number) =>
    salon.guest.book('Ana', time, {
      ...anyone,
      retencion: proofOf(one),
      email: `guest-${guest}@example.com`,
    })
  for (const [time, one] of [
    ['10:00', expired],
    ['12:00', released],
  ] as const) {
    const answers = await Promise.all([1, 2, 3].map((guest) => bookWith(time, one, guest)))
    assert.deepEqual(answers.map(codeOf).toSorted(), [
      '201 confirmada',
      'HOLD_ALREADY_BOOKED',
      'HOLD_ALREADY_BOOKED',
    ])
    assert.equal(codeOf(await bookWith(time, one, 4)), 'HOLD_ALREADY_BOOKED')
    const other = await salon.guest.book('Ana', time, { ...anyone, email: 'other@example.com' })
    assert.equal(other.status, 201, 'somebody else can book the second professional')
  }
  const { witness } = await testDatabase()
  await witness`delete from holds where business_id = ${salon.businessId}`
  assert.equal(codeOf(await bookWith('14:00', forgotten, 5)), 'HOLD_NOT_FOUND')
})

test('D36: a hold is extended once, by ten minutes, while it is live', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const held = await hold(salon, 'Ana', '10:00')
  salon.setTime('2030-03-04T08:09')
  const extended = await extend(salon, held)
  assert.deepEqual(extended.data, { ...held.data, expira_en: '2030-03-04T07:20:00.000Z' })
  assert.equal(codeOf(await extend(salon, held)), 'HOLD_NOT_EXTENDABLE')
  salon.setTime('2030-03-04T08:19')
  const other = await salon.guest.book('Ana', '10:00', { email: 'otra@example.com' })
  assert.equal(other.error.code, 'SLOT_NOT_AVAILABLE')
  salon.setTime('2030-03-04T08:20')
  assert.equal(codeOf(await extend(salon, held)), 'HOLD_EXPIRED')
  assert.ok((await salon.guest.listSlots('Ana')).includes('10:00'))
})

test('D36: releasing a hold frees its time, and can be repeated', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const held = await hold(salon, 'Ana', '10:00')
  assert.equal(codeOf(await release(salon, held)), '200 liberada')
  await assertNoClaimsOfHolds(salon)
  const again = await release(salon, held)
  assert.deepEqual(again.data, { id: held.data.id, estado: 'liberada' })
  assert.equal(codeOf(await extend(salon, held)), 'HOLD_EXPIRED')
})

test('D36: a hold that has become a booking cannot be released, extended or booked again', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const held = await hold(salon, 'Ana', '10:00')
  const key = { 'idempotency-key': 'clic' }
  const body = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    hora_inicio: '10:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
    retencion: proofOf(held),
  }
  const booked = await salon.guest.post('/reservas/crear/', body, key)
  assert.equal(booked.status, 201, booked.text)
  const replayed = await salon.guest.post('/reservas/crear/', body, key)
  assert.deepEqual([replayed.status, replayed.data.id], [201, booked.data.id])
  await assertWritesNothing(salon, async () => {
    assert.equal(codeOf(await salon.guest.post('/reservas/crear/', body)), 'HOLD_ALREADY_BOOKED')
    assert.equal(codeOf(await release(salon, held)), 'HOLD_ALREADY_BOOKED')
    assert.equal(codeOf(await extend(salon, held)), 'HOLD_ALREADY_BOOKED')
  })
})

test('D36: a hold is not found with another token, and at another salon', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const held = await hold(salon, 'Ana', '10:00')
  const other = await hold(salon, 'Ana', '11:00')
  const stranger = await openSalon({ professionals: ['Ana'], now })
  await assertWritesNothing(salon, async () => {
    for (const attempt of [
      await release(salon, held, other.data.token),
      await release(salon, held, ''),
      await release(stranger, held),
      await extend(salon, held, other.data.token),
      await extend(stranger, held),
      await salon.guest.delete(`/retenciones/${held.data.id}/`),
      await salon.guest.delete('/retenciones/abc/', { 'x-retencion-token': held.data.token }),
      await salon.guest.book('Ana', '10:00', {
        retencion: { id: held.data.id, token: other.data.token },
      }),
      await stranger.guest.book('Ana', '10:00', { retencion: proofOf(held) }),
    ])
      assert.deepEqual([attempt.status, attempt.error.code], [404, 'HOLD_NOT_FOUND'])
  })
})

test('D36: other services, another professional or another time than held are refused', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Bea'],
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Barba', minutes: 30 },
    ],
    now,
  })
  const retencion = proofOf(await hold(salon, 'Ana', '10:00'))
  await assertWritesNothing(salon, async () => {
    for (const attempt of [
      await salon.guest.book('Ana', '10:00', { services: ['Barba'], retencion }),
      await salon.guest.book('Ana', '10:00', { services: ['Corte', 'Barba'], retencion }),
      await salon.guest.book('Bea', '10:00', { retencion }),
      await salon.guest.book('Ana', '10:15', { retencion }),
      await salon.guest.book('Ana', '10:00', { date: '2030-03-05', retencion }),
    ])
      assert.equal(codeOf(attempt), 'HOLD_MISMATCH')
  })
  assert.equal((await salon.guest.book('Ana', '10:00', { retencion })).status, 201)
})

test('D36: a live hold keeps its price, its minutes, the notice and the last day', async () => {
  const fixture = {
    professionals: ['Ana'],
    services: [{ name: 'Corte', minutes: 30, priceCents: 2000 }],
    settings: { noticeMinutes: 60 },
  }
  const salon = await openSalon({ ...fixture, now: '2030-03-04T09:00' })
  const held = await hold(salon, 'Ana', '10:00')
  assert.equal(held.status, 201, held.text)
  salon.setTime('2030-03-04T09:05')
  await salon.apply({
    ...fixture,
    services: [{ name: 'Corte', minutes: 60, priceCents: 3500 }],
    settings: { noticeMinutes: 600, slotIntervalMinutes: 30 },
  })
  assert.equal(codeOf(await salon.guest.book('Ana', '10:00')), 'TOO_SOON')
  const booked = await salon.guest.book('Ana', '10:00', { retencion: proofOf(held) })
  assert.equal(booked.status, 201, booked.text)
  assert.deepEqual([booked.data.total, booked.data.hora_fin], [20, '10:30'])
})

test('D36: after a hold has expired the notice applies again', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    settings: { noticeMinutes: 60 },
    now: '2030-03-04T09:00',
  })
  const held = await hold(salon, 'Ana', '10:00')
  salon.setTime('2030-03-04T09:10')
  const late = await salon.guest.book('Ana', '10:00', { retencion: proofOf(held) })
  assert.equal(codeOf(late), 'TOO_SOON')
})

test('D36: a closing and a shift of now apply to a live hold', async () => {
  const fixture = { professionals: ['Ana'], services: [{ name: 'Corte' }] }
  const salon = await openSalon({ ...fixture, now })
  const held = await hold(salon, 'Ana', '10:00')
  await salon.apply({ ...fixture, closings: { [salon.today]: null } })
  const attempt = await salon.guest.book('Ana', '10:00', { retencion: proofOf(held) })
  assert.equal(codeOf(attempt), 'BUSINESS_CLOSED')
})

test('D36: a live hold for anyone cannot be booked with who has left or gave up the service, nor in a unit that is gone', async () => {
  const fixture = {
    professionals: ['Ana', { name: 'Bea', services: ['Peinado'] }],
    services: [{ name: 'Corte', needs: ['Lavabo'] }, { name: 'Peinado' }],
    resources: { Lavabo: 2 },
  }
  const bea = { name: 'Bea' }
  const changes: [string, SalonFixture][] = [
    ['PROFESSIONAL_NOT_AVAILABLE', { ...fixture, professionals: [bea] }],
    [
      'PROFESSIONAL_NOT_AVAILABLE',
      { ...fixture, professionals: [{ name: 'Ana', services: ['Peinado'] }, bea] },
    ],
    ['SLOT_NOT_AVAILABLE', { ...fixture, resources: { Lavabo: 1 } }],
  ]
  for (const [code, changed] of changes) {
    const salon = await openSalon({ ...fixture, now })
    if (code === 'SLOT_NOT_AVAILABLE') {
      const byBea = [{ name: 'Bea', services: ['Corte'] }, 'Ana']
      await salon.apply({ ...fixture, professionals: byBea })
      dataOf(await salon.guest.book('Bea', '10:00'), 201)
      await salon.apply(fixture)
    }
    const anyone = { peluquero_id: 0 }
    const held = await hold(salon, 'Ana', '10:00', anyone)
    assert.equal(held.data.profesional.nombre, 'Ana')
    await salon.apply(changed)
    const attempt = await salon.guest.book('Ana', '10:00', { ...anyone, retencion: proofOf(held) })
    assert.equal(codeOf(attempt), code)
  }
})

test('D36: holding is refused as booking is, in the same order, without what concerns the customer', async () => {
  const salon = await openSalon({
    professionals: ['Ana', { name: 'Bea', services: [] }],
    services: [{ name: 'Corte' }, { name: 'Tinte', bookableOnline: false }],
    settings: { phoneRequired: true, horizonDays: 30, noticeMinutes: 90 },
    closings: { '2030-03-05': null },
    now: '2030-03-04T09:00',
  })
  const cases: [string, Record<string, unknown>][] = [
    ['VALIDATION_ERROR', { fecha: '2030-02-30', nombre: 'Eva' }],
    ['INVALID_DATE', { fecha: '2030-02-30', hora_inicio: '99:00' }],
    ['INVALID_TIME', { hora_inicio: '99:00', servicio_ids: [1] }],
    ['DATE_IN_PAST', { fecha: '2030-03-03', servicio_ids: [1] }],
    ['DATE_TOO_FAR', { fecha: '2031-03-04', servicio_ids: [1] }],
    ['SERVICE_NOT_FOUND', { servicio_ids: [1], peluquero_id: 1 }],
    ['SERVICE_NOT_BOOKABLE', { servicio_ids: [salon.id('Tinte')], peluquero_id: 1 }],
    ['PROFESSIONAL_NOT_FOUND', { peluquero_id: 987_654_321 }],
    ['SERVICE_NOT_OFFERED', { peluquero_id: salon.id('Bea') }],
    ['TOO_SOON', { hora_inicio: '10:00' }],
    ['BUSINESS_CLOSED', { fecha: '2030-03-05', hora_inicio: '10:00' }],
    ['SLOT_NOT_AVAILABLE', { hora_inicio: '12:07' }],
    ['INSUFFICIENT_SCOPE', { por_negocio: true }],
  ]
  await assertWritesNothing(salon, async () => {
    for (const [code, body] of cases)
      assert.equal(codeOf(await hold(salon, 'Ana', '12:00', body)), code)
  })
  assert.equal((await hold(salon, 'Ana', '12:00')).status, 201)
})

test('D36: a repeated request under its key gets the same hold and the same token', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const key = { 'idempotency-key': 'retener' }
  const first = await hold(salon, 'Ana', '10:00', {}, key)
  const second = await hold(salon, 'Ana', '10:00', {}, key)
  assert.deepEqual([second.status, second.data], [201, first.data])
  const { witness } = await testDatabase()
  const [stored] = await witness<{ answer: string }[]>`
    select answer::text from idempotency_keys where business_id = ${salon.businessId}`
  assert.ok(!stored?.answer.includes(first.data.token), 'the token is not stored')
  const reused = await hold(salon, 'Ana', '11:00', {}, key)
  assert.equal(codeOf(reused), 'IDEMPOTENCY_KEY_REUSED')
})

test('D36: a hold for anyone takes a person who is free, and accepts anyone or that person', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Eva'], now })
  const holds = []
  for (let index = 0; index < 3; index++)
    holds.push(dataOf(await hold(salon, 'Ana', '10:00', { peluquero_id: 0 }), 201))
  const names = holds.map(({ profesional }) => profesional.nombre)
  assert.deepEqual(names.toSorted(), ['Ana', 'Bea', 'Eva'])
  const fourth = await hold(salon, 'Ana', '10:00', { peluquero_id: 0 })
  assert.equal(codeOf(fourth), 'SLOT_NOT_AVAILABLE')

  const [first, second, third] = holds.map(({ id, token }) => ({ id, token }))
  const anyone = await salon.guest.book('Ana', '10:00', { peluquero_id: 0, retencion: first })
  assert.equal(anyone.data.profesional.nombre, names[0], anyone.text)
  assert.equal(anyone.data.asignado_por, 'sistema')
  const stranger = names[2] as string
  const mismatch = await salon.guest.book(stranger, '10:00', { retencion: second })
  assert.equal(codeOf(mismatch), 'HOLD_MISMATCH')
  const assigned = await salon.guest.book(names[1] as string, '10:00', { retencion: second })
  assert.equal(assigned.data.profesional?.nombre, names[1], assigned.text)
  const without = { peluquero_id: undefined, retencion: third }
  assert.equal((await salon.guest.book('Ana', '10:00', without)).status, 201)

  const chosen = proofOf(await hold(salon, 'Ana', '12:00'))
  const open = await salon.guest.book('Ana', '12:00', { peluquero_id: 0, retencion: chosen })
  assert.equal(codeOf(open), 'HOLD_MISMATCH')
})

test('D36: several people and places are held and booked together', async () => {
  const salon = await openSalon({
    resources: { Lavabo: 2 },
    services: [
      { name: 'Tinte', phases: [20, 35, 15], needs: ['Lavabo'] },
      { name: 'Corte', minutes: 30 },
    ],
    professionals: [
      { name: 'Ana', services: ['Tinte'] },
      { name: 'Bea', services: ['Corte', 'Tinte'] },
      { name: 'Eva', services: ['Corte', 'Tinte'] },
    ],
    now,
  })
  const lineas = [
    { servicio_id: salon.id('Tinte'), peluquero_id: salon.id('Ana') },
    { servicio_id: salon.id('Corte'), peluquero_id: 0 },
  ]
  const visit = { fecha: salon.today, hora_inicio: '10:00', lineas }
  const held = dataOf(await salon.guest.post('/retenciones/', visit), 201)
  assert.deepEqual(
    held.servicios.map((one: { hora_inicio: string }) => one.hora_inicio),
    ['10:00', '11:10'],
  )
  // Bea and Eva are free at 10:00, but there are only two basins
  const tinte = { servicio_ids: [salon.id('Tinte')] }
  const second = await hold(salon, 'Eva', '10:00', tinte)
  assert.equal(second.status, 201, second.text)
  assert.equal(codeOf(await hold(salon, 'Bea', '10:00', tinte)), 'SLOT_NOT_AVAILABLE')

  const before = await claimsOf(salon)
  const contact = { nombre: 'Eva Gil', email: 'eva@example.com' }
  const retencion = { id: held.id, token: held.token }
  const [first, last] = lineas
  const turned = { ...visit, ...contact, lineas: [last, first], retencion }
  assert.equal(codeOf(await salon.guest.post('/reservas/crear/', turned)), 'HOLD_MISMATCH')
  const body = { ...visit, ...contact, retencion }
  const booked = await salon.guest.post('/reservas/crear/', body)
  assert.equal(booked.status, 201, booked.text)
  assert.deepEqual(booked.data.servicios, held.servicios)
  const timesOf = (claims: Record<string, unknown>[], kind: string, ownerId: number) =>
    claims
      .filter((claim) => claim.kind === kind && claim.ownerId === ownerId)
      .map(({ resourceId, startsAt, endsAt }) => ({ resourceId, startsAt, endsAt }))
  assert.deepEqual(
    timesOf(await claimsOf(salon), 'booking', booked.data.id),
    timesOf(before, 'hold', held.id),
  )
})

test('D36: a time can be held exactly when it is offered, around bookings and other holds', async () => {
  const salon = await openSalon({
    timezone: 'Europe/Madrid',
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Tinte', phases: [20, 35, 15], bufferMinutes: 15 },
    ],
    professionals: ['Ana', { name: 'Bea', shifts: { 7: ['09:00-12:10', '16:00-20:00'] } }],
    hours: '09:00-20:00',
    // the clocks change on the 31st
    now: '2030-03-29T08:00',
  })
  const random = openRandom(36)
  const fecha = '2030-03-31'
  const people = [0, salon.id('Ana'), salon.id('Bea')]
  const services = [salon.id('Corte'), salon.id('Tinte')]
  let minutes = 0
  for (let round = 0; round < 12; round++) {
    salon.clock.set(new Date(Date.parse('2030-03-29T07:00:00Z') + minutes * 60_000))
    const visit = {
      peluquero_id: random.pick(people),
      servicio_ids: [random.pick(services)],
      fecha,
    }
    const path = `/disponibilidad/${visit.peluquero_id}/${fecha}/?servicio_id=${visit.servicio_ids}`
    const slots: { hora_inicio: string; disponible: boolean }[] = dataOf(
      await salon.guest.get(path),
    ).slots
    for (const { hora_inicio, disponible } of slots.filter(() => random.chance(0.2))) {
      const tried = await hold(salon, 'Ana', hora_inicio, visit)
      assert.equal(codeOf(tried), disponible ? '201' : 'SLOT_NOT_AVAILABLE', hora_inicio)
      if (disponible) dataOf(await release(salon, tried))
    }
    // one of them is kept, for some minutes or as a booking
    const { hora_inicio } = random.pick(slots.filter(({ disponible }) => disponible))
    const kept = await hold(salon, 'Ana', hora_inicio, visit)
    assert.equal(kept.status, 201, kept.text)
    const guest = { nombre: 'Eva', email: `guest${round}@example.com` }
    const body = { ...visit, hora_inicio, ...guest, retencion: proofOf(kept) }
    if (random.chance(0.5)) dataOf(await salon.guest.post('/reservas/crear/', body), 201)
    minutes += random.integer(0, 4)
  }
})

test('D36: over GraphQL tokens are arguments', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now })
  const visit = `servicio_ids: [${salon.id('Corte')}], peluquero_id: ${salon.id('Ana')},
    fecha: "2030-03-04", hora_inicio: "10:00"`
  const fields = 'id token expira_en total'
  const created = await queryGraphql(
    salon.guest,
    `mutation { crear_retencion(entrada: { ${visit} }) { ${fields} } }`,
  )
  const { id, token } = created.data.crear_retencion
  const proof = `id: ${id}, token: "${token}"`
  const extended = await queryGraphql(
    salon.guest,
    `mutation { prolongar_retencion(${proof}) { ${fields} } }`,
  )
  assert.deepEqual(extended.data.prolongar_retencion, {
    ...created.data.crear_retencion,
    expira_en: '2030-03-04T07:20:00.000Z',
  })
  const booked = await queryGraphql(
    salon.guest,
    `mutation { crear_reserva(entrada: { ${visit}, nombre: "Eva", email: "eva@example.com",
      retencion: { ${proof} } }) { hora_inicio } }`,
  )
  assert.equal(booked.data.crear_reserva.hora_inicio, '10:00', booked.text)
  const second = await hold(salon, 'Ana', '12:00')
  const released = await queryGraphql(
    salon.guest,
    `mutation { liberar_retencion(id: ${second.data.id}, token: "${second.data.token}") { estado } }`,
  )
  assert.deepEqual(released.data, { liberar_retencion: { estado: 'liberada' } })
  await assertNoClaimsOfHolds(salon)
})

const claimsOf = async ({ businessId }: TestSalon) => {
  const { witness } = await testDatabase()
  return [
    ...(await witness<Record<string, unknown>[]>`
      select resource_id, starts_at, ends_at, kind, owner_id, expires_at from claims
      where business_id = ${businessId} order by resource_id, starts_at`),
  ].map((row) => ({ ...row }))
}

async function assertNoClaimsOfHolds(salon: TestSalon) {
  const claims = await claimsOf(salon)
  assert.deepEqual(
    claims.filter(({ kind }) => kind === 'hold'),
    [],
  )
}

test('the claims of expired holds are deleted within minutes, by one job of the salon', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'], now })
  const { admin, witness } = await testDatabase()
  const claimed = async () => {
    const rows = await witness<{ startsAt: Date }[]>`
      select starts_at from app.claims where business_id = ${salon.businessId} order by starts_at`
    return rows.map(({ startsAt }) => startsAt.toISOString().slice(11, 16))
  }
  const jobs = async () => {
    const all = { slug: salon.slug, onlyDead: false, offset: 0, limit: 100 }
    const listed = await listJobs(admin, all)
    return listed.jobs.filter(({ task }) => task === 'delete-expired-claims').length
  }
  await hold(salon, 'Ana', '10:00')
  await hold(salon, 'Luis', '10:30')
  await runJobs(salon)
  assert.deepEqual([await jobs(), await claimed()], [1, ['09:00', '09:30']])
  salon.setTime('2030-03-04T08:09')
  await hold(salon, 'Ana', '11:00')
  salon.setTime('2030-03-04T08:15')
  await runJobs(salon)
  assert.deepEqual([await jobs(), await claimed()], [1, ['10:00']], 'one still lives')
  salon.setTime('2030-03-04T08:20')
  await runJobs(salon)
  assert.deepEqual([await jobs(), await claimed()], [0, []])
  salon.setTime('2030-03-04T09:00')
  await hold(salon, 'Ana', '11:00')
  await runJobs(salon)
  assert.equal(await jobs(), 1, 'the next hold begins again')
})

test('the claims of a hold that follows a booked one are deleted within minutes, too', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'], now })
  await hold(salon, 'Ana', '10:00')
  salon.setTime('2030-03-04T08:14')
  const held = await hold(salon, 'Luis', '10:30')
  dataOf(await salon.guest.book('Luis', '10:30', { retencion: proofOf(held) }), 201)
  salon.setTime('2030-03-04T08:15')
  await runJobs(salon)
  await assertNoClaimsOfHolds(salon)
  salon.setTime('2030-03-04T08:16')
  await hold(salon, 'Ana', '11:00')
  salon.setTime('2030-03-04T08:31')
  await runJobs(salon)
  await assertNoClaimsOfHolds(salon)
})
