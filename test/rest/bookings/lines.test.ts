import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weekSchedule } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { dayOf } from '../../support/salon-fixture.ts'

const now = '2030-03-04T08:00'
const tuesday = '2030-03-05'

/** Ana colours, Bea cuts, Cruz does both. */
const team = {
  services: [
    { name: 'Color', minutes: 60, priceCents: 4000, pointsPrice: 40 },
    { name: 'Corte', minutes: 30, priceCents: 1800 },
  ],
  professionals: [
    { name: 'Ana', services: ['Color'] },
    { name: 'Bea', services: ['Corte'] },
    'Cruz',
  ],
  now,
}

/** A booking of services, each with a professional or with anyone; by default on Tuesday. */
const bookLines = (
  salon: TestSalon,
  time: string,
  lines: [service: string, professional: string | 0][],
  more: object = {},
  who: SalonClient = salon.guest,
) =>
  who.post('/reservas/crear/', {
    lineas: lines.map(([service, professional]) => ({
      servicio_id: salon.id(service),
      peluquero_id: professional === 0 ? 0 : salon.id(professional),
    })),
    fecha: tuesday,
    hora_inicio: time,
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
    ...more,
  })

const withColour: [string, string | 0][] = [
  ['Color', 'Ana'],
  ['Corte', 'Bea'],
]

interface BookedService {
  nombre: string
  profesional: { nombre: string }
  hora_inicio: string
  hora_fin: string
}

const whoDoesWhat = ({ servicios }: { servicios: BookedService[] }) =>
  servicios.map(
    (one) => `${one.nombre} ${one.profesional.nombre} ${one.hora_inicio}-${one.hora_fin}`,
  )

async function claimsOf({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  const rows = await witness<{ resourceId: number; startsAt: Date; endsAt: Date }[]>`
    select resource_id, starts_at, ends_at from claims where business_id = ${businessId}
    order by starts_at, resource_id`
  return rows.map(({ resourceId, startsAt, endsAt }) => ({
    resourceId,
    span: [startsAt, endsAt].map((at) => at.toISOString().slice(11, 16)).join('-'),
  }))
}

test('D33: two people take part in a visit, each for their service; both are found by it', async () => {
  const salon = await openSalon(team)
  const alone = dataOf(await salon.guest.book('Bea', '09:00', { services: ['Corte'] }), 201)
  const booking = dataOf(await bookLines(salon, '10:00', withColour), 201)
  assert.deepEqual(whoDoesWhat(booking), ['Color Ana 10:00-11:00', 'Corte Bea 11:00-11:30'])
  assert.deepEqual(
    [booking.profesional.nombre, booking.asignado_por, booking.hora_fin, booking.total],
    ['Ana', 'cliente', '11:30', 58],
  )
  assert.deepEqual((await claimsOf(salon)).slice(1), [
    { resourceId: salon.id('Ana'), span: '09:00-10:00' },
    { resourceId: salon.id('Bea'), span: '10:00-10:30' },
  ])
  assertError(await bookLines(salon, '09:30', withColour), 'SLOT_NOT_AVAILABLE')

  const listed = async (name: string, more = '') => {
    const path = `/reservas/?peluquero_id=${salon.id(name)}${more}`
    const { items, pagination } = dataOf(await salon.backend.get(path))
    return [items.map(({ id }: { id: number }) => id), pagination.total_items]
  }
  assert.deepEqual(await listed('Ana'), [[booking.id], 1])
  assert.deepEqual(await listed('Bea'), [[booking.id, alone.id], 2])
  assert.deepEqual(await listed('Bea', '&page_size=1&page=2'), [[alone.id], 2])
  assert.deepEqual(await listed('Bea', `&desde=${tuesday}&estado=confirmada`), [[booking.id], 1])
  assert.deepEqual(await listed('Bea', '&estado=cancelada'), [[], 0])
  assert.deepEqual(await listed('Cruz'), [[], 0])
})

test('D33: a professional who returns in a visit is listed with it once', async () => {
  const services = ['Lavado', 'Corte', 'Barba', 'Peinado'].map((name) => ({ name }))
  const salon = await openSalon({ services, professionals: ['Ana', 'Bea'], now })
  const { id } = dataOf(
    await bookLines(salon, '10:00', [
      ['Lavado', 'Ana'],
      ['Corte', 'Bea'],
      ['Barba', 'Ana'],
      ['Peinado', 'Bea'],
    ]),
    201,
  )
  for (const name of ['Ana', 'Bea']) {
    const { items } = dataOf(await salon.backend.get(`/reservas/?peluquero_id=${salon.id(name)}`))
    assert.deepEqual(
      items.map((item: { id: number }) => item.id),
      [id],
    )
  }
})

test('D33: a line may be left open; of all candidates the one with the fewest changes of person is taken', async () => {
  const salon = await openSalon(team)
  const open: [string, 0][] = [
    ['Color', 0],
    ['Corte', 0],
  ]
  const first = dataOf(await bookLines(salon, '10:00', open), 201)
  assert.deepEqual(whoDoesWhat(first), ['Color Cruz 10:00-11:00', 'Corte Cruz 11:00-11:30'])
  assert.equal(first.asignado_por, 'sistema')
  const second = dataOf(await bookLines(salon, '10:00', open), 201)
  assert.deepEqual(whoDoesWhat(second), ['Color Ana 10:00-11:00', 'Corte Bea 11:00-11:30'])
  const third = await bookLines(salon, '10:00', open)
  assertError(third, 'SLOT_NOT_AVAILABLE')
  assert.equal(third.error.alternativas.length, 3)
  const partly = dataOf(
    await bookLines(salon, '12:00', [
      ['Color', 'Ana'],
      ['Corte', 0],
    ]),
    201,
  )
  assert.equal(partly.asignado_por, 'sistema')
  assert.equal(partly.profesional.nombre, 'Ana')
})

test('D33: errors of lines are those of services and professionals, and nothing is written', async () => {
  const salon = await openSalon(team)
  const line = (servicio_id: number, peluquero_id: number) => ({ servicio_id, peluquero_id })
  const [color, corte, ana] = [salon.id('Color'), salon.id('Corte'), salon.id('Ana')]
  const send = (...lineas: object[]) => bookLines(salon, '10:00', [], { lineas })
  assertError(await send(line(color, ana), line(999, ana)), 'SERVICE_NOT_FOUND')
  assertError(await send(line(color, ana), line(corte, 999)), 'PROFESSIONAL_NOT_FOUND')
  assertError(await send(line(color, ana), line(corte, ana)), 'SERVICE_NOT_OFFERED')
  assertError(await bookLines(salon, '09:05', withColour), 'SLOT_NOT_AVAILABLE')
  assertError(await bookLines(salon, '19:00', withColour), 'BUSINESS_CLOSED')
  assert.deepEqual(await claimsOf(salon), [])
})

test('D15: points, prepayment and limits apply to a booking of lines', async () => {
  const salon = await openSalon({
    ...team,
    payments: true,
    settings: { requiresPrepayment: true },
  })
  const paid = dataOf(await bookLines(salon, '10:00', withColour), 201)
  assert.deepEqual([paid.estado, paid.pago_requerido, paid.total], ['pendiente', true, 58])

  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const points = { usar_puntos: true }
  const book = (time: string) => bookLines(salon, time, withColour, points, customer)
  assertError(await book('12:00'), 'INSUFFICIENT_POINTS')
  const { witness } = await testDatabase()
  await witness`update customers set points_balance = 50
    where business_id = ${salon.businessId} and id = ${customer.id}`
  const redeemed = dataOf(await book('12:00'), 201)
  assert.deepEqual([redeemed.total, redeemed.descuento], [18, 40])

  const spare = await openSalon(team)
  for (const time of ['09:00', '11:00', '13:00', '15:00', '17:00'])
    dataOf(await bookLines(spare, time, withColour), 201)
  assertError(
    await bookLines(spare, '10:00', [
      ['Color', 'Cruz'],
      ['Corte', 0],
    ]),
    'BOOKING_LIMIT_REACHED',
  )
})

test('D34: a wait is sold to somebody else, and the buffer is not', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Color', phases: [20, 35, 15], bufferMinutes: 10 },
      { name: 'Corte', minutes: 30 },
    ],
    professionals: [{ name: 'Ana', shifts: { 2: ['09:00-09:20', '09:20-20:00'] } }],
    now,
  })
  const book = (time: string, service: string, who = salon.guest, more = {}) =>
    who.book('Ana', time, { date: tuesday, services: [service], ...more })
  const colour = dataOf(await book('09:00', 'Color'), 201)
  assert.deepEqual(whoDoesWhat(colour), ['Color Ana 09:00-10:10'])
  const ana = salon.id('Ana')
  assert.deepEqual(await claimsOf(salon), [
    { resourceId: ana, span: '08:00-08:20' },
    { resourceId: ana, span: '08:55-09:20' },
  ])
  const anyMinute = { por_negocio: true }
  for (const time of ['09:15', '09:26', '09:30', '09:50', '10:15'])
    assertError(await book(time, 'Corte', salon.backend, anyMinute), 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(whoDoesWhat(dataOf(await book('09:20', 'Corte'), 201)), [
    'Corte Ana 09:20-09:50',
  ])
  dataOf(await book('10:20', 'Corte', salon.backend, anyMinute), 201)

  const context = {
    ...(await requestContextFor(salon)),
    identity: { kind: 'business' } as const,
  }
  const { days } = await weekSchedule(context, { from: dayOf(tuesday), to: dayOf(tuesday) })
  assert.deepEqual(
    days[0]?.team[0]?.visits.map((one) => [one.startMinute, one.endMinute]),
    [
      [540, 560],
      [560, 590],
      [595, 610],
      [620, 650],
    ],
  )
})

test('D35: a visit takes one unit of what its services need, waits and buffer included', async () => {
  const salon = await openSalon({
    resources: { Lavabo: 2 },
    services: [{ name: 'Color', phases: [20, 35, 15], bufferMinutes: 5, needs: ['Lavabo'] }],
    professionals: ['Ana', 'Bea', 'Cruz'],
    now,
  })
  const book = (professional: string | 0, time = '10:00') =>
    bookLines(salon, time, [['Color', professional]])
  dataOf(await book('Ana'), 201)
  dataOf(await book(0), 201)
  assertError(await book('Cruz'), 'SLOT_NOT_AVAILABLE')
  assertError(await book(0, '11:00'), 'SLOT_NOT_AVAILABLE')
  dataOf(await book(0, '11:15'), 201)

  const { witness } = await testDatabase()
  const units = await witness<{ unitIds: number[]; span: string }[]>`
    select unit_ids from booking_lines
    where business_id = ${salon.businessId} order by starts_at`
  assert.deepEqual(
    units.map(({ unitIds }) => unitIds.length),
    [1, 1, 1],
  )
  const [one, other] = units.map(({ unitIds }) => unitIds[0])
  assert.notEqual(one, other)

  // the claims follow from the lines
  const before = await claimsOf(salon)
  assert.equal(before.length, 9)
  await witness`delete from claims where business_id = ${salon.businessId}`
  const unclaimed = await witness<{ resourceId: number; startsAt: Date; endsAt: Date }[]>`
    select resource_id, starts_at, ends_at from app.unclaimed_times(${salon.businessId}, array(
      select id from bookings where business_id = ${salon.businessId}))
    order by starts_at, resource_id`
  assert.deepEqual(
    unclaimed.map(({ resourceId, startsAt, endsAt }) => ({
      resourceId,
      span: [startsAt, endsAt].map((at) => at.toISOString().slice(11, 16)).join('-'),
    })),
    before,
  )
})

test('D30, D33: emails and the calendar entry name the people of a visit and their times', async () => {
  const mailbox = await openMailbox()
  const salon = await openSalon(team)
  const { codigo } = dataOf(await bookLines(salon, '10:00', withColour), 201)
  await runJobs(salon, { smtpUrl: mailbox.url })
  const mail = mailbox.mails.find(({ text }) => text?.includes(codigo))
  assert.match(mail?.text ?? '', /: Color \(10:00–11:00, Ana\), Corte \(11:00–11:30, Bea\)\n/)
  assert.match(mail?.text ?? '', /: Ana, Bea\n/)
  const calendar = mail?.calendar.replace(/\r?\n /g, '') ?? ''
  assert.match(calendar, /^SUMMARY:Color\\, Corte · /m)
  assert.match(
    calendar,
    /^DESCRIPTION:Color \(10:00–11:00\\, Ana\)\\nCorte \(11:00–11:30\\, Bea\)\\n[^:]+: Ana\\, Bea\\n/m,
  )
  assert.match(calendar, /^DTEND:20300305T103000Z/m)
})

test('D26, D33: a review counts for the professional of the first service', async () => {
  const salon = await openSalon(team)
  const { id, codigo } = dataOf(await bookLines(salon, '10:00', withColour), 201)
  salon.setTime('2030-03-05T12:00')
  dataOf(await salon.backend.post(`/reservas/${id}/completar/`))
  dataOf(await salon.guest.post(`/reservas/${id}/resena/`, { valoracion: 5, codigo }), 201)
  const totals = await Promise.all(
    ['Ana', 'Bea'].map(async (name) => {
      const { pagination } = dataOf(await salon.guest.get(`/peluqueros/${salon.id(name)}/resenas/`))
      return pagination.total_items
    }),
  )
  assert.deepEqual(totals, [1, 0])
})

test('D36: a hold keeps the people and units that were assigned, and becomes the booking', async () => {
  const salon = await openSalon({
    resources: { Lavabo: 2 },
    services: [{ name: 'Color', needs: ['Lavabo'] }, { name: 'Corte' }],
    professionals: ['Ana', 'Bea', 'Cruz'],
    now,
  })
  const open = (service: string) => ({ servicio_id: salon.id(service), peluquero_id: 0 })
  const visits = [
    { lineas: [open('Color'), open('Corte')] },
    { servicio_ids: [salon.id('Color')], peluquero_id: 0 },
    { servicio_ids: [salon.id('Corte')], peluquero_id: 0 },
  ]
  const when = { fecha: tuesday, hora_inicio: '10:00' }
  const hold = async (visit: object) =>
    dataOf(await salon.guest.post('/retenciones/', { ...visit, ...when }), 201)
  const book = (visit: object, more: object, index: number) =>
    salon.guest.post('/reservas/crear/', {
      ...{ ...visit, ...when, nombre: 'Lucía Prado', email: `guest-${index}@example.com` },
      ...more,
    })
  const held = []
  for (const visit of visits) held.push(await hold(visit))
  assert.equal(new Set(held.map(({ profesional }) => profesional.id)).size, 3)
  for (const visit of visits) assertError(await book(visit, {}, 9), 'SLOT_NOT_AVAILABLE')
  for (const [index, { id, token, servicios }] of held.entries()) {
    const retencion = { id, token }
    const booking = dataOf(await book(visits[index] as object, { retencion }, index), 201)
    assert.deepEqual(whoDoesWhat(booking), whoDoesWhat({ servicios }))
    assert.equal(booking.asignado_por, 'sistema')
  }
})
