import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const input = (salon: TestSalon, more: object = {}) => ({
  peluquero_id: salon.id('Ana'),
  desde: '2030-03-04T16:00',
  hasta: '2030-03-04T18:30',
  motivo: 'Curso de color',
  ...more,
})

const block = (salon: TestSalon, more: object = {}, key?: string, who = salon.backend) =>
  who.post('/bloqueos/', input(salon, more), key ? { 'idempotency-key': key } : {})

const reasonAt = async (who: SalonClient, time: string, day?: string) =>
  (await who.listSlots('Ana', day)).find((slot) => slot.startsWith(time))

const claimsOf = async ({ businessId }: TestSalon, kind = 'block') => {
  const { witness } = await testDatabase()
  const claims = await witness<{ startsAt: Date; endsAt: Date }[]>`
    select starts_at, ends_at from claims
    where business_id = ${businessId} and kind = ${kind} order by starts_at`
  return [...claims]
}

test('D41: blocked time cannot be booked, and is free again when the block is deleted', async () => {
  const salon = await openSalon()
  const created = dataOf(await block(salon), 201)
  assert.deepEqual(created, {
    id: created.id,
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    recurso: null,
    unidad: null,
    desde: '2030-03-04T16:00',
    hasta: '2030-03-04T18:30',
    inicio: '2030-03-04T15:00:00.000Z',
    fin: '2030-03-04T17:30:00.000Z',
    motivo: 'Curso de color',
    created_at: '2030-03-04T07:00:00.000Z',
  })
  assert.deepEqual(dataOf(await salon.backend.get('/bloqueos/')).items, [created])
  assert.deepEqual(
    [
      await reasonAt(salon.guest, '15:30'),
      await reasonAt(salon.guest, '15:45'),
      await reasonAt(salon.guest, '18:15'),
      await reasonAt(salon.guest, '18:30'),
    ],
    ['15:30', '15:45 ocupado', '18:15 ocupado', '18:30'],
  )
  assertError(await salon.guest.book('Ana', '16:00'), 'SLOT_NOT_AVAILABLE')
  assertError(await salon.backend.book('Ana', '18:00', { por_negocio: true }), 'SLOT_NOT_AVAILABLE')

  const deleted = dataOf(await salon.backend.delete(`/bloqueos/${created.id}/`))
  assert.deepEqual(deleted, { id: created.id, borrado_en: '2030-03-04T07:00:00.000Z' })
  assert.equal(await reasonAt(salon.guest, '16:00'), '16:00')
  dataOf(await salon.guest.book('Ana', '16:00'), 201)
  assertError(await salon.backend.delete(`/bloqueos/${created.id}/`), 'BLOCK_NOT_FOUND')
})

test('D41: a block over a booking, a hold or another block writes nothing and names it', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const booking = dataOf(await salon.guest.book('Ana', '18:00'), 201)
  const overBooking = await assertWritesNothing(salon, () => block(salon))
  assertError(overBooking, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(overBooking.error.reserva, { id: booking.id, codigo: booking.codigo })
  assert.deepEqual(
    [overBooking.error.bloqueo, overBooking.error.libre_desde],
    [undefined, undefined],
  )

  const other = dataOf(await block(salon, { hasta: '2030-03-04T17:00' }), 201)
  const overBlock = await assertWritesNothing(salon, () =>
    block(salon, { hasta: '2030-03-04T17:30' }),
  )
  assertError(overBlock, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(overBlock.error.bloqueo, { id: other.id })
  const { codes, text } = await queryGraphql(
    salon.backend,
    `mutation { crear_bloqueo(entrada: { peluquero_id: ${salon.id('Ana')}, desde: "2030-03-04T18:15",
      hasta: "2030-03-04T19:00", motivo: "x" }) { id } }`,
  )
  assert.deepEqual(codes, ['SLOT_NOT_AVAILABLE'])
  assert.match(text, new RegExp(`"reserva":{"id":${booking.id},"codigo":"${booking.codigo}"}`))

  await hold(salon, '2030-03-04T12:00:00Z', '2030-03-04T07:10:00Z')
  const noon = { desde: '2030-03-04T12:00', hasta: '2030-03-04T14:00' }
  const overHold = await assertWritesNothing(salon, () => block(salon, noon))
  assertError(overHold, 'SLOT_NOT_AVAILABLE')
  assert.equal(overHold.error.libre_desde, '2030-03-04T07:10:00.000Z')
  salon.setTime('2030-03-04T08:10')
  dataOf(await block(salon, noon), 201)
  assert.deepEqual(await claimsOf(salon, 'hold'), [])

  // another professional's time, and the time right before and after
  dataOf(await block(salon, { peluquero_id: salon.id('Bea') }), 201)
  dataOf(await block(salon, { desde: '2030-03-04T17:00', hasta: '2030-03-04T18:00' }), 201)
})

/** Holds an hour of Ana's time, as a customer who is booking does. */
async function hold({ businessId, id }: TestSalon, from: string, expiresAt: string) {
  const { witness } = await testDatabase()
  await witness`
    insert into claims (
      business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
    values (${businessId}, ${id('Ana')}, ${from}, ${from}::timestamptz + interval '1 hour', 'hold',
      'hold', 1, ${expiresAt})`
}

test('D41: a block of several days takes all of them in claims of at most 24 hours, or none', async () => {
  const salon = await openSalon({ now: '2030-03-28T08:00' })
  // Madrid skips an hour on 31 March
  const days = { desde: '2030-03-30T12:00', hasta: '2030-04-01T12:00' }
  dataOf(await block(salon, days), 201)
  assert.deepEqual(
    (await claimsOf(salon)).map(({ startsAt, endsAt }) => [
      startsAt.toISOString(),
      (endsAt.getTime() - startsAt.getTime()) / 3_600_000,
    ]),
    [
      ['2030-03-30T11:00:00.000Z', 24],
      ['2030-03-31T11:00:00.000Z', 23],
    ],
  )
  const free = async (day: string) =>
    (await salon.guest.listSlots('Ana', day)).filter((slot) => !slot.includes('ocupado')).length
  assert.deepEqual(
    [await free('2030-03-30'), await free('2030-03-31'), await free('2030-04-01')],
    [11, 0, 31],
  )

  dataOf(await salon.guest.book('Ana', '09:00', { date: '2030-04-20' }), 201)
  const long = { desde: '2030-04-02T00:00', hasta: '2030-05-03T00:00' }
  assertError(await assertWritesNothing(salon, () => block(salon, long)), 'SLOT_NOT_AVAILABLE')
  const longest = dataOf(
    await block(salon, { desde: '2030-05-01T00:00', hasta: '2030-06-01T00:00' }),
    201,
  )
  assert.equal((await claimsOf(salon)).length, 2 + 31)
  dataOf(await salon.backend.delete(`/bloqueos/${longest.id}/`))
  assert.equal((await claimsOf(salon)).length, 2)
})

test('D41: dates, times, ranges, people and texts that cannot be are refused, and write nothing', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const other = await openSalon({ professionals: ['Zoe'], now: '2030-03-04T08:00' })
  await salon.apply({ professionals: ['Ana'] })
  for (const [more, code] of [
    [{ desde: '2030-02-30T10:00' }, 'INVALID_DATE'],
    [{ desde: 'mañana' }, 'INVALID_DATE'],
    [{ desde: '2030-03-04 16:00' }, 'INVALID_DATE'],
    [{ desde: '2030-03-04' }, 'INVALID_TIME'],
    [{ desde: '2030-03-04T24:00' }, 'INVALID_TIME'],
    [{ hasta: '2030-03-04T17:00:00Z' }, 'INVALID_TIME'],
    [{ desde: '2030-03-31T02:30', hasta: '2030-03-31T10:00' }, 'INVALID_TIME'],
    [{ hasta: '2030-03-04T16:00' }, 'INVALID_RANGE'],
    [{ hasta: '2030-03-04T15:00' }, 'INVALID_RANGE'],
    [{ hasta: '2030-04-04T16:01' }, 'INVALID_RANGE'],
    [{ desde: '2030-03-03T16:00', hasta: '2030-03-04T08:00' }, 'DATE_IN_PAST'],
    [{ peluquero_id: salon.id('Bea') }, 'PROFESSIONAL_NOT_FOUND'],
    [{ peluquero_id: other.id('Zoe') }, 'PROFESSIONAL_NOT_FOUND'],
  ] as const)
    assertError(await assertWritesNothing(salon, () => block(salon, more)), code)

  assertInvalid(await block(salon, { motivo: '  ' }), 'motivo')
  assertInvalid(await block(salon, { motivo: 'x'.repeat(501) }), 'motivo')
  assertInvalid(await block(salon, { motivo: null }), 'motivo')
  assertInvalid(await block(salon, { peluquero_id: 'Ana' }), 'peluquero_id')
  assertInvalid(await block(salon, { peluquero_id: 0 }), 'peluquero_id')
  assertInvalid(await block(salon, { desde: 1600, hasta: [] }), 'desde', 'hasta')
  assertInvalid(await block(salon, { recurso: 'lavabo' }), 'recurso')
  assertInvalid(await block(salon, { peluquero_id: null }), 'peluquero_id')
  assertInvalid(await block(salon, { unidad: 1 }), 'recurso')
  assertInvalid(await block(salon, { fecha: '2030-03-04' }), 'fecha')
  for (const [method, path] of [
    ['post', '/bloqueos/'],
    ['get', '/bloqueos/'],
    ['delete', '/bloqueos/1/'],
  ] as const)
    assertError(await salon.guest[method](path, input(salon) as never), 'INSUFFICIENT_SCOPE')
  for (const id of ['1', '0', 'x', '99999999999999999999'])
    assertError(await salon.backend.delete(`/bloqueos/${id}/`), 'BLOCK_NOT_FOUND')
  // it has begun, and has not ended
  dataOf(await block(salon, { desde: '2030-03-03T16:00' }), 201)
})

test('D41: blocks are listed by start, from today on, by day and professional, in pages', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-03T08:00' })
  const ids = new Map<string, number>()
  for (const [name, more] of Object.entries({
    yesterday: { desde: '2030-03-03T09:00', hasta: '2030-03-03T10:00' },
    across: { desde: '2030-03-03T18:00', hasta: '2030-03-05T10:00' },
    bea: { peluquero_id: salon.id('Bea'), desde: '2030-03-04T08:00', hasta: '2030-03-04T09:00' },
    later: { desde: '2030-04-06T08:00', hasta: '2030-04-06T09:00' },
  }))
    ids.set(name, dataOf(await block(salon, more), 201).id)
  salon.setTime('2030-03-04T08:00')
  const names = async (query: string) => {
    const { items } = dataOf(await salon.backend.get(`/bloqueos/${query}`))
    return items.map(({ id }: { id: number }) => [...ids].find(([, each]) => each === id)?.[0])
  }
  assert.deepEqual(await names(''), ['across', 'bea', 'later'])
  assert.deepEqual(await names('?desde=2030-03-03&hasta=2030-03-03'), ['yesterday', 'across'])
  assert.deepEqual(await names('?desde=2030-03-05&hasta=2030-04-05'), ['across'])
  assert.deepEqual(await names(`?peluquero_id=${salon.id('Bea')}`), ['bea'])
  assert.deepEqual(await names('?peluquero_id=987654321'), [])
  assert.deepEqual(await names('?desde=0001-01-01&hasta=9999-12-31'), [...ids.keys()])
  assert.deepEqual(await names('?page=2&page_size=2'), ['later'])
  const { pagination } = dataOf(await salon.backend.get('/bloqueos/?page_size=2'))
  assert.deepEqual([pagination.total_items, pagination.has_next], [3, true])
  for (const [query, code] of [
    ['?desde=2030-03-05&hasta=2030-03-04', 'INVALID_RANGE'],
    ['?desde=2030-02-30', 'INVALID_DATE'],
    ['?page=0', 'INVALID_PAGINATION'],
  ] as const)
    assertError(await salon.backend.get(`/bloqueos/${query}`), code)

  const { data } = await queryGraphql(
    salon.backend,
    '{ bloqueos(page_size: 1) { items { id desde profesional { nombre } } } }',
  )
  assert.deepEqual(data.bloqueos.items, [
    { id: ids.get('across'), desde: '2030-03-03T18:00', profesional: { nombre: 'Ana' } },
  ])
})

test('D19: a block sent twice with one key is created once, through REST and GraphQL', async () => {
  const salon = await openSalon()
  const [first, twin] = await Promise.all([block(salon, {}, 'uno'), block(salon, {}, 'uno')])
  assert.deepEqual([first.status, twin.status, twin.data], [201, 201, first.data])
  const { data } = await queryGraphql(
    salon.backend,
    `mutation { crear_bloqueo(entrada: { peluquero_id: ${salon.id('Ana')},
      desde: "2030-03-04T16:00", hasta: "2030-03-04T18:30", motivo: "Curso de color" }) { id } }`,
    undefined,
    { 'idempotency-key': 'uno' },
  )
  assert.equal(data.crear_bloqueo.id, first.data.id)
  assertError(await block(salon, { motivo: 'otro' }, 'uno'), 'IDEMPOTENCY_KEY_REUSED')
  assert.equal((await claimsOf(salon)).length, 1)

  const remove = () =>
    salon.backend.delete(`/bloqueos/${first.data.id}/`, { 'idempotency-key': 'dos' })
  const removed = await remove()
  const again = await remove()
  assert.deepEqual([removed.status, again.status, again.text], [200, 200, removed.text])
  // the time has passed: the first response counts
  salon.setTime('2030-03-04T20:00')
  assert.deepEqual((await block(salon, {}, 'uno')).data, first.data)
})

test('a block that was planned with an old catalogue is planned again with the current one', async () => {
  const salon = await openSalon()
  assert.equal(await reasonAt(salon.guest, '16:00'), '16:00')
  const { witness } = await testDatabase()
  // nobody is notified, so the API has the catalogue of before
  await witness`
    with renamed as (
      update professionals set name = 'Ana María'
      where business_id = ${salon.businessId} and name = 'Ana')
    update businesses set catalog_version = catalog_version + 1
    where business_id = ${salon.businessId}`
  assert.equal(dataOf(await block(salon), 201).profesional.nombre, 'Ana María')
  assert.equal((await claimsOf(salon)).length, 1)
})

test('of a block and bookings of the same time exactly one gets it', async () => {
  const salon = await openSalon()
  const answers = await Promise.all([
    block(salon),
    ...['16:00', '17:00', '18:00'].map((time, index) =>
      salon.guest.book('Ana', time, { email: `guest${index}@example.com` }),
    ),
    block(salon, { desde: '2030-03-04T15:00', hasta: '2030-03-04T17:00' }),
  ])
  assert.ok(answers.every(({ status }) => status === 201 || status === 400))
  const claims = [...(await claimsOf(salon)), ...(await claimsOf(salon, 'booking'))]
  assert.equal(answers.filter(({ status }) => status === 201).length, claims.length)
  assert.ok(claims.length > 0)
})

test('D41: a unit of a resource, or all of them, can be blocked', async () => {
  const salon = await openSalon({
    resources: { Lavabo: 2 },
    services: [{ name: 'Corte', needs: ['Lavabo'] }],
  })
  const other = await openSalon({ resources: { Sala: 1 } })
  const basin = { peluquero_id: null, recurso: 'lavabo' }
  for (const missing of [{ recurso: 'sala' }, { recurso: 'x' }, { ...basin, unidad: 3 }])
    assertError(
      await assertWritesNothing(salon, () => block(salon, { ...basin, ...missing })),
      'RESOURCE_NOT_FOUND',
    )
  const second = dataOf(await block(salon, { ...basin, unidad: 2 }), 201)
  assert.deepEqual(
    [second.profesional, second.recurso, second.unidad],
    [null, { identificador: 'lavabo', nombre: 'Lavabo' }, 2],
  )
  const all = await assertWritesNothing(salon, () => block(salon, basin))
  assertError(all, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(all.error.bloqueo, { id: second.id })
  dataOf(await block(salon, { ...basin, unidad: 1 }), 201)
  dataOf(await salon.backend.delete(`/bloqueos/${second.id}/`))
  dataOf(
    await block(salon, { ...basin, desde: '2030-03-05T00:00', hasta: '2030-03-07T00:00' }),
    201,
  )
  assert.equal((await claimsOf(salon)).length, 1 + 2 * 2)
  // a service that needs a basin: one is left on the first day, none on the others
  assert.equal(await reasonAt(salon.guest, '16:00'), '16:00')
  assert.equal(await reasonAt(salon.guest, '16:00', '2030-03-05'), '16:00 ocupado')
  const found = dataOf(await salon.backend.get('/bloqueos/?recurso=lavabo'))
  assert.deepEqual(
    found.items.map(({ unidad }: { unidad: number | null }) => unidad),
    [1, null],
  )
  assert.deepEqual(dataOf(await salon.backend.get('/bloqueos/?recurso=sala')).items, [])
  assert.deepEqual(dataOf(await other.backend.get('/bloqueos/?recurso=lavabo')).items, [])
  assertInvalid(await salon.backend.get('/bloqueos/?recurso=la%00vabo'), 'recurso')
})
