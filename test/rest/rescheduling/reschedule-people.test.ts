import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySalon } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { type SalonFixture, salonFileFor } from '../../support/salon-fixture.ts'

const friday = '2030-03-08'
const colour: SalonFixture & { now: string } = {
  now: '2030-03-04T08:00',
  timezone: 'UTC',
  services: [
    { name: 'Corte', minutes: 30, priceCents: 2000, offerPriceCents: 1800 },
    { name: 'Color', phases: [20, 35, 15], priceCents: 5000 },
  ],
  professionals: [
    { name: 'Ana' },
    { name: 'Bea', ownTerms: { Corte: { minutes: 45, priceCents: 3000 } } },
    { name: 'Cruz', services: ['Corte'] },
    { name: 'Dora', services: ['Color'] },
  ],
}

const { admin, witness } = await testDatabase()

/** The claims of a booking, as `Ana 10:00-10:30`. */
async function claimsOf({ businessId }: TestSalon, { id }: { id: number }) {
  const rows = await witness<{ name: string; startsAt: Date; endsAt: Date }[]>`
    select coalesce(p.name, 'unit ' || u.number) as name, c.starts_at, c.ends_at from claims c
    left join professionals p on p.business_id = c.business_id and p.id = c.resource_id
    left join resource_units u on u.business_id = c.business_id and u.id = c.resource_id
    where c.business_id = ${businessId} and c.owner_id = ${id} order by name, c.starts_at`
  const time = (at: Date) => at.toISOString().slice(11, 16)
  return rows.map(({ name, startsAt, endsAt }) => `${name} ${time(startsAt)}-${time(endsAt)}`)
}

/** Changes a salon, also where bookings lose what they need. */
async function orphan(salon: TestSalon, fixture: SalonFixture): Promise<void> {
  const file = salonFileFor(salon.slug, fixture)
  await applySalon(admin, file, { clock: salon.clock, allowOrphaned: true })
  // this endpoint compares the catalogue's version, so that the change need not be waited for
  await salon.guest.get('/disponibilidad/dias/')
}

const linesOf = (booking: {
  servicios: { profesional: { nombre: string }; hora_inicio: string; hora_fin: string }[]
}) =>
  booking.servicios.map(
    ({ profesional, hora_inicio, hora_fin }) => `${profesional.nombre} ${hora_inicio}-${hora_fin}`,
  )

test('D37: somebody with a duration and a price of their own does it in their time, at their price', async () => {
  const salon = await openSalon(colour)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  assert.deepEqual([booking.total, booking.hora_fin], [18, '10:30'])
  const to = { fecha: friday, hora_inicio: '10:00' }
  const bea = dataOf(
    await reschedule(salon.guest, booking, { ...to, peluquero_id: salon.id('Bea') }),
  )
  assert.deepEqual([bea.subtotal, bea.descuento, bea.total, bea.hora_fin], [30, 0, 30, '10:45'])
  assert.deepEqual([bea.profesional.nombre, bea.asignado_por], ['Bea', 'cliente'])
  assert.equal(bea.servicios[0].duracion_minutos, 45)
  assert.deepEqual(await claimsOf(salon, booking), ['Bea 10:00-10:45'])
  const back = dataOf(
    await reschedule(salon.guest, booking, { ...to, peluquero_id: salon.id('Cruz') }),
  )
  assert.deepEqual([back.total, back.hora_fin], [18, '10:30'])
})

test('D37: price and minutes stay as they were booked when the salon changes its catalogue', async () => {
  const salon = await openSalon(colour)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  await salon.apply({
    ...colour,
    services: [
      { name: 'Corte', minutes: 60, priceCents: 9000 },
      ...(colour.services ?? []).slice(1),
    ],
  })
  for (const name of ['Ana', 'Cruz']) {
    const to = { fecha: friday, hora_inicio: '12:00', peluquero_id: salon.id(name) }
    const moved = dataOf(await reschedule(salon.guest, booking, to))
    assert.deepEqual([moved.total, moved.hora_fin, moved.profesional.nombre], [18, '12:30', name])
  }
})

test('D37: a booking of a service that the salon no longer has can be moved with the same person', async () => {
  const salon = await openSalon(colour)
  const input = { date: friday, services: ['Color'] }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', input), 201)
  const cutsOnly = { ...colour, services: [{ name: 'Corte' }], professionals: ['Ana', 'Bea'] }
  await orphan(salon, cutsOnly)
  const to = { fecha: friday, hora_inicio: '12:00' }
  assert.deepEqual(linesOf(dataOf(await reschedule(salon.guest, booking, to))), ['Ana 12:00-13:10'])
  const other = { ...to, peluquero_id: salon.id('Bea') }
  assertError(await reschedule(salon.guest, booking, other), 'SERVICE_NOT_OFFERED')
  const anybody = { ...to, hora_inicio: '13:00', peluquero_id: 0 }
  const moved = dataOf(await reschedule(salon.guest, booking, anybody))
  assert.deepEqual(linesOf(moved), ['Ana 13:00-14:10'])
})

test('D37, D32: peluquero_id 0 takes a person who is free, fairly, and counts the own time as free', async () => {
  const salon = await openSalon({ ...colour, professionals: ['Ana', 'Bea', 'Cruz'] })
  const busy = async (name: string, time: string) =>
    dataOf(
      await salon.backend.book(name, time, {
        date: friday,
        email: `${name}${time.slice(0, 2)}@example.com`,
      }),
      201,
    )
  await busy('Bea', '15:00')
  await busy('Bea', '16:00')
  await busy('Cruz', '15:00')
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const to = (hora_inicio: string) => ({ fecha: friday, hora_inicio, peluquero_id: 0 })
  const first = dataOf(await reschedule(salon.guest, booking, to('10:15')))
  assert.deepEqual([first.profesional.nombre, first.asignado_por], ['Ana', 'sistema'])
  await busy('Ana', '15:00')
  await busy('Ana', '16:00')
  const second = dataOf(await reschedule(salon.guest, booking, to('10:30')))
  assert.equal(second.profesional.nombre, 'Cruz')
  await busy('Cruz', '11:00')
  await busy('Bea', '11:00')
  assert.equal(
    dataOf(await reschedule(salon.guest, booking, to('11:00'))).profesional.nombre,
    'Ana',
    'falls through to the one who is free',
  )
  await busy('Cruz', '12:00')
  await busy('Bea', '12:00')
  await busy('Ana', '12:00')
  assertError(await reschedule(salon.guest, booking, to('12:00')), 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(await claimsOf(salon, booking), ['Ana 11:00-11:30'])
})

test('D37, D33: peluqueros names somebody for each service, 0 for anybody', async () => {
  const salon = await openSalon(colour)
  const input = { date: friday, services: ['Corte', 'Color'] }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', input), 201)
  const id = (name: string) => salon.id(name)
  const to = { fecha: friday, hora_inicio: '10:00' }
  const two = dataOf(
    await reschedule(salon.guest, booking, { ...to, peluqueros: [id('Cruz'), id('Dora')] }),
  )
  assert.deepEqual(linesOf(two), ['Cruz 10:00-10:30', 'Dora 10:30-11:40'])
  assert.deepEqual(await claimsOf(salon, booking), [
    'Cruz 10:00-10:30',
    'Dora 10:30-10:50',
    'Dora 11:25-11:40',
  ])
  const same = dataOf(await reschedule(salon.guest, booking, { ...to, hora_inicio: '10:15' }))
  assert.deepEqual(linesOf(same), ['Cruz 10:15-10:45', 'Dora 10:45-11:55'])
  dataOf(
    await salon.guest.book('Dora', '12:30', {
      ...input,
      services: ['Color'],
      email: 'x@example.com',
    }),
    201,
  )
  const anybody = dataOf(
    await reschedule(salon.guest, booking, {
      ...to,
      hora_inicio: '12:00',
      peluqueros: [id('Cruz'), 0],
    }),
  )
  assert.deepEqual(linesOf(anybody), ['Cruz 12:00-12:30', 'Ana 12:30-13:40'])
  assert.equal(anybody.asignado_por, 'sistema')
  const agenda = async (name: string) =>
    dataOf(await salon.backend.get(`/reservas/?peluquero_id=${id(name)}`)).items.length
  assert.deepEqual([await agenda('Cruz'), await agenda('Ana')], [1, 1])
  const one = dataOf(await reschedule(salon.guest, booking, { ...to, peluquero_id: id('Ana') }))
  assert.deepEqual(linesOf(one), ['Ana 10:00-10:30', 'Ana 10:30-11:40'])
  assert.deepEqual([await agenda('Cruz'), await agenda('Ana')], [0, 1])
  assertError(
    await reschedule(salon.guest, booking, { ...to, peluqueros: [id('Dora'), id('Cruz')] }),
    'SERVICE_NOT_OFFERED',
  )
})

test('D37, D34: a colour moves by ten minutes, although its waits and buffers are its own', async () => {
  const salon = await openSalon({
    ...colour,
    services: [{ name: 'Color', phases: [20, 35, 15], bufferMinutes: 10 }],
    professionals: ['Ana'],
    settings: { slotIntervalMinutes: 15 },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const to = { fecha: friday, hora_inicio: '10:15' }
  dataOf(await reschedule(salon.guest, booking, to))
  assert.deepEqual(await claimsOf(salon, booking), ['Ana 10:15-10:35', 'Ana 11:10-11:35'])
})

test('D37, D35: a booking takes another unit at its new time when its own is taken', async () => {
  const salon = await openSalon({
    ...colour,
    resources: { Lavabo: 2 },
    services: [{ name: 'Lavado', minutes: 30, needs: ['Lavabo'] }],
    professionals: ['Ana', 'Bea', 'Cruz'],
  })
  const book = async (name: string, time: string) =>
    dataOf(await salon.guest.book(name, time, { date: friday, email: `${name}@example.com` }), 201)
  const first = await book('Ana', '10:00')
  const second = await book('Bea', '11:00')
  assert.deepEqual(await claimsOf(salon, first), ['Ana 10:00-10:30', 'unit 1 10:00-10:30'])
  const to = { fecha: friday, hora_inicio: '11:00' }
  dataOf(await reschedule(salon.guest, first, to))
  assert.deepEqual(await claimsOf(salon, first), ['Ana 11:00-11:30', 'unit 2 11:00-11:30'])
  const third = await book('Cruz', '12:00')
  assertError(await reschedule(salon.guest, third, to), 'SLOT_NOT_AVAILABLE')
  dataOf(await reschedule(salon.guest, second, { ...to, hora_inicio: '11:15' }))
  assert.deepEqual(await claimsOf(salon, second), ['Bea 11:15-11:45', 'unit 1 11:15-11:45'])
  const own = { ...to, ...noCode, por_negocio: true, hora_inicio: '11:45' }
  dataOf(await reschedule(salon.backend, third, own))
})

test('D37: onto itself a visit stays only with people and places who can still do it', async () => {
  const fixture: SalonFixture & { now: string } = {
    ...colour,
    services: [{ name: 'Corte', minutes: 30, needs: ['Lavabo'] }],
    professionals: ['Ana', 'Bea'],
    resources: { Lavabo: 2 },
  }
  const salon = await openSalon(fixture)
  const [ana, bea] = [salon.id('Ana'), salon.id('Bea')]
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const other = { date: friday, email: 'eva@example.com' }
  const second = dataOf(await salon.guest.book('Bea', '10:00', other), 201)
  const same = { fecha: friday, hora_inicio: '10:00' }
  const anyone = { ...same, peluquero_id: 0 }
  const changeTo = (changed: SalonFixture) => orphan(salon, { ...fixture, ...changed })
  const claims = ['Ana 10:00-10:30', 'unit 1 10:00-10:30']
  assert.equal(dataOf(await reschedule(salon.guest, booking, anyone)).version, 1)

  await changeTo({ closings: { [friday]: null } })
  for (const to of [same, anyone])
    assertError(await reschedule(salon.guest, booking, to), 'BUSINESS_CLOSED')
  await changeTo({ professionals: [{ name: 'Ana', exceptions: { [friday]: null } }, 'Bea'] })
  assertError(await reschedule(salon.guest, booking, same), 'PROFESSIONAL_NOT_AVAILABLE')
  assertError(await reschedule(salon.guest, booking, anyone), 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(await claimsOf(salon, booking), claims)
  dataOf(await salon.guest.cancel(second))
  const moved = dataOf(await reschedule(salon.guest, booking, anyone))
  assert.deepEqual(
    [moved.hora_inicio, moved.profesional.id, moved.asignado_por, moved.version],
    ['10:00', bea, 'sistema', 2],
  )

  await changeTo({ professionals: ['Ana'] })
  assertError(await reschedule(salon.guest, booking, same), 'PROFESSIONAL_NOT_FOUND')
  assert.equal(dataOf(await reschedule(salon.guest, booking, anyone)).profesional.id, ana)
  assert.deepEqual(await claimsOf(salon, booking), claims)
})

test('D37, D35: onto itself a visit takes another unit when its own is gone', async () => {
  const fixture: SalonFixture & { now: string } = {
    ...colour,
    services: [{ name: 'Lavado', minutes: 30, needs: ['Lavabo'] }],
    professionals: ['Ana', 'Bea'],
    resources: { Lavabo: 2 },
  }
  const salon = await openSalon(fixture)
  const book = async (name: string, time: string, email: string) =>
    dataOf(await salon.guest.book(name, time, { date: friday, email }), 201)
  const first = await book('Ana', '10:00', 'ana@example.com')
  const booking = await book('Bea', '10:00', 'bea@example.com')
  await book('Ana', '12:00', 'eva@example.com')
  assert.deepEqual(await claimsOf(salon, booking), ['Bea 10:00-10:30', 'unit 2 10:00-10:30'])
  await orphan(salon, { ...fixture, resources: { Lavabo: 1 } })
  const same = { fecha: friday, hora_inicio: '10:00' }
  assertError(await reschedule(salon.guest, booking, same), 'SLOT_NOT_AVAILABLE')
  dataOf(await salon.guest.cancel(first))
  assert.equal(dataOf(await reschedule(salon.guest, booking, same)).version, 2)
  assert.deepEqual(await claimsOf(salon, booking), ['Bea 10:00-10:30', 'unit 1 10:00-10:30'])

  await orphan(salon, { ...fixture, resources: {}, services: [{ name: 'Lavado', minutes: 30 }] })
  assert.equal(dataOf(await reschedule(salon.guest, booking, same)).version, 2)
  const later = { ...same, hora_inicio: '11:00' }
  dataOf(await reschedule(salon.guest, booking, later))
  assert.deepEqual(await claimsOf(salon, booking), ['Bea 11:00-11:30'], 'the salon has none')
})

test('D37, D34, D35: a visit moves with the buffers and the kinds of places that were booked', async () => {
  const cut = { name: 'Corte', minutes: 30, bufferMinutes: 10, needs: ['Silla'] }
  const wash = { name: 'Lavado', minutes: 30, bufferMinutes: 15 }
  const fixture: SalonFixture & { now: string } = {
    ...colour,
    services: [cut, wash],
    professionals: ['Ana', 'Bea'],
    resources: { Silla: 1, Lavabo: 1 },
  }
  const salon = await openSalon(fixture)
  const one = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const both = { date: friday, services: ['Lavado', 'Corte'], email: 'eva@example.com' }
  const two = dataOf(await salon.guest.book('Bea', '11:00', both), 201)
  await orphan(salon, {
    ...fixture,
    services: [
      { ...cut, bufferMinutes: 20, needs: ['Lavabo'] },
      { ...wash, needs: ['Lavabo'] },
    ],
  })
  const to = { fecha: friday, hora_inicio: '15:00' }
  dataOf(await reschedule(salon.guest, one, to))
  assert.deepEqual(await claimsOf(salon, one), ['Ana 15:00-15:40', 'unit 1 15:00-15:40'])
  const [units] = await witness`
    select handle from resource_types type
    join resource_units unit on unit.business_id = type.business_id and unit.resource_type_id = type.id
    join claims claim on claim.business_id = unit.business_id and claim.resource_id = unit.id
    where claim.business_id = ${salon.businessId} and claim.owner_id = ${one.id}`
  assert.equal(units?.handle, 'silla')
  dataOf(await reschedule(salon.guest, two, { ...to, hora_inicio: '17:00' }))
  assert.deepEqual(await claimsOf(salon, two), ['Bea 17:00-18:10', 'unit 1 17:30-18:10'])
  const divided = { ...to, hora_inicio: '17:00', peluqueros: [salon.id('Ana'), salon.id('Bea')] }
  dataOf(await reschedule(salon.guest, two, divided))
  assert.deepEqual(
    await claimsOf(salon, two),
    ['Ana 17:00-17:45', 'Bea 17:30-18:10', 'unit 1 17:30-18:10'],
    'between two people the buffer of the first service counts',
  )
})
