import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { salonAgendaQueries } from '@silla/db'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { selectAllFields } from '../../support/graphql-selection.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { tableReads } from '../../support/table-reads.ts'

// The agenda of some days (D69).

const { urls, witness } = await testDatabase()

const read = async (salon: TestSalon, query = '', who = salon.backend) =>
  dataOf(await who.get(`/agenda/${query}`))

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id)

test('D69: a day has all of the day: hours, people, visits with each stretch, blocks, holds', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 30, bufferMinutes: 10 },
      { name: 'Tinte', phases: [30, 40, 20], needs: ['Lavabo'], priceCents: 6000 },
    ],
    resources: { Lavabo: 2 },
    professionals: [
      { name: 'Ana', shifts: { 2: ['09:00-14:00', '16:00-20:00'] } },
      { name: 'Bea', exceptions: { '2030-03-05': null } },
    ],
    break: '14:00-15:00',
    closings: { '2030-03-05': '19:00-20:00' },
    now: '2030-03-04T08:00',
  })
  const day = { fecha: '2030-03-05', telefono: '698765432' }
  const booking = dataOf(
    await salon.backend.post('/reservas/crear/', {
      ...{ ...day, hora_inicio: '10:00', nombre: 'Lucía Prado', email: 'lucia@example.com' },
      ...{ servicio_ids: [salon.id('Tinte'), salon.id('Corte')], peluquero_id: salon.id('Ana') },
    }),
    201,
  )
  const blocked = dataOf(
    await salon.backend.post('/bloqueos/', {
      ...{ recurso: 'lavabo', unidad: 2, motivo: 'Fuga' },
      ...{ desde: '2030-03-04T20:00', hasta: '2030-03-05T09:30' },
    }),
    201,
  )
  const held = dataOf(
    await salon.guest.post('/retenciones/', {
      ...{ fecha: '2030-03-05', hora_inicio: '17:00' },
      ...{ servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') },
    }),
    201,
  )
  const agenda = await read(salon, '?fecha=2030-03-05')
  const at = (from: string, to: string) => ({
    ...{ fecha: '2030-03-05', hora_inicio: from, hora_fin: to },
    inicio: new Date(`2030-03-05T${from}+01:00`).toISOString(),
    fin: new Date(`2030-03-05T${to}+01:00`).toISOString(),
  })
  const cut = (profesional_id: number, from: string, to: string, end: string) => ({
    ...{ id: salon.id('Corte'), nombre: 'Corte', profesional_id, recursos: [] },
    tramos: [
      { tipo: 'trabajo', ...at(from, to) },
      { tipo: 'margen', ...at(to, end) },
    ],
  })
  assert.deepEqual(agenda, {
    ...{ posicion: 0, timezone: 'Europe/Madrid', moneda: 'EUR' },
    dias: [
      {
        fecha: '2030-03-05',
        inicio: '2030-03-04T23:00:00.000Z',
        fin: '2030-03-05T23:00:00.000Z',
        tipo: 'abierto',
        horario: {
          ...{ dia: 2, dia_nombre: 'Martes', abierto: true, apertura: '09:00', cierre: '20:00' },
          ...{ descanso_inicio: '14:00', descanso_fin: '15:00' },
        },
        cierres: agenda.dias[0].cierres,
        abierto: [
          { desde: '09:00', hasta: '14:00' },
          { desde: '15:00', hasta: '19:00' },
        ],
        profesionales: [
          {
            profesional_id: salon.id('Ana'),
            turnos: [
              { desde: '09:00', hasta: '14:00' },
              { desde: '16:00', hasta: '19:00' },
            ],
          },
          { profesional_id: salon.id('Bea'), turnos: [] },
        ],
      },
    ],
    profesionales: [
      { id: salon.id('Ana'), nombre: 'Ana', activo: true },
      { id: salon.id('Bea'), nombre: 'Bea', activo: true },
    ],
    reservas: [
      {
        ...{ id: booking.id, codigo: booking.codigo, estado: 'confirmada', version: 1 },
        ...at('10:00', '12:00'),
        cliente: { ...booking.cliente, email: 'lucia@example.com', telefono: '+34698765432' },
        servicios: [
          {
            ...{ id: salon.id('Tinte'), nombre: 'Tinte', profesional_id: salon.id('Ana') },
            tramos: [
              { tipo: 'trabajo', ...at('10:00', '10:30') },
              { tipo: 'espera', ...at('10:30', '11:10') },
              { tipo: 'trabajo', ...at('11:10', '11:30') },
            ],
            recursos: [{ identificador: 'lavabo', nombre: 'Lavabo', unidad: 1 }],
          },
          cut(salon.id('Ana'), '11:30', '12:00', '12:10'),
        ],
        ...{
          total: 78,
          pago: null,
          pago_pendiente: false,
          a_pagar_ahora: 0,
          resto: 78,
          por_cobrar: 78,
        },
        ...{ expira_en: null, llegada_en: null, primera_visita: true, tiene_notas: false },
      },
    ],
    bloqueos: [blocked],
    retenciones: [
      {
        ...{ id: held.id, expira_en: held.expira_en, ...at('17:00', '17:30') },
        servicios: [cut(salon.id('Ana'), '17:00', '17:30', '17:40')],
      },
    ],
  })
  assert.equal(agenda.dias[0]?.cierres[0].desde_hora, '19:00')

  const { data } = await queryGraphql(
    salon.backend,
    `{ agenda(fecha: "2030-03-05") ${selectAllFields('Agenda')} }`,
  )
  assert.deepEqual((data?.agenda as typeof agenda)?.reservas, agenda.reservas)
})

test('D69: a visit awaits its payment until it is paid, or the salon has confirmed it without', async () => {
  const salon = await openSalon({
    ...{ now: '2030-03-04T08:00', payments: true },
    settings: { requiresPrepayment: true },
  })
  const book = (time: string) => salon.guest.book('Ana', time, { date: '2030-03-05' })
  const [unpaid, confirmed] = [dataOf(await book('10:00'), 201), dataOf(await book('11:00'), 201)]
  dataOf(await salon.backend.post(`/reservas/${confirmed.id}/confirmar/`, {}))
  const { reservas } = await read(salon, '?fecha=2030-03-05')
  assert.deepEqual(
    reservas.map(({ id, estado, pago_pendiente }: Record<string, unknown>) => [
      ...[id, estado, pago_pendiente],
    ]),
    [
      [unpaid.id, 'pendiente', true],
      [confirmed.id, 'confirmada', false],
    ],
  )
})

test('D69: each booking is there once, by start, and cancelled ones are not', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const book = async (who: string, time: string, date: string) =>
    dataOf(
      await salon.backend.book(who, time, { date, email: `at-${time.slice(0, 2)}@example.com` }),
      201,
    )
  const late = await book('Bea', '12:00', '2030-03-05')
  const early = await book('Ana', '11:00', '2030-03-05')
  const next = await book('Ana', '09:00', '2030-03-06')
  const cancelled = await book('Ana', '10:00', '2030-03-06')
  dataOf(await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`))
  await book('Ana', '09:00', '2030-03-12')

  const week = await read(salon, '?fecha=2030-03-05&dias=7')
  assert.deepEqual(idsOf(week.reservas), idsOf([early, late, next]))
  assert.equal(week.dias.length, 7)
  const ofBea = await read(salon, `?fecha=2030-03-05&dias=7&peluquero_id=${salon.id('Bea')}`)
  assert.deepEqual(idsOf(ofBea.reservas), [late.id])
  assert.deepEqual(idsOf(ofBea.profesionales), [salon.id('Bea')])
  assert.equal((await read(salon)).dias[0].fecha, '2030-03-04', 'today')
})

test('D69: who has left is there while they have visits, and on request', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const bea = salon.id('Bea')
  dataOf(await salon.backend.book('Bea', '10:00', { date: '2030-03-05' }), 201)
  await witness`update professionals set active = false where id = ${bea}`
  await witness`
    update businesses set catalog_version = catalog_version + 1
    where business_id = ${salon.businessId}`
  const inactive = { id: bea, nombre: 'Bea', activo: false }
  const day = await read(salon, '?fecha=2030-03-05')
  assert.deepEqual(day.profesionales, [
    { id: salon.id('Ana'), nombre: 'Ana', activo: true },
    inactive,
  ])
  assert.deepEqual(day.dias[0].profesionales[1], { profesional_id: bea, turnos: [] })
  assert.equal((await read(salon, '?fecha=2030-03-06')).profesionales.length, 1)
  const own = await read(salon, `?fecha=2030-03-06&peluquero_id=${bea}`)
  assert.deepEqual(own.profesionales, [inactive])
})

test('D69: a visit reaches over midnight, and belongs to both days', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 30, bufferMinutes: 20 }],
    hours: '09:00-24:00',
    now: '2030-03-04T08:00',
  })
  const { id } = dataOf(await salon.backend.book('Ana', '23:30', { date: '2030-03-05' }), 201)
  const [visit] = (await read(salon, '?fecha=2030-03-06')).reservas
  assert.equal(visit.id, id)
  assert.deepEqual(
    visit.servicios[0].tramos.map(
      (one: { fecha: string; hora_inicio: string; hora_fin: string }) => [
        one.fecha,
        one.hora_inicio,
        one.hora_fin,
      ],
    ),
    [
      ['2030-03-05', '23:30', '00:00'],
      ['2030-03-06', '00:00', '00:20'],
    ],
  )
  assert.equal((await read(salon, '?fecha=2030-03-05&dias=2')).reservas.length, 1)
  assert.deepEqual((await read(salon, '?fecha=2030-03-07')).reservas, [])
  // one that was imported may end later
  const endsAt = new Date(Date.parse(visit.fin) + 45 * 60_000)
  await witness`
    update bookings set ends_at = ${endsAt} where business_id = ${salon.businessId}`
  await witness`
    update booking_lines set ends_at = ${endsAt}, phase_minutes = '{75}'
    where business_id = ${salon.businessId}`
  await witness`insert into agenda_changes (business_id) values (${salon.businessId})`
  const [longer] = (await read(salon, '?fecha=2030-03-06')).reservas
  assert.deepEqual([longer.fecha, longer.hora_fin], ['2030-03-05', '00:45'])
})

test('D69: the day on which the clocks change has 23 or 25 hours', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const hoursOf = async (date: string) => {
    const [day] = (await read(salon, `?fecha=${date}`)).dias
    return (Date.parse(day.fin) - Date.parse(day.inicio)) / 3_600_000
  }
  assert.deepEqual(
    [await hoursOf('2030-03-30'), await hoursOf('2030-03-31'), await hoursOf('2030-10-27')],
    [24, 23, 25],
  )
  const visit = dataOf(await salon.backend.book('Ana', '10:00', { date: '2030-03-31' }), 201)
  const [shown] = (await read(salon, '?fecha=2030-03-31')).reservas
  assert.deepEqual(
    [shown.id, shown.hora_inicio, shown.inicio],
    [visit.id, '10:00', '2030-03-31T08:00:00.000Z'],
  )
})

test('D69: a first visit is one without an earlier one that took place or is to', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const book = async (date: string, email = 'lucia@example.com', notas = '') =>
    dataOf(await salon.backend.book('Ana', '10:00', { date, email, notas }), 201)
  const cancelled = await book('2030-03-05')
  dataOf(await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`))
  await book('2030-03-06')
  await book('2030-03-07')
  await book('2030-03-08', 'vera@example.com', 'Con flequillo')
  const shown = async () =>
    (await read(salon, '?fecha=2030-03-05&dias=7')).reservas.map(
      (one: { primera_visita: boolean; tiene_notas: boolean }) => [
        one.primera_visita,
        one.tiene_notas,
      ],
    )
  assert.deepEqual(await shown(), [
    [true, false],
    [false, false],
    [true, true],
  ])

  // a note on the card counts for all visits of the customer, an allergy for none
  const { id: customer } = cancelled.cliente
  const consent = { tipo: 'salud', otorgado: true, medio: 'papel' }
  dataOf(await salon.backend.post(`/clientes/${customer}/consentimientos/`, consent), 201)
  const note = (tipo: string) =>
    salon.backend.post(`/clientes/${customer}/notas/`, { tipo, texto: 'Secreto' })
  dataOf(await note('alergia'), 201)
  assert.deepEqual(await shown(), [
    [true, false],
    [false, false],
    [true, true],
  ])
  dataOf(await note('formula'), 201)
  assert.deepEqual(await shown(), [
    [true, true],
    [false, true],
    [true, true],
  ])
  const { text } = await salon.backend.get('/agenda/?fecha=2030-03-05&dias=7')
  assert.doesNotMatch(text, /Secreto|flequillo/)

  const without = await salon.staff('receptionist', { permissionsRemoved: ['customers.notes'] })
  const { reservas } = await read(salon, '?fecha=2030-03-06', without)
  assert.deepEqual(
    [reservas[0].tiene_notas, reservas[0].cliente.email],
    [false, 'lucia@example.com'],
  )
})

test('D69: what is due and paid is that of the booking', async () => {
  const salon = await openSalon({ payments: true, now: '2030-03-04T08:00' })
  const paid = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-05' }), 201)
  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, paid))
  const open = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-05' }), 201)
  const { reservas } = await read(salon, '?fecha=2030-03-05')
  assert.deepEqual(idsOf(reservas), idsOf([paid, open]))
  for (const shown of reservas) {
    const whole = dataOf(await salon.backend.get(`/reservas/${shown.id}/`))
    for (const field of ['total', 'pago', 'pago_pendiente', 'a_pagar_ahora', 'resto', 'expira_en'])
      assert.deepEqual(shown[field], whole[field], field)
  }
  assert.deepEqual(reservas[0].pago, { estado: 'completado', monto: 18 })
})

test('D69: parameters that are wrong, and days without anything', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  for (const dias of ['0', '8', '-1', 'x', '1.5', ''])
    assertInvalid(await salon.backend.get(`/agenda/?dias=${dias}`), 'dias')
  assertInvalid(await salon.backend.get('/agenda/?peluquero_id=ana'), 'peluquero_id')
  for (const fecha of ['2030-02-30', '5-3-2030', 'mañana'])
    assertError(await salon.backend.get(`/agenda/?fecha=${fecha}`), 'INVALID_DATE')
  for (const fecha of ['9999-12-31', '0001-01-01', '2050-12-31'])
    assertError(await salon.backend.get(`/agenda/?fecha=${fecha}`), 'INVALID_RANGE')
  for (const id of ['999999999', '0', '-3'])
    assertError(await salon.backend.get(`/agenda/?peluquero_id=${id}`), 'PROFESSIONAL_NOT_FOUND')
  const neighbour = await openSalon()
  assertError(
    await salon.backend.get(`/agenda/?peluquero_id=${neighbour.id('Ana')}`),
    'PROFESSIONAL_NOT_FOUND',
  )
  assertError(await salon.guest.get('/agenda/?dias=x'), 'INSUFFICIENT_SCOPE')

  const far = await read(salon, '?fecha=2049-12-31&dias=7')
  assert.deepEqual([far.reservas, far.bloqueos, far.retenciones], [[], [], []])
  const nobody = await openSalon({ professionals: [], hours: { 1: null, 2: '09:00-20:00' } })
  const empty = await read(nobody, '?dias=2')
  assert.deepEqual(empty.profesionales, [])
  assert.deepEqual(
    empty.dias.map(({ tipo }: { tipo: string }) => tipo),
    ['cerrado', 'abierto'],
  )
})

test('D69: the ETag changes whenever anything of the agenda does, and is that of the caller', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const path = '/agenda/?fecha=2030-03-05'
  const seen = new Set<string>()
  const tagOf = async (who = salon.backend, headers = {}) =>
    String((await who.get(path, headers)).headers.get('etag'))
  const changes: [string, () => Promise<unknown>][] = [
    ['nothing yet', async () => {}],
    ['booked', () => salon.backend.book('Ana', '10:00', { date: '2030-03-05' })],
    ['positions', () => publishEvents(salon)],
    [
      'held',
      () =>
        salon.guest.post('/retenciones/', {
          ...{ fecha: '2030-03-05', hora_inicio: '12:00' },
          ...{ servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Bea') },
        }),
    ],
    [
      'blocked',
      () =>
        salon.backend.post('/bloqueos/', {
          ...{ peluquero_id: salon.id('Bea'), motivo: 'Curso' },
          ...{ desde: '2030-03-05T16:00', hasta: '2030-03-05T17:00' },
        }),
    ],
    ['hours', () => salon.apply({ professionals: ['Ana', 'Bea'], hours: '10:00-20:00' })],
    ['hold expired', async () => salon.setTime('2030-03-04T09:00')],
  ]
  for (const [what, change] of changes) {
    await change()
    const tag = await tagOf()
    assert.equal(await tagOf(), tag, `${what}: twice the same`)
    assert.ok(!seen.has(tag), what)
    seen.add(tag)
  }
  const current = await tagOf()
  const unchanged = await salon.backend.get(path, { 'if-none-match': current })
  assert.deepEqual([unchanged.status, unchanged.text], [304, ''])
  assert.equal(unchanged.headers.get('cache-control'), 'private, no-cache')
  assert.notEqual(await tagOf(salon.backend, { 'accept-language': 'en' }), current)
  const tags = [
    current,
    await tagOf(await salon.staff('professional', { professional: 'Ana' })),
    await tagOf(await salon.staff('professional', { professional: 'Bea' })),
  ]
  assert.equal(new Set(tags).size, 3)
})

test('D69: 60 visits of 5 people are at most 25 kB, compressed', async () => {
  const people = ['Ana', 'Bea', 'Carla', 'Dora', 'Eva']
  const salon = await openSalon({
    services: [{ name: 'Tinte', phases: [15, 15, 10], bufferMinutes: 5 }],
    professionals: people,
    now: '2030-03-04T08:00',
  })
  await insertVisits(salon, 60)
  const { text, data } = await salon.backend.get('/agenda/?fecha=2030-03-05')
  assert.equal(data.reservas.length, 60)
  const bytes = gzipSync(text).length
  assert.ok(bytes < 25_000, `${bytes} bytes`)
})

test('D69: a day of 500 visits is whole, and read by indexes among all others', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  await insertVisits(salon, 500)
  const { reservas } = await read(salon, '?fecha=2030-03-05')
  assert.equal(new Set(idsOf(reservas)).size, 500)
  await insertVisits(salon, 800, '2030-06-05')
  await witness`analyze`

  const from = new Date('2030-03-04T23:00:00Z')
  const reads = await tableReads(urls.api, (tx) =>
    salonAgendaQueries.readAgenda(tx, salon.businessId, {
      ...{ from, before: new Date(from.getTime() + 24 * 3_600_000), professionalId: null },
      ...{ showsContacts: true, showsNotes: true, now: from, knownState: null },
    }),
  )
  for (const [table, { sequentialScans }] of reads)
    assert.equal(sequentialScans, 0, `${table} is scanned`)
  // twice each booking, once each line for its person and once for the visit, and what precedes
  for (const table of ['app.bookings', 'app.booking_lines'])
    assert.ok(
      (reads.get(table)?.rowsByIndex ?? 0) <= 2000,
      `${table}: ${reads.get(table)?.rowsByIndex}`,
    )
})

test('D69: a month counts the visits of each day, their minutes and those that are worked', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 30, bufferMinutes: 10 },
      { name: 'Tinte', phases: [30, 40, 20] },
    ],
    professionals: [
      { name: 'Ana', shifts: { 2: ['09:00-14:00', '16:00-20:00'] } },
      { name: 'Bea', shifts: { 2: ['10:00-12:00'] } },
    ],
    hours: { 2: '09:00-20:00', 3: '09:00-20:00', 7: '00:00-24:00' },
    closings: { '2030-03-12': null },
    settings: { confirmsByHand: true },
    now: '2030-03-04T08:00',
  })
  const pair = ['Tinte', 'Corte'].map((name, index) => ({
    servicio_id: salon.id(name),
    peluquero_id: salon.id(index === 0 ? 'Ana' : 'Bea'),
  }))
  const times = { fecha: '2030-03-05', nombre: 'Lucía Prado', email: 'lucia@example.com' }
  const both = { ...times, hora_inicio: '10:00', lineas: pair, por_negocio: true }
  dataOf(await salon.backend.post('/reservas/crear/', both), 201)
  const bookAna = (time: string, email: string) =>
    salon.guest.book('Ana', time, { date: '2030-03-05', email })
  dataOf(await bookAna('12:30', 'a@example.com'), 201)
  const gone = dataOf(await bookAna('17:00', 'b@example.com'), 201)
  dataOf(await salon.backend.post(`/reservas/${gone.id}/cancelar/`))

  const month = async (query = '?mes=2030-03', who = salon.backend) =>
    dataOf(await who.get(`/agenda/mes/${query}`))
  const figuresOf = (result: Awaited<ReturnType<typeof month>>, date: string) => {
    const { tipo, reservas, pendientes, minutos_ocupados, minutos_trabajo } = result.dias.find(
      ({ fecha }: { fecha: string }) => fecha === date,
    )
    return [tipo, reservas, pendientes, minutos_ocupados, minutos_trabajo]
  }
  const all = await month()
  assert.equal(all.dias.length, 31)
  assert.deepEqual([all.mes, all.dias[0].fecha], ['2030-03', '2030-03-01'])
  assert.deepEqual(figuresOf(all, '2030-03-05'), ['abierto', 2, 1, 50 + 40 + 40, 540 + 120])
  assert.deepEqual(figuresOf(all, '2030-03-12'), ['festivo', 0, 0, 0, 0])
  assert.deepEqual(figuresOf(all, '2030-03-07'), ['cerrado', 0, 0, 0, 0])
  assert.deepEqual((await month('')).dias, all.dias, 'the present one')
  assert.equal((await month('?mes=2028-02')).dias.length, 29)

  const bea = `?mes=2030-03&peluquero_id=${salon.id('Bea')}`
  const ofBea = ['abierto', 1, 0, 40, 120]
  assert.deepEqual(figuresOf(await month(bea), '2030-03-05'), ofBea)
  const beaHerself = await salon.staff('professional', { professional: 'Bea' })
  assert.deepEqual(figuresOf(await month(undefined, beaHerself), '2030-03-05'), ofBea)
  assertError(
    await beaHerself.get(`/agenda/mes/?peluquero_id=${salon.id('Ana')}`),
    'PERMISSION_REQUIRED',
  )
  const nobody = await salon.staff('professional')
  assert.deepEqual(figuresOf(await month(undefined, nobody), '2030-03-05'), ['abierto', 0, 0, 0, 0])
  await witness`update professionals set active = false where id = ${salon.id('Bea')}`
  await witness`
    update businesses set catalog_version = catalog_version + 1
    where business_id = ${salon.businessId}`
  assert.deepEqual(figuresOf(await month(bea), '2030-03-05'), ['abierto', 1, 0, 40, 0], 'has left')

  const { data } = await queryGraphql(
    salon.backend,
    `{ agenda_mes(mes: "2030-03", peluquero_id: ${salon.id('Ana')}) { dias { fecha reservas } } }`,
  )
  assert.deepEqual((data?.agenda_mes as typeof all)?.dias[4], { fecha: '2030-03-05', reservas: 2 })
  for (const mes of ['2030-13', '2030', '2030-03-05', 'marzo'])
    assertError(await salon.backend.get(`/agenda/mes/?mes=${mes}`), 'INVALID_DATE')
  assertError(await salon.backend.get('/agenda/mes/?mes=2051-01'), 'INVALID_RANGE')
  assertInvalid(await salon.backend.get('/agenda/mes/?peluquero_id=ana'), 'peluquero_id')
  const neighbour = await openSalon()
  assertError(
    await salon.backend.get(`/agenda/mes/?peluquero_id=${neighbour.id('Ana')}`),
    'PROFESSIONAL_NOT_FOUND',
  )
})

test('D69: a busy month is one small response, read by indexes, and again only when it has changed', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  for (const day of ['2030-03-05', '2030-03-31', '2030-04-01', '2030-06-05'])
    await insertVisits(salon, 400, day)
  await witness`analyze`
  const path = '/agenda/mes/?mes=2030-03'
  const first = await salon.backend.get(path)
  const visits = dataOf(first).dias.filter(({ reservas }: { reservas: number }) => reservas > 0)
  assert.deepEqual(
    visits.map(({ fecha, reservas }: { fecha: string; reservas: number }) => [fecha, reservas]),
    [
      ['2030-03-05', 400],
      ['2030-03-31', 400],
    ],
  )
  const bytes = gzipSync(first.text).length
  assert.ok(bytes < 1000, `${bytes} bytes`)

  const tag = String(first.headers.get('etag'))
  assert.equal((await salon.backend.get(path, { 'if-none-match': tag })).status, 304)
  dataOf(await salon.backend.book('Ana', '10:00', { date: '2030-03-20' }), 201)
  const changed = await salon.backend.get(path, { 'if-none-match': tag })
  assert.equal(dataOf(changed).dias[19].reservas, 1)

  const starts = Array.from(
    { length: 31 },
    (_, day) => new Date(Date.parse('2030-02-28T23:00:00Z') + day * 24 * 3_600_000),
  )
  const reads = await tableReads(urls.api, (tx) =>
    salonAgendaQueries.readAgendaMonth(tx, salon.businessId, {
      ...{ starts, from: starts[0] as Date, before: new Date('2030-03-31T22:00:00Z') },
      ...{ professionalId: null, now: new Date(), knownState: null },
    }),
  )
  for (const [table, { sequentialScans }] of reads)
    assert.equal(sequentialScans, 0, `${table} is scanned`)
  for (const table of ['app.bookings', 'app.booking_lines'])
    assert.ok((reads.get(table)?.rowsByIndex ?? 0) <= 801, table)
})

/** Visits of half an hour of all professionals in turn, without claims, as many at once as needed. */
async function insertVisits(salon: TestSalon, count: number, day = '2030-03-05'): Promise<void> {
  const { businessId } = salon
  await witness`
    with visits as materialized (
      select number, 'V' || ${day}::text || number as code,
        (array(select id from professionals where business_id = ${businessId}))[1 + number % (
          select count(*) from professionals where business_id = ${businessId})] as professional_id,
        ${`${day}T08:00:00Z`}::timestamptz + make_interval(mins => 5 * (number / 5)) as starts_at
      from generate_series(1, ${count}::int) number
    ), people as (
      insert into customers (business_id, email_key, email, name, phone, language, created_at)
      select ${businessId}, code, code || '@example.com', 'Lucía Prado ' || number, '+34698765432',
        'es', starts_at
      from visits returning id, email_key
    ), booked as (
      insert into bookings (
        business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
        contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
        payment_required, points_used, points_earned, version, created_at, updated_at)
      select ${businessId}, code, 'confirmed', professional_id, people.id, starts_at,
        starts_at + interval '40 minutes', 'Lucía Prado ' || number, code || '@example.com',
        '+34698765432', 'x', 'EUR', 1800, 0, 1800, false, 0, 0, 1, starts_at, starts_at
      from visits join people on people.email_key = code
      returning id, professional_id, starts_at, ends_at)
    insert into booking_lines (
      business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes,
      buffer_minutes)
    select ${businessId}, booked.id, 0, service.id, service.name, 1800, 1800, 40, 0,
      booked.professional_id, booked.starts_at, booked.ends_at, '{15,15,10}', 5
    from booked cross join lateral (
      select id, name from services where business_id = ${businessId} limit 1) service`
}
