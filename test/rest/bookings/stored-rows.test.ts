import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { countRows } from '../../support/writes.ts'

const relaxed = { settings: { cancellationHours: 0 }, now: '2030-03-04T08:00' } as const

async function historyOf({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  const moves = await witness`
    select booking_id, from_state, to_state, actor, reason, occurred_at
    from booking_transitions where business_id = ${businessId} order by occurred_at, id`
  return moves.map((move) => ({ ...move, occurredAt: move.occurredAt.toISOString() }))
}

async function eventsOf({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  return witness<
    { type: string; payload: Record<string, unknown>; position: number | null; occurredAt: Date }[]
  >`
    select type, payload, position, occurred_at from events where business_id = ${businessId} order by occurred_at, id`
}

test('D14: each transition is recorded: from, to, actor, reason, time', async () => {
  const salon = await openSalon(relaxed)
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T08:05')
  dataOf(await salon.guest.cancel({ id, codigo }, { codigo, motivo: 'Fiebre' }))
  const bookingId = id
  assert.deepEqual(await historyOf(salon), [
    {
      bookingId,
      fromState: null,
      toState: 'confirmed',
      actor: 'customer',
      reason: '',
      occurredAt: '2030-03-04T07:00:00.000Z',
    },
    {
      bookingId,
      fromState: 'confirmed',
      toState: 'cancelled',
      actor: 'customer',
      reason: 'Fiebre',
      occurredAt: '2030-03-04T07:05:00.000Z',
    },
  ])
})

test('D14: the salon’s transitions are recorded with actor business', async () => {
  const salon = await openSalon({ ...relaxed, settings: { confirmsByHand: true } })
  const byGuest = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.backend.book('Ana', '11:00', { por_negocio: true }), 201)
  dataOf(await salon.backend.cancel(byGuest, {}))
  const observation = (await historyOf(salon)).map(
    ({ fromState, toState, actor }: Record<string, unknown>) =>
      [fromState, toState, actor].join(' '),
  )
  assert.deepEqual(observation.sort(), [
    ' confirmed business',
    ' pending customer',
    'pending cancelled business',
  ])
})

test('D31: booking and cancelling write an event in the same transaction, without a position', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.cancel(booking))
  const events = await eventsOf(salon)
  assert.deepEqual(
    events.map(({ type, position }) => [type, position]),
    [
      ['reserva.creada', null],
      ['reserva.cancelada', null],
    ],
  )
  for (const { payload } of events)
    assert.deepEqual([payload.id, payload.code], [booking.id, booking.codigo])
})

test('a booking claims its whole time, and cancelling deletes the claim', async () => {
  const salon = await openSalon({
    ...relaxed,
    services: [
      { name: 'Corte', minutes: 40 },
      { name: 'Barba', minutes: 20 },
    ],
  })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { services: ['Corte', 'Barba'] }),
    201,
  )
  const { witness } = await testDatabase()
  const claims = () => witness`
    select resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at
    from claims where business_id = ${salon.businessId}`
  assert.deepEqual(
    [...(await claims())],
    [
      {
        resourceId: salon.id('Ana'),
        startsAt: new Date('2030-03-04T09:00:00Z'),
        endsAt: new Date('2030-03-04T10:00:00Z'),
        kind: 'booking',
        ownerKind: 'booking',
        ownerId: booking.id,
        expiresAt: null,
      },
    ],
  )
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual([...(await claims())], [])
})

test('D33: a line is stored with its professional, its time and its minutes; a booking with its local time', async () => {
  const services = [
    { name: 'Corte', minutes: 40 },
    { name: 'Barba', minutes: 20 },
  ]
  const salon = await openSalon({ ...relaxed, services, timezone: 'America/New_York' })
  const names = services.map(({ name }) => name)
  const [id, ofSalon] = [
    dataOf(await salon.guest.book('Ana', '10:00', { services: names }), 201).id,
    dataOf(await salon.backend.book('Ana', '12:00', { por_negocio: true }), 201).id,
  ]
  const { witness } = await testDatabase()
  const lines = await witness`
    select professional_id, starts_at, ends_at, phase_minutes, buffer_minutes, unit_ids,
      visit_starts_at
    from booking_lines where business_id = ${salon.businessId} and booking_id = ${id}
    order by position`
  const same = {
    professionalId: salon.id('Ana'),
    bufferMinutes: 0,
    unitIds: [],
    visitStartsAt: null,
  }
  const at = (time: string) => new Date(`2030-03-04T${time}Z`)
  assert.deepEqual(
    [...lines],
    [
      { ...same, startsAt: at('15:00'), endsAt: at('15:40'), phaseMinutes: [40] },
      { ...same, startsAt: at('15:40'), endsAt: at('16:00'), phaseMinutes: [20] },
    ],
  )
  const bookings = await witness`
    select id, local_start::text, timezone, assigned_by from bookings
    where business_id = ${salon.businessId} order by starts_at`
  assert.deepEqual(
    [...bookings],
    [
      [id, '2030-03-04 10:00:00', 'customer'],
      [ofSalon, '2030-03-04 12:00:00', 'business'],
    ].map(([id, localStart, assignedBy]) => ({
      ...{ id, localStart, timezone: 'America/New_York', assignedBy },
    })),
  )
})

test('a booking writes one row per table, and cancelling deletes only the claim', async () => {
  const salon = await openSalon({ ...relaxed, services: [{ name: 'Corte' }, { name: 'Barba' }] })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { services: ['Corte', 'Barba'] }),
    201,
  )
  const written = {
    blocks: 0,
    event_deliveries: 0,
    event_endpoints: 0,
    holds: 0,
    waitlist_entries: 0,
    waitlist_offers: 0,
    bookings: 1,
    booking_lines: 2,
    booking_transitions: 1,
    claims: 1,
    customers: 1,
    events: 1,
  }
  assert.deepEqual(await countRows(salon), written)
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await countRows(salon), {
    ...written,
    booking_transitions: 2,
    claims: 0,
    events: 2,
  })
})

test('D12: the customer row keeps the data and language of the first booking', async () => {
  const salon = await openSalon(relaxed)
  const input = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
  }
  const who = { nombre: 'Lucía', email: 'Lucia@Example.com', telefono: '612345678' }
  dataOf(
    await salon.guest.post('/reservas/crear/?lang=en', { ...input, ...who, hora_inicio: '10:00' }),
    201,
  )
  const later = {
    nombre: 'Otra',
    email: 'lucia@example.com',
    telefono: '698765432',
    hora_inicio: '11:00',
  }
  dataOf(await salon.guest.post('/reservas/crear/', { ...input, ...later }), 201)
  const { witness } = await testDatabase()
  const customers = await witness`
    select email_key, email, name, phone, language from customers where business_id = ${salon.businessId}`
  assert.deepEqual(
    [...customers],
    [
      {
        emailKey: 'lucia@example.com',
        email: 'Lucia@Example.com',
        name: 'Lucía',
        phone: '+34612345678',
        language: 'en',
      },
    ],
  )
})

test('D10: no two bookings of a salon share a code', async () => {
  const salon = await openSalon({ ...relaxed, services: [{ name: 'Corte', minutes: 15 }] })
  const hours = ['09', '10', '11', '12', '13', '14', '15', '16', '17', '18']
  const times = hours.flatMap((hour) =>
    ['00', '15', '30', '45'].map((minute) => `${hour}:${minute}`),
  )
  const codes = new Set<string>()
  for (const time of times) codes.add(dataOf(await salon.backend.book('Ana', time), 201).codigo)
  assert.equal(codes.size, times.length)
})
